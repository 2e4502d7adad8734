/**
 * Chooses the language of a page (docs/spec.md 19.2). The page, the CDN and the local distribution use the same function. The CDN runs this
 * file as a CloudFront Function. Such a function supports ES5.1 and a few later features, but no destructuring, no spread, no optional
 * chaining and no Map.
 */
import { type Language, languageTags } from './languages.ts';

/**
 * Other names that browsers use for our languages. The names are pairs and not keys of an object, because a tag comes from the URL and may
 * be 'constructor'.
 */
const aliases: readonly (readonly [name: string, language: Language])[] = [
  ['zh-tw', 'zh-Hant-TW'],
  ['zh-hk', 'zh-Hant-TW'],
  ['zh-mo', 'zh-Hant-TW'],
  ['zh-hant', 'zh-Hant-TW'],
  ['zh-cn', 'zh-Hans'],
  ['zh-sg', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['tl', 'fil'],
  ['in', 'id'],
];

/**
 * Longer tags are ignored and longer headers are cut, because the CDN limits the running time of a function. No browser sends such a long
 * tag.
 */
const tagLengthMax = 35;
const headerLengthMax = 500;

function findLanguage(name: string): Language | undefined {
  for (let index = 0; index < languageTags.length; index++) {
    const language = languageTags[index];
    if (language !== undefined && language.toLowerCase() === name) return language;
  }
  for (let index = 0; index < aliases.length; index++) {
    const alias = aliases[index];
    if (alias !== undefined && alias[0] === name) return alias[1];
  }
  return undefined;
}

/** Compares first the whole tag, and then its more general forms: 'zh-hant-hk', 'zh-hant', 'zh'. */
function matchTag(tag: string): Language | undefined {
  if (tag.length > tagLengthMax) return undefined;
  const parts = tag.toLowerCase().split('-');
  for (let length = parts.length; length > 0; length--) {
    const language = findLanguage(parts.slice(0, length).join('-'));
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Returns the first preferred language that is available by name, alias or a more general tag. */
export function findPreferredLanguage(preferredTags: readonly string[]): Language | undefined {
  for (let index = 0; index < preferredTags.length; index++) {
    const language = matchTag(preferredTags[index] ?? '');
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Returns the first preferred language that is available; otherwise English. */
export function matchLanguage(preferredTags: readonly string[]): Language {
  const language = findPreferredLanguage(preferredTags);
  return language === undefined ? 'en' : language;
}

/**
 * Chooses the language of the URL. Without it, chooses the stored language, and without a stored language, the language of the browser.
 * @param browserTags the languages of the browser, the most preferred first
 */
export const choosePageLanguage = (
  addressTag: string | null | undefined,
  storedTag: string | null | undefined,
  browserTags: readonly string[],
): Language => matchLanguage([addressTag ?? '', storedTag ?? ''].concat(browserTags));

/** Returns the tags of an Accept-Language header by weight, without the tags of weight 0. Tags of equal weight keep their order. */
export function tagsByWeight(header: string): string[] {
  const weightedTags: { tag: string; weight: number; position: number }[] = [];
  const parts = header.slice(0, headerLengthMax).split(',');
  for (let position = 0; position < parts.length; position++) {
    const fields = (parts[position] ?? '').split(';');
    const tag = (fields[0] ?? '').trim();
    const weight = weightOf(fields.slice(1));
    if (tag !== '' && tag !== '*' && weight > 0) weightedTags.push({ tag: tag, weight: weight, position: position });
  }
  weightedTags.sort((first, second) => second.weight - first.weight || first.position - second.position);
  return weightedTags.map((one) => one.tag);
}

function weightOf(fields: readonly string[]): number {
  for (let index = 0; index < fields.length; index++) {
    const field = (fields[index] ?? '').trim().toLowerCase();
    if (field.slice(0, 2) !== 'q=') continue;
    const weight = Number(field.slice(2));
    return weight >= 0 && weight <= 1 ? weight : 0;
  }
  return 1;
}
