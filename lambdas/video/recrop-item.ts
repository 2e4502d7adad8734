/** Crops once more what could not be cropped when it was delivered. Free: no balance is in reach of it. */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { isVideo } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { replaceByCropped } from '../store/ended-items.ts';
import { itemOfResult } from '../store/media.ts';
import { storeCropped } from './crop-video.ts';

/**
 * Puts a cropped file in the place of an original that was delivered for want of one, on the item and so in its batch's history.
 * Run again, or for a video that was cropped at once, it answers the cropped file that is there.
 * @param key of one of the user's own results, the original's or the cropped one's.
 * @returns the key of the cropped file.
 * @throws AppError AddressNotAllowed for anything but a result of this user's; NothingToCrop where the whole frame was ordered;
 * CropFailed where it fails again, and the original stays.
 */
export async function recropItem(userId: string, key: string): Promise<{ key: string }> {
  const name = itemOfResult(userId, key);
  const found = name && (await readBatch(userId, name.batchId));
  const item = found?.items.filter(isVideo).find(({ itemId }) => itemId === name?.itemId);
  // Before its end an item's video is not paid for, and nobody's to see.
  if (!item?.result || !hasEnded(item.status)) throw new AppError('AddressNotAllowed');
  if (!item.plan?.cropInfo) throw new AppError('NothingToCrop');
  if (!item.cropFallback) return { key: item.result.key };
  const cropped = await storeCropped(item, item.result);
  // Where somebody else was quicker, the same file lies at the same key.
  await replaceByCropped(item, cropped);
  return { key: cropped.key };
}
