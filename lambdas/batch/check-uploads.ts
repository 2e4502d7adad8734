/** Looks at each upload of a batch before anything is held: whose it is, how large, and what its first bytes say it is. */
import { AppError } from '#shared/errors.ts';
import { firstBytesLength, refuseFile, sniffImageType } from '#shared/upload/image-file.ts';
import { folderOfUpload, isUploadOf, readStart } from '../store/media.ts';

const readsAtOnce = 20;

/** @throws AppError UploadNotFound (also for another user's), ImageTypeMismatch, or as `refuseFile` refuses, with the item's id. */
export async function checkUploads(userId: string, items: { itemId: string; uploadKey: string; exampleKeys?: string[] }[]): Promise<void> {
  const queue = items.values();
  const reader = async () => {
    for (const { itemId, uploadKey, exampleKeys = [] } of queue)
      for (const key of [uploadKey, ...exampleKeys]) await checkUpload(userId, key, { itemId });
  };
  await Promise.all(Array.from({ length: readsAtOnce }, reader));
}

async function checkUpload(userId: string, uploadKey: string, details: { itemId: string }): Promise<void> {
  const start = isUploadOf(userId, uploadKey) ? await readStart(uploadKey, firstBytesLength) : undefined;
  if (!start) throw new AppError('UploadNotFound', { details });
  const refusal = refuseFile(start, folderOfUpload(uploadKey));
  if (refusal) throw new AppError(refusal, { details });
  if (sniffImageType(start.bytes) !== start.contentType) throw new AppError('ImageTypeMismatch', { details });
}
