/** Decides after a vendor's transient failure whether the video is ordered again, and closes the order that failed. */
import { videoPriceMils } from '#shared/vendor-prices.ts';
import { nextMove, pauseSecondsAfter } from '#shared/video/tries.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { forgetWork } from '../store/vendor-work.ts';
import { runningVideo } from './running-video.ts';

export type Weighed = { again: boolean; pauseSeconds: number };

/** @param lot from 0 to 1, for the length of the pause. */
export async function weighTry(ref: ItemRef, lot: number): Promise<Weighed> {
  const item = await runningVideo(ref);
  const { attempts = 0, outcome } = item;
  const move = nextMove(item);
  // Only the order that was weighed is closed: its failure is known, so that none stands while the next is placed.
  if (move === 'order-again' && outcome) {
    // fal bills nothing for its own errors (docs/vendors.md).
    if (item.vendor === 'fal') await forgetWork(item, videoPriceMils(item, item.vendor));
    await changeItem(ref, {
      remove: ['outcome', 'intentAt', 'requestId', 'workStartedAt', 'taskToken'],
      where: { attempts, outcome },
    });
  }
  return { again: move !== 'give-up', pauseSeconds: pauseSecondsAfter(attempts, lot) };
}
