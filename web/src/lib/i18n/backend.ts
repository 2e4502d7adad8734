/** Fetches translations with up to five retries. The first pause is 350 ms, and each later pause is doubled (docs/spec.md 17.2). */
import type { BackendModule } from 'i18next';
import { fallbackLanguages } from '#shared/languages.ts';

const retriesMax = 5;
const firstRetryMs = 350;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type Translations = Record<string, unknown>;
type FetchOptions = { get?: typeof fetch; wait?: (ms: number) => Promise<void> };

export async function fetchTranslations(
  language: string,
  namespace: string,
  { get = fetch, wait = sleep }: FetchOptions = {},
): Promise<Translations> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await get(`/locales/${language}/${namespace}.json`);
      if (!response.ok) throw new Error(`the translations: status ${response.status}`);
      return (await response.json()) as Translations;
    } catch (error) {
      if (attempt === retriesMax) throw error;
      await wait(firstRetryMs * 2 ** attempt);
    }
  }
}

/**
 * Returns the texts of a language. If they cannot be loaded, returns the texts of the first fallback language that can be loaded. One file
 * is enough, because every file is complete (docs/spec.md 19.3).
 */
export async function fetchWithFallback(
  language: string,
  namespace: string,
  options: FetchOptions = {},
): Promise<{ language: string; translations: Translations }> {
  const candidates = [language, ...fallbackLanguages.filter((other) => other !== language)];
  for (const [index, candidate] of candidates.entries()) {
    try {
      return { language: candidate, translations: await fetchTranslations(candidate, namespace, options) };
    } catch (error) {
      if (index === candidates.length - 1) throw error;
    }
  }
  throw new Error('There is no language to load');
}

type Callbacks = {
  /** Called if a fallback language was loaded instead of the requested language. */
  onFallback: (requested: string, loaded: string, translations: Translations) => void;
  /** Called if no language could be loaded. */
  onFailure: (error: unknown) => void;
};

export const backend = ({ onFallback, onFailure }: Callbacks): BackendModule => ({
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchWithFallback(language, namespace).then(({ language: loadedLanguage, translations }) => {
      done(null, translations);
      if (loadedLanguage !== language) onFallback(language, loadedLanguage, translations);
      // Without texts, `done` is not called, because the page would then show keys instead of texts.
    }, onFailure);
  },
});
