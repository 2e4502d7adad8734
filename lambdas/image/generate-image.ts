/**
 * Makes one image in a single call: a batch of one item. Its credits are held and captured like those of any batch. The call waits for the
 * result as long as it can.
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
import { signedUrl } from '../store/media.ts';
import { ownFileKey } from '../store/own-media.ts';

/** Maximum time from the start of the call. The limit of API Gateway is 30 s; it includes a cold start and the last read. */
const waitMsMax = 20_000;
const pollEveryMs = 500;

/**
 * @param newId the operation's id if the caller chose none.
 * @returns the image, or the name of its operation if it is not done yet.
 * @throws AppError for the picture, any error of starting a batch, and the code of a failed image.
 */
export async function generateImage(
  user: CallingUser,
  { image, example, operationId, item }: GenerateImageRequest,
  newId: string,
  now: Date,
): Promise<GenerateImageResponse> {
  const waitUntil = performance.now() + waitMsMax;
  const { userId } = user;
  const named = [image.url, example?.before, example?.after].filter((address) => address !== undefined);
  const [ownKey, ...exampleKeys] = await Promise.all(named.map((address) => ownFileKey(userId, address, now)));
  const uploadKey = ownKey ?? (await storeInlineImage(user, image, now));
  const batchId = operationId ?? newId;
  await createBatch(user, { batchId, kind: 'image', items: [{ ...item, uploadKey }] }, now, {
    isOperation: true,
    ...(exampleKeys.length > 0 && { exampleKeys }),
  });
  while (performance.now() < waitUntil) {
    const made = await readItem(userId, batchId, 0);
    if (made?.status === 'completed' && made.result) return { success: true, imageUrl: await signedUrl(made.result.key, now) };
    if (made && hasEnded(made.status)) {
      const code = made.errorCode ?? 'GenerationFailed';
      throw new AppError(code, { message: imageMessage(code, item.model) });
    }
    await pause(pollEveryMs);
  }
  return { success: false, operationName: operationNameOf(batchId) };
}
