import { itemRef, task } from '../platform/task.ts';
import { isVideo } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';
import { vendorOf } from '../vendors/video-vendor.ts';

/** Asks the vendor to stop what the seller cancelled. It may finish and bill all the same; nobody takes its video then. */
export const handler = task(itemRef, async ({ input }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (item && isVideo(item) && item.requestId) await vendorOf(item).cancel(item.model, item.requestId);
});
