/** Checks each picture of a batch before the hold: its owner, its size, and the type in its first bytes. */
import { AppError } from '#shared/errors.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { isOwnFile } from '../store/media.ts';
import { checkPicture } from '../store/own-media.ts';

/** @throws AppError UploadNotFound (also for a file of another user), or the errors of `checkPicture`; both with the item's id. */
export async function checkUploads(userId: string, items: { itemId: string; uploadKey: string; exampleKeys?: string[] }[]): Promise<void> {
  await inParallel(items, async ({ itemId, uploadKey, exampleKeys = [] }) => {
    const details = { itemId };
    for (const key of [uploadKey, ...exampleKeys]) {
      if (!isOwnFile(userId, key)) throw new AppError('UploadNotFound', { details });
      await checkPicture(key, { details });
    }
  });
}
