/** The page's own texts, for tests that press what a seller of another language presses. */
import { readFileSync } from 'node:fs';
import type { Language } from '#shared/languages.ts';

type Texts = { [name: string]: string | Texts };

export const readTexts = (language: Language): Texts =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/common.json`, import.meta.url), 'utf8')) as Texts;

/**
 * What the page says for a key in a language, with its places filled: the plural form of a `count`, as the page chooses it.
 * @throws where the language has no such text.
 */
export function textsOf(language: Language): (key: string, values?: Record<string, string | number>) => string {
  const texts = readTexts(language);
  const at = (key: string): unknown => key.split('.').reduce<unknown>((found, name) => (found as Texts | undefined)?.[name], texts);
  return (key, values = {}) => {
    const form = typeof values.count === 'number' ? new Intl.PluralRules(language).select(values.count) : undefined;
    const text = at(`${key}_${form}`) ?? at(key);
    if (typeof text !== 'string') throw new Error(`${language} says nothing for ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

/** A text 40 % longer, each word of it: places to fill and tags stay. */
export const longer = (text: string): string =>
  text.replace(/\{\{[^}]*\}\}|<[^>]*>|\p{L}+/gu, (part) => {
    if (!/^\p{L}/u.test(part)) return part;
    const more = Math.ceil(part.length * 0.4);
    const middle = Math.ceil(part.length / 2);
    return `${part.slice(0, middle)}${part
      .slice(middle - 1, middle)
      .toLowerCase()
      .repeat(more)}${part.slice(middle)}`;
  });

/** English as a language would have it whose every word is 40 % longer. */
export function longerTexts(texts: Texts = readTexts('en')): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? longer(text) : longerTexts(text)]),
  );
}
