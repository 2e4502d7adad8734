/** English names of the product's languages, used in instructions to vendors (docs/spec.md 19.1). */
import type { Language } from '../languages.ts';

const languageNames = {
  en: 'English',
  id: 'Indonesian',
  ms: 'Malay',
  de: 'German',
  es: 'Spanish',
  fil: 'Filipino',
  fr: 'French',
  it: 'Italian',
  pl: 'Polish',
  pt: 'Portuguese',
  vi: 'Vietnamese',
  tr: 'Turkish',
  ru: 'Russian',
  th: 'Thai',
  ja: 'Japanese',
  'zh-Hans': 'Simplified Chinese',
  ko: 'Korean',
  'zh-Hant-TW': 'Traditional Chinese as written in Taiwan',
} as const satisfies Record<Language, string> & Record<string, string>;

/**
 * Returns the English name of the language with this tag. If the tag is unknown, uses the part before the first hyphen. If this part is
 * unknown too, returns 'English'.
 */
export function languageName(tag: string): string {
  const nameOf = (code: string) => (Object.hasOwn(languageNames, code) ? languageNames[code as keyof typeof languageNames] : undefined);
  return nameOf(tag) ?? nameOf(tag.split('-')[0] ?? '') ?? 'English';
}
