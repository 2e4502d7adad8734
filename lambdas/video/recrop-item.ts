/** Crops once more what could not be cropped when it was delivered. Free: no balance is in reach of it. */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { isVideo, type StoredVideo, type VideoItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { replaceByCropped } from '../store/ended-items.ts';
import { itemOfResult } from '../store/media.ts';
import { storeCropped } from './crop-video.ts';

/**
 * The item whose delivered video a key names.
 * @throws AppError AddressNotAllowed for anything but a delivered video of this user.
 */
export async function deliveredVideo(userId: string, key: string): Promise<{ item: VideoItem; result: StoredVideo }> {
  const name = itemOfResult(userId, key);
  const found = name && (await readBatch(userId, name.batchId));
  const item = found?.items.filter(isVideo).find(({ itemId }) => itemId === name?.itemId);
  // Before its end an item's video is not paid for, and nobody's to see.
  if (!item?.result || !hasEnded(item.status)) throw new AppError('AddressNotAllowed');
  return { item, result: item.result };
}

/**
 * Replaces an original, which was delivered because it could not be cropped, by the cropped file, on the item and in the history.
 * Run again, or for a video that was cropped at once, it returns the cropped file that exists.
 * @param key of one of the user's own results, the original's or the cropped one's.
 * @returns the key of the cropped file.
 * @throws AppError AddressNotAllowed for anything but a result of this user's; NothingToCrop where the whole frame was ordered;
 * CropFailed where it fails again, and the original stays.
 */
export async function recropItem(userId: string, key: string): Promise<{ key: string }> {
  const { item, result } = await deliveredVideo(userId, key);
  if (!item.plan?.cropInfo) throw new AppError('NothingToCrop');
  if (!item.cropFallback) return { key: result.key };
  const cropped = await storeCropped(item, result);
  // Where somebody else was quicker, the same file lies at the same key.
  await replaceByCropped(item, cropped);
  return { key: cropped.key };
}
