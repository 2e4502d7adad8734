/** The progress of a video on the page. The models report no progress, so the page estimates it from the elapsed time. */
import type { BatchOf, VideoBatchItem } from '#shared/batch/api.ts';
import { hasEnded, hasOpenItems } from '#shared/batch/batch.ts';
import type { MeasuredDuration } from '#web/features/batch/cards/durations.ts';
import { usualDurationMs } from '#web/features/batch/cards/estimate.ts';

/** Three values of the progress from 0 to 1: at the start, after the usual time, and the maximum before the video is delivered. */
const startShare = 0.02;
const usualShare = 0.8;
const waitingShareMax = 0.95;

/** Returns the progress of a video that is being made. It grows evenly during the usual time, and then more and more slowly. */
export function shareAfter(passedMs: number, usualMs: number): number {
  const times = Math.max(0, passedMs) / usualMs;
  if (times <= 1) return startShare + (usualShare - startShare) * times;
  return waitingShareMax - (waitingShareMax - usualShare) * Math.exp(1 - times);
}

/** Returns the progress of one version. A version that waits or is being sent has the start value. */
export function shareOf(item: VideoBatchItem | undefined, durations: readonly MeasuredDuration[], nowMs: number): number {
  if (item && hasEnded(item.status)) return 1;
  const passedMs = nowMs - Date.parse(item?.startedAt ?? '');
  const usualMs = item && usualDurationMs(item.model, [], durations);
  return usualMs && !Number.isNaN(passedMs) ? shareAfter(passedMs, usualMs) : startShare;
}

/** Returns the progress of all running batches: the lowest progress of their videos. */
export function shareOfRun(batches: readonly BatchOf<VideoBatchItem>[], durations: readonly MeasuredDuration[], nowMs: number): number {
  const items = batches.filter(hasOpenItems).flatMap((batch) => batch.items);
  return items.length === 0 ? startShare : Math.min(...items.map((item) => shareOf(item, durations, nowMs)));
}
