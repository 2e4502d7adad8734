import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '#web/lib/storage.ts';
import { backend, fetchTranslations, type Translations } from './backend.ts';
import { languagesOnOffer, matchLanguage } from './languages.ts';

const namespace = 'common';
const storageKey = 'i18nextLng';
const addressKey = 'lang';

/**
 * Starts translation in the language of the address, of an earlier visit, or of the browser, in this order (checklist W4). `onNone`
 * is called where no texts can be had at all.
 */
export function startI18n(onNone: (error: unknown) => void): void {
  const { searchParams } = new URL(window.location.href);
  const wanted = [searchParams.get(addressKey), localStore.read(storageKey), ...navigator.languages];
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    // What stands in for texts that did not arrive is nobody's choice.
    if (language !== standIn) localStore.write(storageKey, language);
  });
  void i18next
    .use(backend({ onNone, onOther: showInstead }))
    .use(initReactI18next)
    .init({
      lng: matchLanguage(wanted.filter((tag) => tag !== null && tag !== undefined)),
      supportedLngs: languagesOnOffer,
      // Each file is whole, which `npm run check` sees to; others are asked for where one does not arrive (backend.ts; Q71).
      fallbackLng: false,
      load: 'currentOnly',
      ns: [namespace],
      defaultNS: namespace,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** The language that is shown because the wanted one did not arrive. */
let standIn: string | undefined;
/** Languages under whose name another one's words are kept. */
const lent = new Set<string>();

function showInstead(wanted: string, arrived: string, translations: Translations): void {
  lent.add(wanted);
  standIn = arrived;
  i18next.addResourceBundle(arrived, namespace, translations);
  void i18next.changeLanguage(arrived);
}

let chosen = '';

/**
 * Puts the page into another language without a reload; it stays readable until the texts are there.
 * @throws where they do not arrive. The page keeps the language it had.
 */
export async function chooseLanguage(language: string): Promise<void> {
  chosen = language;
  if (lent.has(language) || !i18next.hasResourceBundle(language, namespace)) {
    const translations = await fetchTranslations(language, namespace);
    i18next.addResourceBundle(language, namespace, translations, true, true);
    lent.delete(language);
  }
  // Somebody pressed another one meanwhile.
  if (chosen !== language) return;
  standIn = undefined;
  await i18next.changeLanguage(language);
  forgetAddressed();
}

/** What was chosen by hand holds after a reload, whatever the address said. */
function forgetAddressed(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(addressKey)) return;
  address.searchParams.delete(addressKey);
  window.history.replaceState(window.history.state, '', address);
}
