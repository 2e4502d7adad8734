import { AppError } from '#shared/errors.ts';
import { record } from '../platform/metrics.ts';
import { itemRef, task } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { readBatchRow, readItem } from '../store/batches.ts';
import { captureItem } from '../store/ledger.ts';
import { returnSlots } from './slots.ts';

/**
 * Completes a delivered item and captures its cost in one transaction. Then returns the slot of the item. The slot of a video has already
 * been returned after the video was stored.
 */
export const handler = task(itemRef, async ({ input, now }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (!item?.result) throw new AppError('GenerationFailed', { details: { reason: 'No result is stored for this item.' } });
  const captured = await captureItem(item, now);
  if (item.kind !== 'video') await returnSlots(item, now, { isCompleted: true });
  if (captured) await recordDeliveryTime(item, now);
  return { captured };
});

async function recordDeliveryTime(item: Item, now: Date): Promise<void> {
  const model = modelOf(item);
  // The item is delivered even if the row of its batch cannot be read.
  const batch = model && (await readBatchRow(item.userId, item.batchId).catch(() => undefined));
  if (batch) record('DeliverySeconds', { Model: model }, (now.getTime() - Date.parse(batch.createdAt)) / 1000);
}

function modelOf(item: Item) {
  if (item.kind === 'pipeline') return undefined;
  return item.kind === 'photo-edit' ? item.settings.apiMode : item.model;
}
