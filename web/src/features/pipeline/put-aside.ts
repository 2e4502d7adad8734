/** Runs that a seller has put aside in this browser with Start New: they are found in the list, and no longer shown by themselves. */
import { localStore } from '#web/lib/storage.ts';

const keptMax = 30;
const keyOf = (userId: string) => `vitrine.runs_aside.${userId}`;

export function readAside(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStore.read(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function writeAside(userId: string, runIds: readonly string[]): void {
  localStore.write(keyOf(userId), JSON.stringify(runIds.slice(-keptMax)));
}
