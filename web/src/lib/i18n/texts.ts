/** The texts of the page. A prerendered page starts with its own texts. i18next (i18n.ts) and all other texts load later. */
import { setI18n } from 'react-i18next';
import { takeOverWaitingParts } from '#web/lib/lazy-part.tsx';
import type { Translations } from './backend.ts';
import { setPageLanguage } from './page-language.ts';
import { createPrerenderedI18n, type PrerenderedI18n } from './prerendered-i18n.ts';

type FullI18n = { showAllTexts(language: string): Promise<void>; chooseLanguage(language: string): Promise<void> };

/** Loads i18next. main.tsx sets this function, because i18n.ts itself imports this file. */
let loadI18n: () => Promise<FullI18n> = () => Promise.reject(new Error('i18next has no loader'));
export const setI18nLoader = (load: typeof loadI18n): void => {
  loadI18n = load;
};

/** Set while only the texts of the prerendered page are loaded. */
let prerendered: (PrerenderedI18n & { language: string }) | undefined;
let loading: Promise<void> | undefined;

export const areTextsComplete = (): boolean => prerendered === undefined;

export function startPrerenderedTexts(language: string, texts: Translations): void {
  setPageLanguage(language);
  prerendered = { ...createPrerenderedI18n(language, texts, () => void loadAllTexts().catch(() => undefined)), language };
  setI18n(prerendered.i18n);
}

/** Replaces the texts of the prerendered page after i18next has loaded all texts. */
export function replacePrerenderedTexts(): void {
  const replaced = prerendered;
  prerendered = undefined;
  replaced?.refresh();
}

/**
 * Loads i18next and the texts that the prerendered page does not contain.
 * @throws if no texts can be loaded.
 */
export function loadAllTexts(): Promise<void> {
  if (!prerendered) return Promise.resolve();
  const { language } = prerendered;
  loading ??= loadI18n()
    .then(({ showAllTexts }) => showAllTexts(language))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

const takeOverWaitMsMax = 3_000;

/** Waits until the hydration of the whole prerendered page has ended, because the language must not change before this. */
export const waitUntilTakenOver = (): Promise<void> =>
  Promise.race([takeOverWaitingParts(window.location.pathname), new Promise<void>((resolve) => setTimeout(resolve, takeOverWaitMsMax))]);

/**
 * Changes the language without a reload. The page stays readable until the texts have loaded.
 * @throws if the texts cannot be loaded. The page then keeps its language.
 */
export async function chooseLanguage(language: string): Promise<void> {
  const [{ chooseLanguage: choose }] = await Promise.all([loadI18n(), waitUntilTakenOver()]);
  await choose(language);
}
