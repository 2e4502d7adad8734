/** Decides after a vendor's transient failure whether the video is ordered again, and closes the order that failed. */
import { videoPriceMils } from '#shared/vendor-prices.ts';
import { backoffSeconds, decideNextAction } from '#shared/video/retry-policy.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { forgetWork } from '../store/vendor-work.ts';
import { runningVideo } from './running-video.ts';

export type RetryDecision = { again: boolean; pauseSeconds: number };

/** @param lot from 0 to 1, for the length of the pause. */
export async function decideRetry(ref: ItemRef, lot: number): Promise<RetryDecision> {
  const item = await runningVideo(ref);
  const { attempts = 0, outcome } = item;
  const move = decideNextAction(item);
  // Only the order that was weighed is closed: its failure is known, so that none stands while the next is placed.
  if (move === 'order-again' && outcome) {
    // fal bills nothing for its own errors (docs/vendors.md).
    if (item.vendor === 'fal') await forgetWork(item, videoPriceMils(item, item.vendor));
    await changeItem(ref, {
      remove: ['outcome', 'intentAt', 'requestId', 'workStartedAt', 'taskToken'],
      ifEquals: { attempts, outcome },
    });
  }
  return { again: move !== 'give-up', pauseSeconds: backoffSeconds(attempts, lot) };
}
