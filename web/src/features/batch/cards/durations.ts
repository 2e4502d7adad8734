/** Work times of earlier results in this browser, for the estimate of a batch without ended items. */
import type { BatchItem } from '#shared/batch/api.ts';
import { localStore } from '#web/lib/storage.ts';

type Timed = Pick<BatchItem, 'itemId' | 'model' | 'status' | 'startedAt' | 'completedAt'>;

export type Measured = { id: string; model: string; ms: number };

const storageKey = 'vitrine.durations';
/** Maximum number of stored durations per model. The number is small, so that the estimate soon follows a faster or slower service. */
const keptMax = 20;

/** Returns the durations of delivered items, from the server's times. */
export const measured = (items: readonly (Timed & { batchId: string })[]): Measured[] =>
  items.flatMap(({ batchId, itemId, model, status, startedAt, completedAt }) => {
    if (status !== 'completed' || !startedAt || !completedAt) return [];
    const ms = Date.parse(completedAt) - Date.parse(startedAt);
    return ms > 0 ? { id: `${batchId}/${itemId}`, model, ms } : [];
  });

/** Merges stored and new durations without duplicates, the newest last. */
export function joinMeasured(kept: readonly Measured[], fresh: readonly Measured[]): Measured[] {
  const byId = new Map([...kept, ...fresh].map((entry) => [entry.id, entry]));
  return Object.values(Object.groupBy(byId.values(), ({ model }) => model)).flatMap((entries) => (entries ?? []).slice(-keptMax));
}

const isMeasured = (value: unknown): value is Measured => {
  const { id, model, ms } = (value ?? {}) as Partial<Measured>;
  return typeof id === 'string' && typeof model === 'string' && typeof ms === 'number' && ms > 0;
};

export function readMeasured(): Measured[] {
  try {
    const stored: unknown = JSON.parse(localStore.read(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMeasured) : [];
  } catch {
    return [];
  }
}

export const writeMeasured = (entries: readonly Measured[]): void => localStore.write(storageKey, JSON.stringify(entries));
