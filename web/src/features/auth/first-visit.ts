/** The first page of a new account (docs/spec.md 3.2). The callback page selects it, and the app fills in the samples. */
import { paths } from '#web/app/paths.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.first_visit';

/**
 * Returns the page after a sign-in. A new account that signed in on the landing page starts in the tool, because the landing page only
 * repeats the offer. Every other address is kept.
 */
export function pageAfterSignIn(address: string, isNewAccount: boolean): { address: string; isFirstVisit: boolean } {
  const [path, query] = address.split('?', 2);
  if (path !== paths.home || !isNewAccount) return { address, isFirstVisit: false };
  return { address: query === undefined ? paths.batchVideo : `${paths.batchVideo}?${query}`, isFirstVisit: true };
}

/** Stores in this tab that the next page must show samples. */
export const noteFirstVisit = (): void => sessionStore.write(storageKey, 'samples');

export const isFirstVisitNoted = (): boolean => sessionStore.read(storageKey) !== undefined;

/** Returns only once whether the page must show samples. */
export function takeFirstVisit(): boolean {
  const isNoted = isFirstVisitNoted();
  sessionStore.remove(storageKey);
  return isNoted;
}
