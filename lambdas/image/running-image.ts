import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import type { ImageItem } from '../store/batch-rows.ts';

/** Returns the image item of a step. @throws AppError the errors of `runningItem`, and BatchNotFound if the item is not an image. */
export async function runningImage(ref: ItemRef): Promise<ImageItem> {
  const item = await runningItem(ref);
  if (item.kind !== 'image') throw new AppError('BatchNotFound');
  return item;
}
