/** Runs that a seller has closed with Start New in this browser. The list still contains them, but the page opens them only on request. */
import { localStore } from '#web/lib/storage.ts';

const closedRunsMax = 30;
const keyOf = (userId: string) => `vitrine.closed_runs.${userId}`;

export function readClosedRuns(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStore.read(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function writeClosedRuns(userId: string, runIds: readonly string[]): void {
  localStore.write(keyOf(userId), JSON.stringify(runIds.slice(-closedRunsMax)));
}
