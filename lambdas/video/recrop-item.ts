/** Repeats the crop of a video whose crop failed at delivery. The crop is free: this code cannot change balances. */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { StoredVideo, VideoItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { replaceWithCroppedVideo } from '../store/ended-items.ts';
import { signStoredFile } from '../store/file-signing.ts';
import { itemOfResult, unsignedCropKey, videoKey } from '../store/media-keys.ts';
import { deleteObject } from '../store/objects.ts';
import { storeCropped } from './crop-video.ts';

/**
 * Returns the item and the result for the key of a delivered video.
 * @throws AppError AddressNotAllowed if the key is not a delivered video of this user.
 */
export async function deliveredVideo(userId: string, key: string): Promise<{ item: VideoItem; result: StoredVideo }> {
  const name = itemOfResult(userId, key);
  const work = name && (await readBatch(userId, name.batchId));
  const item = work?.items.filter((one) => one.kind === 'video').find(({ itemId }) => itemId === name?.itemId);
  // The video of an item that has not ended is not paid, so it must not be shown.
  if (!item?.result || !hasEnded(item.status)) throw new AppError('AddressNotAllowed');
  return { item, result: item.result };
}

/**
 * After a failed crop, replaces the delivered original by the cropped file, on the item and in the history. If the video is already
 * cropped, returns the existing cropped file.
 * @param key the key of a result of the user: the original or the cropped video.
 * @returns the key of the cropped file.
 * @throws AppError AddressNotAllowed if the key is not a result of this user.
 * @throws AppError NothingToCrop if the whole frame was ordered.
 * @throws AppError CropFailed if the crop fails again. In this case, the seller still has the original.
 */
export async function recropItem(userId: string, key: string): Promise<{ key: string }> {
  const { item, result } = await deliveredVideo(userId, key);
  if (!item.plan?.cropInfo) throw new AppError('NothingToCrop');
  if (!item.cropFallback) return { key: result.key };
  const cropped = await storeCropped(item, result, unsignedCropKey(item));
  const signed = await signStoredFile({ kind: 'video', key: cropped.key, baseKey: videoKey(item), parentKey: result.key });
  // Removes the hash of the uncropped video. `signed` contains the new hash, or no hash if the file has no credentials.
  const { sha256: _, ...measured } = { ...result, ...cropped };
  // A concurrent call may have replaced the video before. Then this write has no effect.
  const isReplaced = await replaceWithCroppedVideo(item, { ...measured, ...signed });
  if (signed.key !== cropped.key) await deleteObject(cropped.key);
  return { key: isReplaced ? signed.key : (await deliveredVideo(userId, key)).result.key };
}
