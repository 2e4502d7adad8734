/**
 * Translates with the texts of a prerendered page. i18next (16 kB) and all other texts load at the first action of the user. This object
 * has the parts of an i18next instance that `useTranslation` uses. Its translations are the same as those of i18next
 * (prerendered-i18n.test.ts).
 */
import type { i18n } from 'i18next';
import type { Translations } from './backend.ts';

type Values = Record<string, unknown>;

/** Returns the text of a key such as 'landing.window.status'. Returns undefined if there is no such text. */
function findText(texts: Translations, key: string): string | undefined {
  const found = key.split('.').reduce<unknown>((part, name) => (part as Translations | undefined)?.[name], texts);
  return typeof found === 'string' ? found : undefined;
}

/** Translates a key, fills in its placeholders, and selects the plural form of `count`. Returns undefined if there is no text. */
export function translate(language: string, texts: Translations, key: string, values: Values = {}): string | undefined {
  const { count } = values;
  const forms = typeof count === 'number' ? [...pluralForms(language, count).map((form) => `${key}_${form}`), key] : [key];
  const text = forms.map((form) => findText(texts, form)).find((found) => found !== undefined);
  return text?.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => (name in values ? String(values[name] ?? '') : placeholder));
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Returns the possible plural forms of a text for a number. The best form is first. */
function pluralForms(language: string, count: number): string[] {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return [...(count === 0 ? ['zero'] : []), rules.select(count), 'other'];
}

export type PrerenderedI18n = {
  i18n: i18n;
  /** Renders all texts again after i18next has replaced this object. */
  refresh(): void;
};

/** @param onMissing called if the prerendered page does not contain a text. The page then shows an empty text. */
export function createPrerenderedI18n(language: string, texts: Translations, onMissing: () => void): PrerenderedI18n {
  const listeners = new Set<() => void>();
  const t = (key: string, values?: Values): string => {
    const text = translate(language, texts, key, values);
    if (text === undefined) onMissing();
    return text ?? '';
  };
  const instance = {
    language,
    languages: [language],
    resolvedLanguage: language,
    isInitialized: true,
    options: { ns: ['common'], defaultNS: 'common' },
    services: {},
    hasLoadedNamespace: () => true,
    getFixedT: () => t,
    t,
    on: (_: string, listener: () => void) => void listeners.add(listener),
    off: (_: string, listener: () => void) => void listeners.delete(listener),
  };
  return {
    i18n: instance as unknown as i18n,
    refresh() {
      for (const listener of [...listeners]) listener();
    },
  };
}
