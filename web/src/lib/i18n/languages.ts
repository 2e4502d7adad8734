/** Selects the language of the page from the available languages (docs/spec.md 19.2). */
import { type Language, languages } from '#shared/languages.ts';

export const availableLanguages = Object.keys(languages) as Language[];

/** Other names that browsers use for our languages. A Map, because a tag comes from the address and may be 'constructor'. */
const aliases = new Map([
  ['zh-tw', 'zh-Hant-TW'],
  ['zh-hk', 'zh-Hant-TW'],
  ['zh-mo', 'zh-Hant-TW'],
  ['zh-hant', 'zh-Hant-TW'],
  ['zh-cn', 'zh-Hans'],
  ['zh-sg', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['tl', 'fil'],
  ['in', 'id'],
]);

/** Returns a tag and its more general forms, the most specific first: 'zh-hant-hk', 'zh-hant', 'zh'. */
function expandTag(tag: string): string[] {
  const parts = tag.toLowerCase().split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** Returns the first preferred language that is available by name, alias or a more general tag; otherwise English. */
export function matchLanguage<Offered extends string = Language>(
  preferred: readonly string[],
  available: readonly Offered[] = availableLanguages as readonly string[] as readonly Offered[],
): Offered | 'en' {
  const find = (name: string | undefined) => available.find((language) => language.toLowerCase() === name?.toLowerCase());
  for (const tag of preferred.flatMap(expandTag)) {
    const language = find(tag) ?? find(aliases.get(tag));
    if (language) return language;
  }
  return 'en';
}
