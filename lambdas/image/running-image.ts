import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import type { ImageItem } from '../store/batch-rows.ts';

/** The image that a step works on. @throws AppError as `runningItem` does, and BatchNotFound for an item that is none. */
export async function runningImage(ref: ItemRef): Promise<ImageItem> {
  const item = await runningItem(ref);
  if (item.kind !== 'image') throw new AppError('BatchNotFound');
  return item;
}
