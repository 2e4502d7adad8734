import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';

/**
 * Returns the item of a step, if the step may work on it.
 * @throws AppError BatchNotFound if the item does not exist, Cancelled after a cancel request, GenerationFailed if it has ended.
 */
export async function runningItem({ userId, batchId, index }: ItemRef): Promise<Item> {
  const item = await readItem(userId, batchId, index);
  if (!item) throw new AppError('BatchNotFound');
  if (item.cancelRequestedAt) throw new AppError('Cancelled');
  if (hasEnded(item.status)) throw new AppError('GenerationFailed', { details: { status: item.status } });
  return item;
}
