import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { isVideo, type VideoItem } from '../store/batch-rows.ts';

/** The video that a step works on. @throws AppError as `runningItem` does, and BatchNotFound for an item that is none. */
export async function runningVideo(ref: ItemRef): Promise<VideoItem> {
  const item = await runningItem(ref);
  if (!isVideo(item)) throw new AppError('BatchNotFound');
  return item;
}
