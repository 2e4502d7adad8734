import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { isVideo, type VideoItem } from '../store/batch-rows.ts';

/** Returns the video item of a step. @throws AppError the errors of `runningItem`, and BatchNotFound if the item is not a video. */
export async function runningVideo(ref: ItemRef): Promise<VideoItem> {
  const item = await runningItem(ref);
  if (!isVideo(item)) throw new AppError('BatchNotFound');
  return item;
}
