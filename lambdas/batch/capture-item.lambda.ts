import { AppError } from '#shared/errors.ts';
import { itemRef, task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { captureItem } from '../store/ledger.ts';
import { returnSlots } from './slots.ts';

/** Completes a delivered item and captures its cost in one transaction. Then returns the slot of the item. */
export const handler = task(itemRef, async ({ input, now }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (!item?.result) throw new AppError('GenerationFailed', { details: { reason: 'No result is stored for this item.' } });
  const captured = await captureItem(item, now);
  await returnSlots(item, now, { isCompleted: true });
  return { captured };
});
