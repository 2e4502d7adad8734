/** The drawn progress of a video. The models report no progress, so the progress follows the elapsed time. */
import type { BatchOf, VideoBatchItem } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import type { MeasuredDuration } from '#web/features/batch/cards/durations.ts';
import { medianDurationMs } from '#web/features/batch/cards/estimate.ts';

/** Shares from 0 to 1: at the start, after the usual time, and the maximum before the video is there. */
const startShare = 0.02;
const usualShare = 0.8;
const waitingShareMax = 0.95;

/** Used for the line only, until this browser has measured a video of the model. The page promises no time that it has not measured. */
const assumedMs = 90_000;

/** Returns the share of a video that is being made. It grows evenly in the usual time, and then ever slower. */
export function shareAfter(passedMs: number, usualMs: number = assumedMs): number {
  const times = Math.max(0, passedMs) / usualMs;
  if (times <= 1) return startShare + (usualShare - startShare) * times;
  return waitingShareMax - (waitingShareMax - usualShare) * Math.exp(1 - times);
}

/** Returns the share of one version. A video that waits or is sent is at the start. */
export function shareOf(item: VideoBatchItem | undefined, durations: readonly MeasuredDuration[], nowMs: number): number {
  if (item && hasEnded(item.status)) return 1;
  const passedMs = nowMs - Date.parse(item?.startedAt ?? '');
  return item && !Number.isNaN(passedMs) ? shareAfter(passedMs, medianDurationMs(item.model, [], durations)) : startShare;
}

/** Returns the share of all running batches: the share of the video that needs the most time. */
export function shareOfRun(batches: readonly BatchOf<VideoBatchItem>[], durations: readonly MeasuredDuration[], nowMs: number): number {
  const items = batches.filter(({ status }) => status === 'running').flatMap((batch) => batch.items);
  return items.length === 0 ? startShare : Math.min(...items.map((item) => shareOf(item, durations, nowMs)));
}
