import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';

/**
 * The item that a step works on.
 * @throws AppError BatchNotFound where it is gone, Cancelled where the seller wants it no more, GenerationFailed where it has ended
 * meanwhile: none of them may be worked on.
 */
export async function runningItem({ userId, batchId, index }: ItemRef): Promise<Item> {
  const item = await readItem(userId, batchId, index);
  if (!item) throw new AppError('BatchNotFound');
  if (item.cancelRequestedAt) throw new AppError('Cancelled');
  if (hasEnded(item.status)) throw new AppError('GenerationFailed', { details: { status: item.status } });
  return item;
}
