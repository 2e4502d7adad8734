/** One video by a call of its own: a batch of one, held and captured like any other (Q27). */
import { createHash } from 'node:crypto';
import { imageTypes } from '#shared/upload/image-file.ts';
import { type GenerateVideoRequest, type GenerateVideoResponse, operationNameOf } from '#shared/video/single-calls.ts';
import { createBatch } from '../batch/create-batch.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { putObject, uploadKey } from '../store/media.ts';
import { ownUploadKey } from '../store/own-media.ts';

/** @param newId the operation's, where the caller chose none. @throws AppError for the picture, and whatever starting a batch throws. */
export async function generateVideo(
  userId: string,
  { image, operationId, item }: GenerateVideoRequest,
  newId: string,
  now: Date,
): Promise<GenerateVideoResponse> {
  const key = image.url ? await ownUploadKey(userId, image.url, now) : await keepInline(userId, image);
  const batchId = operationId ?? newId;
  await createBatch(userId, { batchId, kind: 'video', items: [{ ...item, uploadKey: key }] }, now, { isOperation: true });
  return { operationName: operationNameOf(batchId) };
}

/** Becomes an upload like any other, under a name that its bytes give it: the same call again is the same order. */
async function keepInline(userId: string, { base64 = '', mimeType }: GenerateVideoRequest['image']): Promise<string> {
  const { bytes, contentType } = decodeInlineImage(base64, mimeType);
  const key = uploadKey(userId, 'inline', createHash('sha256').update(bytes).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return key;
}
