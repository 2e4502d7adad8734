import { itemRef, task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { vendorOf } from '../vendors/video-vendor.ts';

/** Asks the vendor to stop a cancelled video. The vendor may still finish and bill the video. In this case, the video is ignored. */
export const handler = task(itemRef, async ({ input }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (item?.kind === 'video' && item.requestId) await vendorOf(item).cancel(item.model, item.requestId);
});
