import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '#web/lib/storage.ts';
import { backend, fetchTranslations, type Translations } from './backend.ts';
import { availableLanguages, matchLanguage } from './languages.ts';

const namespace = 'common';
const storageKey = 'i18nextLng';
const addressKey = 'lang';

/**
 * Starts i18next with the language of the address, of an earlier visit, or of the browser, in this order (docs/spec.md 19.2).
 * @param onFailure called if no texts can be loaded.
 */
export function startI18n(onFailure: (error: unknown) => void): void {
  const { searchParams } = new URL(window.location.href);
  const preferredTags = [searchParams.get(addressKey), localStore.read(storageKey), ...navigator.languages];
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    // A fallback language is not the user's choice, so it is not stored.
    if (language !== fallbackLanguage) localStore.write(storageKey, language);
  });
  void i18next
    .use(backend({ onFailure, onFallback: showFallback }))
    .use(initReactI18next)
    .init({
      lng: matchLanguage(preferredTags.filter((tag) => tag !== null && tag !== undefined)),
      supportedLngs: availableLanguages,
      // `npm run check` ensures that each file is complete. If one cannot be loaded, backend.ts loads another language (docs/spec.md
      // 19.3).
      fallbackLng: false,
      load: 'currentOnly',
      ns: [namespace],
      defaultNS: namespace,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** The fallback language that is shown because the requested language could not be loaded. */
let fallbackLanguage: string | undefined;
/** Languages whose resources contain the texts of a fallback language. */
const languagesWithFallbackTexts = new Set<string>();

function showFallback(requested: string, fallback: string, translations: Translations): void {
  languagesWithFallbackTexts.add(requested);
  fallbackLanguage = fallback;
  i18next.addResourceBundle(fallback, namespace, translations);
  void i18next.changeLanguage(fallback);
}

let chosenLanguage = '';

/**
 * Changes the language without a reload. The page stays readable until the texts have loaded.
 * @throws if the texts cannot be loaded; the page then keeps its language.
 */
export async function chooseLanguage(language: string): Promise<void> {
  chosenLanguage = language;
  if (languagesWithFallbackTexts.has(language) || !i18next.hasResourceBundle(language, namespace)) {
    const translations = await fetchTranslations(language, namespace);
    i18next.addResourceBundle(language, namespace, translations, true, true);
    languagesWithFallbackTexts.delete(language);
  }
  // The user has chosen another language meanwhile.
  if (chosenLanguage !== language) return;
  fallbackLanguage = undefined;
  await i18next.changeLanguage(language);
  removeLanguageFromAddress();
}

/** Removes the language from the address, so that the user's choice stays after a reload. */
function removeLanguageFromAddress(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(addressKey)) return;
  address.searchParams.delete(addressKey);
  window.history.replaceState(window.history.state, '', address);
}
