import { itemRef, task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { releaseItem } from '../store/ledger.ts';
import { codeOf, failure } from './failure-code.ts';
import { returnSlots } from './slots.ts';

/**
 * Ends an undelivered item and releases its hold in one transaction. An item with a cancel mark ends as cancelled. Then returns the slot.
 */
export const handler = task(itemRef.extend({ error: failure }), async ({ input, now }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (!item) return { released: false };
  const errorCode = item.cancelRequestedAt ? 'Cancelled' : codeOf(input.error.Error);
  const released = await releaseItem(item, { status: errorCode === 'Cancelled' ? 'cancelled' : 'failed', errorCode }, now);
  await returnSlots(item, now, { failure: errorCode });
  return { released };
});
