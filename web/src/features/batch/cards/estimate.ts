/** How much longer a run takes, from durations that were measured. Where none was, there is no estimate. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasEnded, type OrderedKind } from '#shared/batch/batch.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { concurrentEditsMax } from '#shared/photo-edit/batch.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { type Measured, measured } from './durations.ts';

/** So many of one batch are made at once. Images come in groups, which is slower by the wait for the last of each. */
const madeAtOnce: Record<OrderedKind, number> = { video: concurrentVideosMax, image: imagesPerGroup, edit: concurrentEditsMax };

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** What one item of a model takes: by the batch's own, or by what this browser remembers. */
function usualMs(model: string, own: readonly Measured[], remembered: readonly Measured[]): number | undefined {
  const of = (entries: readonly Measured[]) => entries.filter((entry) => entry.model === model).map(({ ms }) => ms);
  return median(of(own)) ?? median(of(remembered));
}

/** Milliseconds until the last item of a batch ends: some are made at once, in order, each in its usual time. */
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

/** Milliseconds until the last of the running batches ends, for they run side by side; undefined where nothing was measured. */
export function remainingMs(batches: readonly BatchOf<BatchItem>[], remembered: readonly Measured[], nowMs: number): number | undefined {
  const each = batches.filter((batch) => batch.status === 'running').map((batch) => remainingOfBatch(batch, remembered, nowMs));
  return each.length === 0 || each.includes(undefined) ? undefined : Math.max(...(each as number[]));
}
