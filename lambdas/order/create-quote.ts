/** Stores the items of a large order with their price. The order starts later, with another call. */

import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { CreateQuoteRequest, CreateQuoteResponse } from '#shared/order/api.ts';
import { orderItemsOf, settingsOf } from '#shared/order/items.ts';
import { unitCentsOf } from '#shared/order/price.ts';
import { quoteValidHours, windowItemsMax } from '#shared/order/rules.ts';
import { checkUploads } from '../batch/check-uploads.ts';
import { hashOf } from '../batch/start-work.ts';
import { takeDailyUse } from '../store/daily-uses.ts';
import { insertQuote, type LargeOrder, readLargeOrder, writeOrderItems } from '../store/large-orders.ts';
import type { CallingUser } from '../store/limited-call.ts';

/**
 * The id of the quote is the idempotency key: a repeated call responds with the stored quote, even if the price has changed.
 * @throws AppError BatchIdReused if the id belongs to another request; FieldUnknown; DailyLimit; the errors of `checkUploads` and of the
 * schemas of items.
 */
export async function createQuote(user: CallingUser, request: CreateQuoteRequest, now: Date): Promise<CreateQuoteResponse> {
  const { userId } = user;
  const { quoteId: orderId } = request;
  const requestHash = hashOf(request);
  const existing = await readLargeOrder({ userId, orderId });
  if (existing) return responseOf(existing, requestHash);
  const filled = orderItemsOf(request);
  if ('refusal' in filled) throw new AppError(filled.refusal.code, { details: filled.refusal.details });
  const { items } = filled;
  await takeDailyUse(user, 'quote', now);
  await checkUploads(userId, items);
  const settings = settingsOf(request);
  const unitCents = unitCentsOf(settings);
  const quote: LargeOrder = {
    ...{ userId, orderId, version: 1, settings, requestHash, count: items.length, quotedAt: now.toISOString() },
    status: 'quoted',
    unitCents,
    ceilingCents: unitCents * items.length,
    remaining: items.map((_, position) => position),
    running: [],
    startedBatches: 0,
    ...{ completed: 0, failed: 0, cancelled: 0, batchIds: [] },
  };
  // The name of the file contains the hash of the request, so a parallel call with other items cannot change the items of this quote.
  await writeOrderItems(quote, items);
  if (await insertQuote(quote)) return responseOf(quote, requestHash);
  const parallelQuote = await readLargeOrder({ userId, orderId });
  if (!parallelQuote) throw new AppError('OrderNotFound');
  return responseOf(parallelQuote, requestHash);
}

/** @throws AppError BatchIdReused */
function responseOf({ orderId, requestHash, quotedAt, count, unitCents }: LargeOrder, expectedHash: string): CreateQuoteResponse {
  if (requestHash !== expectedHash) throw new AppError('BatchIdReused');
  return {
    quoteId: orderId,
    validUntil: new Date(Date.parse(quotedAt) + quoteValidHours * 3_600_000).toISOString(),
    count,
    unit: dollarsFromCents(unitCents),
    total: dollarsFromCents(unitCents * count),
    hold: dollarsFromCents(unitCents * Math.min(count, windowItemsMax)),
  };
}
