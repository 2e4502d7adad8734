/**
 * The webhook URL for a vendor. It contains the item and the number of the order, so that a report can be matched even if the vendor's
 * request id was never stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { endpoints } from '#shared/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';

/** An item, and the number of its order. */
export type OrderRef = Pick<ItemRef, 'userId' | 'batchId' | 'index'> & { attempt: number };

const sign = ({ userId, batchId, index, attempt }: OrderRef, key: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['fal-webhook', userId, batchId, index, attempt]))
    .digest('base64url');

export function webhookAddress(siteOrigin: string, ref: OrderRef, key: string): string {
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
export function orderOfWebhook(query: z.infer<typeof webhookQuery>, key: string): OrderRef {
  const ref = { userId: query.user, batchId: query.batch, index: query.index, attempt: query.attempt };
  const [expected, given] = [Buffer.from(sign(ref, key)), Buffer.from(query.proof)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new AppError('BadSignature');
  return ref;
}
