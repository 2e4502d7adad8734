/** i18next with all texts of the language. A prerendered page loads this file later (texts.ts). */
import i18next, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageParameter } from '#shared/language-cookie.ts';
import { languageTags } from '#shared/languages.ts';
import { backend, fetchTranslations, fetchWithFallback, type Translations } from './backend.ts';
import { detectLanguage, setPageLanguage } from './page-language.ts';
import { storeLanguage } from './stored-language.ts';
import { areTextsComplete, replacePrerenderedTexts, waitUntilTakenOver } from './texts.ts';

const namespace = 'common';

export const commonOptions: InitOptions = {
  supportedLngs: languageTags,
  // `npm run check` ensures that each file is complete. If a file cannot be loaded, backend.ts loads another language (docs/spec.md 19.3).
  fallbackLng: false,
  load: 'currentOnly',
  ns: [namespace],
  defaultNS: namespace,
  interpolation: { escapeValue: false },
  react: { useSuspense: true },
};

function updateLanguage(language: string): void {
  setPageLanguage(language);
  // A fallback language is not the user's choice, so it is not stored.
  if (language !== fallbackLanguage) storeLanguage(language);
}

/**
 * Starts i18next on a page that was not prerendered. The page waits for the texts.
 * @param onFailure called if no texts can be loaded.
 */
export function startI18n(onFailure: (error: unknown) => void): void {
  i18next.on('languageChanged', updateLanguage);
  void i18next
    .use(backend({ onFailure, onFallback: showFallback }))
    .use(initReactI18next)
    .init({ ...commonOptions, lng: detectLanguage() });
}

/** Starts i18next on a prerendered page. */
function startOnPrerenderedPage(language: string, translations: Translations): void {
  i18next.on('languageChanged', updateLanguage);
  void i18next
    .use(initReactI18next)
    .init({ ...commonOptions, lng: language, resources: { [language]: { [namespace]: translations } }, initAsync: false });
  replacePrerenderedTexts();
}

/** Shows a prerendered page with all texts of its language, or of a fallback language. */
export async function showAllTexts(requested: string): Promise<void> {
  const { language, translations } = await fetchWithFallback(requested, namespace);
  // If the user has chosen another language in the meantime, all texts are already loaded.
  if (areTextsComplete()) return;
  if (language !== requested) {
    await waitUntilTakenOver();
    fallbackLanguage = language;
  }
  startOnPrerenderedPage(language, translations);
}

/** The fallback language on the page, because the requested language could not be loaded. */
let fallbackLanguage: string | undefined;
/** Languages that could not be loaded. i18next stores the texts of a fallback language under their names. */
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
 * @throws if the texts cannot be loaded. The page then keeps its language.
 */
export async function chooseLanguage(language: string): Promise<void> {
  chosenLanguage = language;
  const isLoaded = areTextsComplete() && i18next.hasResourceBundle(language, namespace);
  const translations = isLoaded && !languagesWithFallbackTexts.has(language) ? undefined : await fetchTranslations(language, namespace);
  // The user has chosen another language in the meantime.
  if (chosenLanguage !== language) return;
  fallbackLanguage = undefined;
  if (!areTextsComplete()) startOnPrerenderedPage(language, translations ?? {});
  else {
    if (translations) i18next.addResourceBundle(language, namespace, translations, true, true);
    languagesWithFallbackTexts.delete(language);
    await i18next.changeLanguage(language);
  }
  removeLanguageFromAddress();
}

/** Removes the language from the URL. Otherwise, after a reload, the URL would override the user's choice. */
function removeLanguageFromAddress(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(languageParameter)) return;
  address.searchParams.delete(languageParameter);
  window.history.replaceState(window.history.state, '', address);
}
