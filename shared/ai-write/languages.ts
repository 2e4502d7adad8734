/** The names by which a vendor knows the product's languages (SPEC 9, languages). */
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

/** The English name of a language; of its part before the first hyphen where the whole is unknown; otherwise English. */
export function languageName(tag: string): string {
  const nameOf = (code: string) => (Object.hasOwn(languageNames, code) ? languageNames[code as keyof typeof languageNames] : undefined);
  return nameOf(tag) ?? nameOf(tag.split('-')[0] ?? '') ?? 'English';
}
