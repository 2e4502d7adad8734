/**
 * Compares a translation with English. A translation must have the same keys and placeholders, and all plural forms of its language. No
 * text may still be in English.
 */
import { type Finding, lineAt } from './source-file.ts';

/** The texts of the page in one language. The key of a text is its path in the file, for example `video_generator.errors.rate_limit`. */
export type Locale = { path: string; text: string; texts: Map<string, string> };

/** For each language, the keys whose text is intentionally the same as in English. */
export type SameWords = Record<string, readonly string[]>;

export function parseLocale(path: string, text: string): Locale {
  return { path, text, texts: new Map(textsIn(JSON.parse(text), '')) };
}

const textsIn = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, path ? `${path}.${name}` : name))
    : [[path, String(value)]];

const pluralForm = /_(zero|one|two|few|many|other)$/;
export const withoutPlural = (key: string): string => key.replace(pluralForm, '');

/**
 * Finds the line of a text in the file. Searches for the first part of the key, then for the second part after the first one, and so on.
 */
export const lineOf = ({ text }: Locale, key: string): number =>
  lineAt(
    text,
    key.split('.').reduce((from, part) => Math.max(from, text.indexOf(`"${part}"`, from)), 0),
  );

type Translation = { english: Locale; other: Locale; language: string; same: readonly string[] | 'all' };

export function checkTranslation({ english, other, language, same }: Translation): Finding[] {
  const requiredKeys = keysFor(english, language);
  const findingAt = (key: string, message: string): Finding => ({ path: other.path, line: lineOf(other, key), message });
  const counterpart = (key: string) => english.texts.get(key) ?? english.texts.get(`${withoutPlural(key)}_other`) ?? '';
  const isSame = (key: string, text: string) => text === counterpart(key) && hasWords(text);
  const allowedKeys = same === 'all' ? undefined : new Set(same);
  return [
    ...[...requiredKeys]
      .filter((key) => !other.texts.has(key))
      .map((key): Finding => ({ path: other.path, line: 1, message: `has no text for ${key}` })),
    ...[...other.texts].flatMap(([key, text]) => {
      if (!requiredKeys.has(key)) return [findingAt(key, `contains ${key}, which this language does not need`)];
      if (text.trim() === '') return [findingAt(key, `has an empty text for ${key}`)];
      return [
        ...comparePlaceholders(key, counterpart(key), text).map((problem) => findingAt(key, `${problem} in ${key}`)),
        ...(allowedKeys && isSame(key, text) && !allowedKeys.has(key) ? [findingAt(key, `has an English text for ${key}: ${text}`)] : []),
      ];
    }),
    ...[...(allowedKeys ?? [])]
      .filter((key) => !isSame(key, other.texts.get(key) ?? ''))
      .map(
        (key): Finding => ({
          path: 'locales/same-as-english.json',
          line: 1,
          message: `allows ${language} ${key}, which is not the same as in English`,
        }),
      ),
  ];
}

/** Returns the English keys with the plural forms of the language. A zero form is needed only if English has a zero form. */
function keysFor({ texts }: Locale, language: string): Set<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const hasForms = (key: string) => pluralForm.test(key) && texts.has(`${withoutPlural(key)}_other`);
  return new Set(
    [...texts.keys()].flatMap((key) =>
      hasForms(key) && !key.endsWith('_zero') ? forms.map((form) => `${withoutPlural(key)}_${form}`) : [key],
    ),
  );
}

/** Checks placeholders and tags. A plural form needs no placeholder if it contains its number as a word. */
function comparePlaceholders(key: string, english: string, text: string): string[] {
  const optionalPlaceholders = /_(zero|one|two)$/.test(key) ? ['{{count}}'] : [];
  const difference = (placeholders: string[], others: string[]) => placeholders.filter((placeholder) => !others.includes(placeholder));
  const [required, present] = [placeholdersIn(english), placeholdersIn(text)];
  return [
    ...difference(required, [...present, ...optionalPlaceholders]).map((placeholder) => `lacks ${placeholder}`),
    ...difference(present, [...required, ...optionalPlaceholders]).map((placeholder) => `has the unknown placeholder ${placeholder}`),
  ];
}

const placeholdersIn = (text: string): string[] => [
  ...new Set((text.match(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g) ?? []).map((placeholder) => equivalents.get(placeholder) ?? placeholder)),
];

/** In Chinese, a discount is written as the remaining price in tenths: 10 percent off is 9折. */
const equivalents = new Map([['{{tenths}}', '{{percent}}']]);

/** Names that are not translated. */
const untranslatedNames = [
  'Vitrine',
  'TikTok Shop',
  'Shopee',
  'Amazon',
  'Lazada',
  'Temu',
  'Photoroom',
  'Cloudinary',
  'Google',
  'Stripe',
  'PNG',
  'JPEG',
  'WebP',
];

/** Returns whether a text has words to translate. Names, symbols and placeholders do not count. */
export function hasWords(text: string): boolean {
  const withoutNames = untranslatedNames.reduce(
    (remaining, name) => remaining.replaceAll(name, ' '),
    text.replace(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g, ' '),
  );
  return /\p{L}{3}/u.test(withoutNames);
}
