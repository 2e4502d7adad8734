/** Runs that a seller has closed with Start New in this browser. The list shows them, but the page does not open them without a request. */
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
