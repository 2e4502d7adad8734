/** The texts that leave the product by another way than its page: by mail. They stand with the page's own, in locales/. */
import english from '../../locales/en/common.json' with { type: 'json' };

type Texts = { [key: string]: string | Texts };

const languages: Record<string, Texts> = { en: english };

export type Translate = (key: string, values?: Record<string, string>) => string;

/** The texts of a language; English where there is none of it, and for what it lacks. */
export function textsIn(language: string): { language: string; t: Translate } {
  const known = Object.hasOwn(languages, language) ? language : 'en';
  const t: Translate = (key, values = {}) => {
    const text = textAt(languages[known], key) ?? textAt(english, key) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
  return { language: known, t };
}

function textAt(texts: Texts | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}
