/** Fetches translations: up to five retries, the first after 350 ms, then doubling (SPEC 7, first row). */
import type { BackendModule } from 'i18next';

const retriesMax = 5;
const firstRetryMs = 350;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function fetchTranslations(
  language: string,
  namespace: string,
  { get = fetch, wait = sleep }: { get?: typeof fetch; wait?: (ms: number) => Promise<void> } = {},
): Promise<Record<string, unknown>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await get(`/locales/${language}/${namespace}.json`);
      if (!response.ok) throw new Error(`the translations answered ${response.status}`);
      return (await response.json()) as Record<string, unknown>;
    } catch (error) {
      if (attempt === retriesMax) throw error;
      await wait(firstRetryMs * 2 ** attempt);
    }
  }
}

export const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchTranslations(language, namespace).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    );
  },
};
