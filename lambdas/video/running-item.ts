import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';
import { type Item, readItem } from '../store/batches.ts';

/**
 * The item that a step works on.
 * @throws AppError BatchNotFound where it is gone, GenerationFailed where it has ended meanwhile: neither may be worked on.
 */
export async function runningItem({ userId, batchId, index }: ItemRef): Promise<Item> {
  const item = await readItem(userId, batchId, index);
  if (!item) throw new AppError('BatchNotFound');
  if (hasEnded(item.status)) throw new AppError('GenerationFailed', { details: { status: item.status } });
  return item;
}
