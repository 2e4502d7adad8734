/** The languages on offer (SPEC 9, languages; checklist W1, W8; Q69): each has a folder under locales/, and its own name here. */

/** In the order in which they are offered: SPEC's eight, then the others. `npm run check` holds the list against the folders. */
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

/** Tried in this order where the texts of a language do not arrive (checklist W2; Q71). */
const fallbackOrder: readonly string[] = ['en', 'de', 'fr', 'id', 'ms', 'zh-Hant-TW'];
export const fallbackLanguages: readonly Language[] = fallbackOrder.filter(isLanguage);

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
