/**
 * The supported languages (docs/spec.md 19.1). Each language has a folder in locales/. Each value is the name of the language in the
 * language itself.
 */

/** The languages have the order of the language menu. `npm run check` compares this list with the folders. */
export const languages = {
  en: 'English',
  'zh-Hant-TW': '繁體中文（台灣）',
  de: 'Deutsch',
  fr: 'Français',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
  fil: 'Filipino',
  vi: 'Tiếng Việt',
  es: 'Español',
  it: 'Italiano',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  ru: 'Русский',
  th: 'ไทย',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ko: '한국어',
} as const satisfies Record<string, string>;

export type Language = keyof typeof languages;

export const languageTags = Object.keys(languages) as [Language, ...Language[]];

/** If the texts of a language cannot be loaded, the page tries these languages in this order (docs/spec.md 19.3). */
export const fallbackLanguages: readonly Language[] = ['en', 'de', 'fr', 'id', 'ms', 'zh-Hant-TW'];

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
