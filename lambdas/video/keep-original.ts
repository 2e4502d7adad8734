/**
 * Delivers the uncropped video after a failed crop (docs/spec.md 5.4). The seller gets a video with another ratio, and can repeat the crop
 * for free. This step does not use FFmpeg, so it cannot fail for the same reason as the crop.
 */
import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { uncroppedKey } from '../store/media-keys.ts';
import { copyObject } from '../store/objects.ts';

export async function keepOriginal(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref, 'video');
  if (item.result) return;
  if (!item.original) throw new AppError('GenerationFailed', { details: { reason: 'There is no video to keep.' } });
  const result = { ...item.original, key: uncroppedKey(item) };
  await copyObject(item.original.key, result.key);
  await changeItem(ref, { set: { result, cropFallback: true }, ifAbsent: ['result'] });
}
