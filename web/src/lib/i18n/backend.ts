/** Fetches translations with up to five retries. The first pause is 350 ms, and each later pause is doubled (docs/spec.md 17.2). */
import type { BackendModule } from 'i18next';
import { fallbackLanguages } from '#shared/languages.ts';

const retriesMax = 5;
const firstRetryMs = 350;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type Translations = Record<string, unknown>;
type Means = { get?: typeof fetch; wait?: (ms: number) => Promise<void> };

export async function fetchTranslations(
  language: string,
  namespace: string,
  { get = fetch, wait = sleep }: Means = {},
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
 * Returns the texts of a language, or of the first fallback language that can be loaded. One file is enough, because every file is
 * complete (docs/spec.md 19.3).
 */
export async function fetchFirst(
  language: string,
  namespace: string,
  means: Means = {},
): Promise<{ language: string; translations: Translations }> {
  const order = [language, ...fallbackLanguages.filter((other) => other !== language)];
  for (const [index, candidate] of order.entries()) {
    try {
      return { language: candidate, translations: await fetchTranslations(candidate, namespace, means) };
    } catch (error) {
      if (index === order.length - 1) throw error;
    }
  }
  throw new Error('there is no language');
}

type Arrival = {
  /** Called if a fallback language was loaded instead of the requested language. */
  onOther: (wanted: string, arrived: string, translations: Translations) => void;
  /** Called if no language could be loaded. */
  onNone: (error: unknown) => void;
};

export const backend = ({ onOther, onNone }: Arrival): BackendModule => ({
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchFirst(language, namespace).then(({ language: arrived, translations }) => {
      done(null, translations);
      if (arrived !== language) onOther(language, arrived, translations);
      // Without texts, `done` is not called, because the page would show keys instead of texts.
    }, onNone);
  },
});
