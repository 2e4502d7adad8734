/** Ids of the open modal dialogs, the topmost last. A browser makes everything outside the topmost dialog inert. */
import { useSyncExternalStore } from 'react';

let ids: readonly string[] = [];
const listeners = new Set<() => void>();

function setIds(next: readonly string[]): void {
  ids = next;
  for (const listener of listeners) listener();
}

/** @returns a function that removes the dialog from the list. */
export function addOpenDialog(id: string): () => void {
  setIds([...ids, id]);
  return () => setIds(ids.filter((other) => other !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTopDialog = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => ids.at(-1),
    () => undefined,
  );
