import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { backend } from './backend.ts';
import { fallbackLanguages, languagesOnOffer, matchLanguage } from './languages.ts';

const storageKey = 'i18nextLng';

/** Starts translation in the language of the address, of an earlier visit, or of the browser, in this order (SPEC 9). */
export function startI18n(): void {
  const { searchParams } = new URL(window.location.href);
  const wanted = [searchParams.get('lang'), window.localStorage.getItem(storageKey), ...navigator.languages].filter((tag) => tag !== null);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    window.localStorage.setItem(storageKey, language);
  });
  void i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: matchLanguage(wanted),
      supportedLngs: languagesOnOffer,
      fallbackLng: fallbackLanguages.filter((language) => languagesOnOffer.includes(language)),
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}
