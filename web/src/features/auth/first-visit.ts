/** The first page of a new account (docs/spec.md 3.2). The callback page selects this page, and the app adds the samples. */
import { paths } from '#web/app/paths.ts';
import { sessionStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.first_visit';

/**
 * Returns the page after a sign-in. For a new user who signed in on the landing page, this is a tool, because the landing page would only
 * repeat the offer. For all others, it is the page on which they signed in.
 */
export function pageAfterSignIn(address: string, isNewAccount: boolean): { address: string; isFirstVisit: boolean } {
  const [path, query] = address.split('?', 2);
  if (path !== paths.home || !isNewAccount) return { address, isFirstVisit: false };
  return { address: query === undefined ? paths.batchVideo : `${paths.batchVideo}?${query}`, isFirstVisit: true };
}

/** Stores in this browser tab that the next page must show samples. */
export const markFirstVisit = (): void => sessionStore.write(storageKey, 'samples');

export const hasFirstVisitMark = (): boolean => sessionStore.read(storageKey) !== undefined;

/** Returns whether the page must show samples, and removes the stored value. */
export function takeFirstVisit(): boolean {
  const isFirstVisit = hasFirstVisitMark();
  sessionStore.remove(storageKey);
  return isFirstVisit;
}
