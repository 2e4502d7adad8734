/** Orders the edit of one photo. The cost is held like the cost of other work. The photo is edited after the response (decision 006). */

import { AppError } from '#shared/errors.ts';
import type { PhotoEditAccepted, PhotoEditRequest } from '#shared/photo-edit/api.ts';
import { editCost, isGuided } from '#shared/photo-edit/batch.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { checkUploads } from '../batch/check-uploads.ts';
import { withEditLimit } from '../batch/edit-limit.ts';
import { startBatch } from '../batch/start-batch.ts';
import { storeUploadedBytes } from '../batch/store-inline-image.ts';
import type { PhotoEditItem } from '../store/batch-rows.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { ownFileKey } from '../store/own-media.ts';
import type { PhotoEditFiles } from './read-order.ts';

/** The id of the only item. */
export const photoItemId = 'photo';

/**
 * Orders an edit. If this fails, no credits are held and no edit is counted.
 * @param newId the id of the job if the request contains no id.
 * @throws AppError ImageRequired, GuidanceRequired, AddressNotAllowed, any rejection of an upload, DailyLimit, and any error of starting a
 * batch.
 */
export async function orderEdit(
  user: CallingUser,
  { operationId, imageKey, guidanceKey, settings, files }: PhotoEditRequest & { files: PhotoEditFiles },
  newId: string,
  now: Date,
): Promise<PhotoEditAccepted> {
  const { userId } = user;
  const keyOf = async (file: Buffer | undefined, pictureName: string | undefined) =>
    file ? storeUploadedBytes(user, file, now) : pictureName && ownFileKey(userId, pictureName);
  if (!files.image && !imageKey) throw new AppError('ImageRequired');
  if (isGuided(settings) && !files.guidance && !guidanceKey) throw new AppError('GuidanceRequired');
  const uploadKey = String(await keyOf(files.image, imageKey));
  // If no setting uses the guiding picture, it is not added to the item, and so it is not checked.
  const guide = isGuided(settings) ? await keyOf(files.guidance, guidanceKey) : undefined;
  const batchId = operationId ?? newId;
  const item: PhotoEditItem = {
    kind: 'photo-edit',
    userId,
    batchId,
    itemId: photoItemId,
    index: 0,
    uploadKey,
    ...(guide && { guidanceKey: guide }),
    settings,
    cents: editCost(settings),
    status: 'queued',
  };
  const start = () =>
    startBatch(
      {
        user,
        batchId,
        kind: 'photo-edit',
        request: { uploadKey, guide, settings },
        items: async () => [item],
        requestMils: () => vendorPrices.photoEdit[settings.apiMode],
        check: () => checkUploads(userId, [{ itemId: photoItemId, uploadKey, ...(guide && { exampleKeys: [guide] }) }]),
      },
      now,
    );
  const { quote } = await withEditLimit({ user, batchId, count: () => 1 }, now, start);
  return { jobId: batchId, status: 'queued', cost: quote.total };
}
