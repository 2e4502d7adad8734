/**
 * Orders one video in a single call. The call orders a batch of one item. The credits are held and captured in the same way as for any
 * batch (docs/spec.md 17.1).
 */

import { operationNameOf } from '#shared/batch/operations.ts';
import type { GenerateVideoRequest, GenerateVideoResponse } from '#shared/video/single-calls.ts';
import { createBatch } from '../batch/create-batch.ts';
import { storeInlineImage } from '../batch/store-inline-image.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { ownFileKey } from '../store/own-media.ts';

/**
 * @param newId the id of the operation if the request contains no id.
 * @throws AppError any error of the picture or of starting a batch.
 */
export async function generateVideo(
  user: CallingUser,
  { image, operationId, item }: GenerateVideoRequest,
  newId: string,
  now: Date,
): Promise<GenerateVideoResponse> {
  const key = image.url ? await ownFileKey(user.userId, image.url) : await storeInlineImage(user, image, now);
  const batchId = operationId ?? newId;
  await createBatch(user, { batchId, kind: 'video', items: [{ ...item, uploadKey: key }] }, now, { isOperation: true });
  return { operationName: operationNameOf(batchId) };
}
