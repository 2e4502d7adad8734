/** The texts of mails and of the README of packages. These texts are in locales/, together with the texts of the page. */
import { isLanguage, type Language } from '#shared/languages.ts';
import german from '../../locales/de/common.json' with { type: 'json' };
import english from '../../locales/en/common.json' with { type: 'json' };
import spanish from '../../locales/es/common.json' with { type: 'json' };
import filipino from '../../locales/fil/common.json' with { type: 'json' };
import french from '../../locales/fr/common.json' with { type: 'json' };
import indonesian from '../../locales/id/common.json' with { type: 'json' };
import italian from '../../locales/it/common.json' with { type: 'json' };
import japanese from '../../locales/ja/common.json' with { type: 'json' };
import korean from '../../locales/ko/common.json' with { type: 'json' };
import malay from '../../locales/ms/common.json' with { type: 'json' };
import polish from '../../locales/pl/common.json' with { type: 'json' };
import portuguese from '../../locales/pt/common.json' with { type: 'json' };
import russian from '../../locales/ru/common.json' with { type: 'json' };
import thai from '../../locales/th/common.json' with { type: 'json' };
import turkish from '../../locales/tr/common.json' with { type: 'json' };
import vietnamese from '../../locales/vi/common.json' with { type: 'json' };
import simplifiedChinese from '../../locales/zh-Hans/common.json' with { type: 'json' };
import taiwan from '../../locales/zh-Hant-TW/common.json' with { type: 'json' };

type Texts = { [key: string]: string | Texts };

/** The texts of every language. The bundles contain only the texts that functions need (tools/build/bundle.ts). */
const languages: Record<Language, Texts> = {
  en: english,
  'zh-Hant-TW': taiwan,
  de: german,
  fr: french,
  id: indonesian,
  ms: malay,
  fil: filipino,
  vi: vietnamese,
  es: spanish,
  it: italian,
  pl: polish,
  pt: portuguese,
  tr: turkish,
  ru: russian,
  th: thai,
  ja: japanese,
  'zh-Hans': simplifiedChinese,
  ko: korean,
};

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/**
 * Returns the texts of a language. For an unknown language and for missing texts, uses English. A numeric `count` selects the plural form
 * of the language: `<key>_one`, `<key>_few` and so on.
 */
export function textsIn(language: string): { language: Language; t: Translate } {
  const supportedLanguage = isLanguage(language) ? language : 'en';
  const t: Translate = (key, values = {}) => {
    const text = textIn(supportedLanguage, key, values.count) ?? textIn('en', key, values.count) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
  return { language: supportedLanguage, t };
}

function textIn(language: Language, key: string, count: string | number | undefined): string | undefined {
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : '';
  return textAt(languages[language], key + form);
}

function textAt(texts: Texts | undefined, key: string): string | undefined {
  let entry: string | Texts | undefined = texts;
  for (const part of key.split('.')) entry = typeof entry === 'object' && Object.hasOwn(entry, part) ? entry[part] : undefined;
  return typeof entry === 'string' ? entry : undefined;
}
