/** Estimates the remaining time of a run from measured durations. Without a measurement, uses the usual duration of the model. */
import { usualSeconds } from '#shared/admission/lanes.ts';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded, type OrderedKind } from '#shared/batch/batch.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { concurrentEditsMax } from '#shared/photo-edit/batch.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { type MeasuredDuration, measureDurations } from './durations.ts';

/** Number of items of a batch that run in parallel. Images take longer than estimated, because a group waits for its last image. */
const concurrentItems: Record<OrderedKind, number> = { video: concurrentVideosMax, image: imagesPerGroup, edit: concurrentEditsMax };

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Returns the usual duration of one item: the median of this batch, otherwise the median of the stored durations, otherwise the usual
 * duration of the model. Undefined for an unknown model.
 */
export function usualDurationMs(
  model: string,
  batchDurations: readonly MeasuredDuration[],
  storedDurations: readonly MeasuredDuration[],
): number | undefined {
  const timesOf = (entries: readonly MeasuredDuration[]) => entries.filter((entry) => entry.model === model).map(({ ms }) => ms);
  const measuredMs = median(timesOf(batchDurations)) ?? median(timesOf(storedDurations));
  const seconds = usualSeconds(model);
  return measuredMs ?? (seconds === undefined ? undefined : seconds * 1_000);
}

/**
 * Returns the milliseconds until the last item of a batch ends. Assumes that the items start in order and that several of them run in
 * parallel.
 */
function remainingOfBatch(
  { kind, batchId, items }: BatchOf<BatchItem>,
  storedDurations: readonly MeasuredDuration[],
  nowMs: number,
): number | undefined {
  const batchDurations = measureDurations(items.map((item) => ({ ...item, batchId })));
  const laneEndsMs: number[] = Array(concurrentItems[kind]).fill(0);
  const parseStart = (item: BatchItem) => (item.status === 'generating' ? Date.parse(item.startedAt ?? '') : undefined);
  const sortedItems = [...items].sort((one, other) => Number(other.status === 'generating') - Number(one.status === 'generating'));
  for (const item of sortedItems) {
    if (hasEnded(item.status)) continue;
    const durationMs = usualDurationMs(item.model, batchDurations, storedDurations);
    if (durationMs === undefined) return undefined;
    const startMs = parseStart(item);
    const leftMs = startMs === undefined || Number.isNaN(startMs) ? durationMs : Math.max(0, durationMs - (nowMs - startMs));
    const firstFreeLane = laneEndsMs.indexOf(Math.min(...laneEndsMs));
    laneEndsMs[firstFreeLane] = (laneEndsMs[firstFreeLane] ?? 0) + leftMs;
  }
  return Math.max(...laneEndsMs);
}

/** Returns the milliseconds until the last running batch ends, or undefined if a duration is unknown. Batches run in parallel. */
export function remainingMs(
  batches: readonly BatchOf<BatchItem>[],
  storedDurations: readonly MeasuredDuration[],
  nowMs: number,
): number | undefined {
  const remainingTimes = batches
    .filter((batch) => batch.status === 'running')
    .map((batch) => remainingOfBatch(batch, storedDurations, nowMs));
  return remainingTimes.length === 0 || remainingTimes.includes(undefined) ? undefined : Math.max(...(remainingTimes as number[]));
}
