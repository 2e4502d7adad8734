/** The order that is on its way to the server. It lives as long as the site is open, so that going to another page loses nothing. */
import { useSyncExternalStore } from 'react';

let underWay: string | undefined;
const listeners = new Set<() => void>();

export function setUnderWay(orderId: string | undefined): void {
  underWay = orderId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the order under way, if there is one. */
export const useUnderWay = (): string | undefined => useSyncExternalStore(subscribe, () => underWay);
