/** The address a vendor reports to. It names the item itself, so that a report finds it even if the vendor's id was never stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { endpoints } from '#shared/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';

type Ref = Pick<ItemRef, 'userId' | 'batchId' | 'index'>;

const sign = ({ userId, batchId, index }: Ref, key: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['fal-webhook', userId, batchId, index]))
    .digest('base64url');

export function webhookAddress(siteOrigin: string, ref: Ref, key: string): string {
  const query = { user: ref.userId, batch: ref.batchId, index: String(ref.index), proof: sign(ref, key) };
  return `${new URL(endpoints.receiveFalWebhook.path, siteOrigin)}?${new URLSearchParams(query)}`;
}

export const webhookQuery = z.object({ user: z.string(), batch: z.string(), index: z.coerce.number().int().min(0), proof: z.string() });

/** @throws AppError BadSignature unless we made this address. */
export function itemOfWebhook(query: z.infer<typeof webhookQuery>, key: string): Ref {
  const ref = { userId: query.user, batchId: query.batch, index: query.index };
  const [expected, given] = [Buffer.from(sign(ref, key)), Buffer.from(query.proof)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new AppError('BadSignature');
  return ref;
}
