/** The texts of the page. A page that the build has drawn starts with its own texts. i18next (i18n.ts) and all other texts load later. */
import { setI18n } from 'react-i18next';
import { takeOverWaitingParts } from '#web/lib/lazy-part.tsx';
import type { Translations } from './backend.ts';
import { createDrawnI18n, type DrawnI18n } from './drawn-i18n.ts';
import { setPageLanguage } from './page-language.ts';

type FullI18n = { showAllTexts(language: string): Promise<void>; chooseLanguage(language: string): Promise<void> };

/** Loads i18next. main.tsx sets this function, because i18n.ts itself imports this file. */
let loadI18n: () => Promise<FullI18n> = () => Promise.reject(new Error('i18next has no loader'));
export const setI18nLoader = (load: typeof loadI18n): void => {
  loadI18n = load;
};

/** Set while the page has only the texts of the drawn page. */
let drawn: (DrawnI18n & { language: string }) | undefined;
let loading: Promise<void> | undefined;

export const areTextsComplete = (): boolean => drawn === undefined;

export function startDrawnTexts(language: string, texts: Translations): void {
  setPageLanguage(language);
  drawn = { ...createDrawnI18n(language, texts, () => void loadAllTexts().catch(() => undefined)), language };
  setI18n(drawn.i18n);
}

/** Replaces the texts of the drawn page after i18next has loaded all texts. */
export function replaceDrawnTexts(): void {
  const replaced = drawn;
  drawn = undefined;
  replaced?.refresh();
}

/**
 * Loads i18next and the texts that the drawn page does not contain.
 * @throws if no texts can be loaded.
 */
export function loadAllTexts(): Promise<void> {
  if (!drawn) return Promise.resolve();
  const { language } = drawn;
  loading ??= loadI18n()
    .then(({ showAllTexts }) => showAllTexts(language))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

const takeOverWaitMsMax = 3_000;

/** Waits until React has taken over the whole drawn page, because the language must not change before that. */
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
