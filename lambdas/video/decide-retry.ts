/** After a transient failure of the vendor, decides whether to order the video again. Also records that the failed attempt has ended. */
import { videoPriceMils } from '#shared/vendor-prices.ts';
import { backoffSeconds, decideNextAction } from '#shared/video/retry-policy.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { subtractUnbilledWork } from '../store/vendor-work.ts';

export type RetryDecision = { again: boolean; pauseSeconds: number };

/** @param jitter from 0 to 1, for the random length of the pause. */
export async function decideRetry(ref: ItemRef, jitter: number): Promise<RetryDecision> {
  const item = await runningItem(ref, 'video');
  const { attempts = 0, outcome } = item;
  const action = decideNextAction(item);
  // Only the attempt that this function has read is closed. This attempt has failed. So no attempt is open when the next attempt starts.
  if (action === 'order-again' && outcome) {
    // fal does not bill its own errors (docs/vendors.md).
    if (item.vendor === 'fal') await subtractUnbilledWork(item, videoPriceMils(item, item.vendor));
    await changeItem(ref, {
      remove: ['outcome', 'intentAt', 'requestId', 'workStartedAt', 'taskToken'],
      ifEquals: { attempts, outcome },
    });
  }
  return { again: action !== 'give-up', pauseSeconds: backoffSeconds(attempts, jitter) };
}
