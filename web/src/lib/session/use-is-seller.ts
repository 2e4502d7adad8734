import { useSyncExternalStore } from 'react';
import { readSessionState, subscribeToSession } from './session.ts';
import { hasStoredSession } from './stored-session.ts';

/** Checks for a stored session while the session is loading, so that the header of a seller does not change after a reload. */
function isSeller(): boolean {
  const { status } = readSessionState();
  return status === 'user' || (status === 'loading' && hasStoredSession());
}

/** Returns whether the page shows the navigation of a seller. The build prerenders the page of a visitor. */
export const useIsSeller = (): boolean => useSyncExternalStore(subscribeToSession, isSeller, () => false);
