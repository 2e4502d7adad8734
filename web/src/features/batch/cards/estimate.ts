/** Estimates the remaining time of a run from measured durations. Without a measurement there is no estimate. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded, type OrderedKind } from '#shared/batch/batch.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { concurrentEditsMax } from '#shared/photo-edit/batch.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { type Measured, measured } from './durations.ts';

/** Parallel items per batch. The real time of images is longer, because each group of images waits for its last image. */
const madeAtOnce: Record<OrderedKind, number> = { video: concurrentVideosMax, image: imagesPerGroup, edit: concurrentEditsMax };

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the median duration of one item, from this batch if possible, otherwise from the stored durations. */
function usualMs(model: string, own: readonly Measured[], remembered: readonly Measured[]): number | undefined {
  const of = (entries: readonly Measured[]) => entries.filter((entry) => entry.model === model).map(({ ms }) => ms);
  return median(of(own)) ?? median(of(remembered));
}

/** Returns the milliseconds until the last item of a batch ends. Assumes that items run in order, several of them in parallel. */
function remainingOfBatch(
  { kind, batchId, items }: BatchOf<BatchItem>,
  remembered: readonly Measured[],
  nowMs: number,
): number | undefined {
  const own = measured(items.map((item) => ({ ...item, batchId })));
  const free: number[] = Array(madeAtOnce[kind]).fill(0);
  const begins = (item: BatchItem) => (item.status === 'generating' ? Date.parse(item.startedAt ?? '') : undefined);
  const inOrder = [...items].sort((one, other) => Number(other.status === 'generating') - Number(one.status === 'generating'));
  for (const item of inOrder) {
    if (hasEnded(item.status)) continue;
    const usual = usualMs(item.model, own, remembered);
    if (usual === undefined) return undefined;
    const began = begins(item);
    const left = began === undefined || Number.isNaN(began) ? usual : Math.max(0, usual - (nowMs - began));
    const soonest = free.indexOf(Math.min(...free));
    free[soonest] = (free[soonest] ?? 0) + left;
  }
  return Math.max(...free);
}

/** Returns the milliseconds until the last running batch ends, or undefined without a measurement. Batches run in parallel. */
export function remainingMs(batches: readonly BatchOf<BatchItem>[], remembered: readonly Measured[], nowMs: number): number | undefined {
  const each = batches.filter((batch) => batch.status === 'running').map((batch) => remainingOfBatch(batch, remembered, nowMs));
  return each.length === 0 || each.includes(undefined) ? undefined : Math.max(...(each as number[]));
}
