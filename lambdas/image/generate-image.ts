/**
 * Makes one image in a single call. The call orders a batch of one item. The credits are held and captured in the same way as for any
 * batch. The call waits for the result, up to a maximum time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded } from '#shared/batch/batch.ts';
import { operationNameOf } from '#shared/batch/operations.ts';
import { AppError } from '#shared/errors.ts';
import { imageMessage } from '#shared/image/failure.ts';
import type { GenerateImageRequest, GenerateImageResponse } from '#shared/image/single-calls.ts';
import { createBatch } from '../batch/create-batch.ts';
import { storeInlineImage } from '../batch/store-inline-image.ts';
import { readItem } from '../store/batches.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { ownFileKey } from '../store/own-media.ts';
import { signedUrl } from '../store/signed-urls.ts';

/** Maximum time from the start of the function. API Gateway allows 30 s, including a cold start and the last read. */
const waitMsMax = 20_000;
const pollIntervalMs = 500;

/**
 * @param newId the id of the operation if the request contains no id.
 * @returns the image, or the name of the operation if the image is not done yet.
 * @throws AppError any error of the pictures or of starting a batch; the code of a failed image.
 */
export async function generateImage(
  user: CallingUser,
  { image, example, operationId, item }: GenerateImageRequest,
  newId: string,
  now: Date,
): Promise<GenerateImageResponse> {
  const waitUntil = performance.now() + waitMsMax;
  const { userId } = user;
  const addresses = [image.url, example?.before, example?.after].filter((address) => address !== undefined);
  const [ownKey, ...exampleKeys] = await Promise.all(addresses.map((address) => ownFileKey(userId, address)));
  const uploadKey = ownKey ?? (await storeInlineImage(user, image, now));
  const batchId = operationId ?? newId;
  await createBatch(user, { batchId, kind: 'image', items: [{ ...item, uploadKey }] }, now, {
    isOperation: true,
    ...(exampleKeys.length > 0 && { exampleKeys }),
  });
  while (performance.now() < waitUntil) {
    const row = await readItem(userId, batchId, 0);
    if (row?.status === 'completed' && row.result) return { success: true, imageUrl: await signedUrl(row.result.key, now) };
    if (row && hasEnded(row.status)) {
      const code = row.errorCode ?? 'GenerationFailed';
      throw new AppError(code, { message: imageMessage(code, item.model) });
    }
    await pause(pollIntervalMs);
  }
  return { success: false, operationName: operationNameOf(batchId) };
}
