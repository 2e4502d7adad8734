/**
 * Stores in this browser how long earlier items took. The page uses these durations to estimate the remaining time of a batch in which no
 * item is completed yet.
 */
import type { BatchItem } from '#shared/batch/api.ts';
import { localStore } from '#web/lib/storage.ts';

type TimedItem = Pick<BatchItem, 'itemId' | 'model' | 'status' | 'startedAt' | 'completedAt'>;

export type MeasuredDuration = { id: string; model: string; ms: number };

const storageKey = 'vitrine.durations';
/** Maximum number of stored durations per model. It is small, so that the estimate changes soon if the vendor becomes faster or slower. */
const durationsMax = 20;

/** Returns the durations of delivered items, computed from the times of the server. */
export const measureDurations = (items: readonly (TimedItem & { batchId: string })[]): MeasuredDuration[] =>
  items.flatMap(({ batchId, itemId, model, status, startedAt, completedAt }) => {
    if (status !== 'completed' || !startedAt || !completedAt) return [];
    const ms = Date.parse(completedAt) - Date.parse(startedAt);
    return ms > 0 ? { id: `${batchId}/${itemId}`, model, ms } : [];
  });

/** Merges stored and new durations without duplicates, the newest last. */
export function joinDurations(stored: readonly MeasuredDuration[], added: readonly MeasuredDuration[]): MeasuredDuration[] {
  const byId = new Map([...stored, ...added].map((entry) => [entry.id, entry]));
  return Object.values(Object.groupBy(byId.values(), ({ model }) => model)).flatMap((entries) => (entries ?? []).slice(-durationsMax));
}

const isDuration = (value: unknown): value is MeasuredDuration => {
  const { id, model, ms } = (value ?? {}) as Partial<MeasuredDuration>;
  return typeof id === 'string' && typeof model === 'string' && typeof ms === 'number' && ms > 0;
};

export function readDurations(): MeasuredDuration[] {
  try {
    const stored: unknown = JSON.parse(localStore.read(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDuration) : [];
  } catch {
    return [];
  }
}

export const writeDurations = (entries: readonly MeasuredDuration[]): void => localStore.write(storageKey, JSON.stringify(entries));
