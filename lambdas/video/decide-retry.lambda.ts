import { codeOf, failure } from '../batch/failure-code.ts';
import { runningItem } from '../batch/running-item.ts';
import { reportVendor } from '../batch/slots.ts';
import { itemRef, task } from '../platform/task.ts';
import { decideRetry } from './decide-retry.ts';

/**
 * Decides whether to order a video again. If so, counts the failure of the vendor now. Otherwise, the failure is counted when the item is
 * released.
 */
export const handler = task(itemRef.extend({ error: failure }), async ({ input, now }) => {
  const { error, ...ref } = input;
  const decision = await decideRetry(ref, Math.random());
  if (decision.again) await reportVendor(await runningItem(ref, 'video'), { failure: codeOf(error.Error) }, now);
  return decision;
});
