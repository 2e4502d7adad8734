/** Records whether the browser refuses to store drafts, because its storage is full or blocked. */
import { useSyncExternalStore } from 'react';

let isRefused = false;
const listeners = new Set<() => void>();

export function recordStorageResult(isStored: boolean): void {
  isRefused = !isStored;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStorageRefused = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRefused,
    () => false,
  );
