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

/** Stores a mark in this tab. The mark means that the next page must show samples. */
export const markFirstVisit = (): void => sessionStore.write(storageKey, 'samples');

export const hasFirstVisitMark = (): boolean => sessionStore.read(storageKey) !== undefined;

/** Returns whether the page must show samples, and removes the mark. */
export function takeFirstVisit(): boolean {
  const isFirstVisit = hasFirstVisitMark();
  sessionStore.remove(storageKey);
  return isFirstVisit;
}
