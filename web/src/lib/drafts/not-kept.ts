/** Records whether the browser refuses to store drafts, because its storage is full or blocked. */
import { useSyncExternalStore } from 'react';

let refused = false;
const listeners = new Set<() => void>();

export function noteKept(kept: boolean): void {
  refused = !kept;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNotKept = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => refused,
    () => false,
  );
