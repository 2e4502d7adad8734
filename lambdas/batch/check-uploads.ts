/** Checks each picture of a batch before the hold: the owner, the size in bytes, and the type that the first bytes show. */
import { AppError } from '#shared/errors.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { isDeliveredResult, isResult } from '../store/delivered-results.ts';
import { isOwnFile } from '../store/media-keys.ts';
import { checkPicture } from '../store/own-media.ts';

type Pictures = { itemId: string; uploadKey: string; exampleKeys?: string[]; guidanceKey?: string };

/**
 * @throws AppError UploadNotFound if the file does not exist, belongs to another user, or is a result that is not delivered. Also throws
 * the errors of `checkPicture`. All errors contain the item's id.
 */
export async function checkUploads(userId: string, items: Pictures[]): Promise<void> {
  // Several items can use the same picture, so each picture is checked only once.
  const itemIdByKey = new Map<string, string>();
  for (const { itemId, uploadKey, exampleKeys = [], guidanceKey } of items)
    for (const key of [uploadKey, ...exampleKeys, ...(guidanceKey ? [guidanceKey] : [])])
      if (!itemIdByKey.has(key)) itemIdByKey.set(key, itemId);
  await inParallel([...itemIdByKey], async ([key, itemId]) => {
    const details = { itemId };
    const isUsable = isOwnFile(userId, key) && (!isResult(userId, key) || (await isDeliveredResult(userId, key)));
    if (!isUsable) throw new AppError('UploadNotFound', { details });
    await checkPicture(key, { details });
  });
}
