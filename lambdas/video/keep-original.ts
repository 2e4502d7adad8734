/**
 * Delivers a video that could not be cropped as it is: the seller has one, if of another shape, and may have it cropped again for
 * nothing (Q24). Without FFmpeg, so that nothing which kept it from cropping can keep it from this.
 */
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { copyObject, uncroppedKey } from '../store/media.ts';
import { runningVideo } from './running-video.ts';

export async function keepOriginal(ref: ItemRef): Promise<void> {
  const item = await runningVideo(ref);
  if (item.result) return;
  if (!item.original) throw new AppError('GenerationFailed', { details: { reason: 'There is no video to keep.' } });
  const result = { ...item.original, key: uncroppedKey(item) };
  await copyObject(item.original.key, result.key);
  await changeItem(ref, { set: { result, cropFallback: true }, ifAbsent: ['result'] });
}
