/**
 * The webhook URL for a vendor. It contains the item and the number of the attempt. So a report can be assigned to its item even if the
 * request id was never stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { endpoints } from '#shared/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';

/** An item, and the number of its attempt. */
export type AttemptRef = Pick<ItemRef, 'userId' | 'batchId' | 'index'> & { attempt: number };

const sign = ({ userId, batchId, index, attempt }: AttemptRef, key: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['fal-webhook', userId, batchId, index, attempt]))
    .digest('base64url');

export function webhookAddress(siteOrigin: string, ref: AttemptRef, key: string): string {
  const query = {
    user: ref.userId,
    batch: ref.batchId,
    index: String(ref.index),
    attempt: String(ref.attempt),
    proof: sign(ref, key),
  };
  return `${new URL(endpoints.receiveFalWebhook.path, siteOrigin)}?${new URLSearchParams(query)}`;
}

export const webhookQuery = z.object({
  user: z.string().max(100),
  batch: z.string().max(100),
  index: z.coerce.number().int().min(0).max(itemsPerBatchMax),
  attempt: z.coerce.number().int().min(1).max(1000),
  proof: z.string().max(100),
});

/** @throws AppError BadSignature unless we signed this URL. */
export function orderOfWebhook(query: z.infer<typeof webhookQuery>, key: string): AttemptRef {
  const ref = { userId: query.user, batchId: query.batch, index: query.index, attempt: query.attempt };
  const [expectedProof, receivedProof] = [Buffer.from(sign(ref, key)), Buffer.from(query.proof)];
  if (expectedProof.length !== receivedProof.length || !timingSafeEqual(expectedProof, receivedProof)) throw new AppError('BadSignature');
  return ref;
}
