/** Starts the order of a quote. */
import { AppError } from '#shared/errors.ts';
import { centsFromDollars, dollarsFromCents } from '#shared/money.ts';
import type { StartQuoteRequest } from '#shared/order/api.ts';
import { isCeilingAllowed, isQuoteExpired } from '#shared/order/rules.ts';
import { hashOf } from '../batch/start-work.ts';
import { type LargeOrder, type OrderRef, openOrder, readLargeOrder } from '../store/large-orders.ts';
import { unitCentsOf } from './order-batch.ts';

/**
 * Only the first call starts the order. A call with the same values can be repeated, even after the quote has expired.
 * @throws AppError OrderNotFound; QuoteExpired with both totals; CeilingTooLow; OrderStarted if the order was started with other values;
 * ActiveOrderLimit, AccountDeleted.
 */
export async function startQuote(ref: OrderRef, request: StartQuoteRequest, now: Date): Promise<void> {
  const quote = await readLargeOrder(ref);
  if (!quote) throw new AppError('OrderNotFound');
  const startHash = hashOf(request);
  if (quote.status !== 'quoted') return assertSameStart(quote, startHash);
  const { unitCents, settings, count, quotedAt } = quote;
  if (isQuoteExpired(quotedAt, now)) {
    const current = dollarsFromCents(unitCentsOf(settings) * count);
    throw new AppError('QuoteExpired', { details: { quoted: dollarsFromCents(unitCents * count), current } });
  }
  const { ceiling, testFirst, emailWhenDone, language } = request;
  const ceilingCents = ceiling === undefined ? quote.ceilingCents : centsFromDollars(ceiling);
  if (!isCeilingAllowed(quote, ceilingCents)) throw new AppError('CeilingTooLow', { details: { unit: dollarsFromCents(unitCents) } });
  const order: LargeOrder = {
    ...quote,
    status: 'running',
    ceilingCents,
    ...(testFirst !== undefined && { testLeft: testFirst }),
    startHash,
    startedAt: now.toISOString(),
    ...(emailWhenDone && { emailWhenDone: true }),
    ...(language && { language }),
  };
  if (await openOrder(order)) return;
  const startedOrder = await readLargeOrder(ref);
  if (startedOrder) assertSameStart(startedOrder, startHash);
}

function assertSameStart({ startHash }: LargeOrder, expectedHash: string): void {
  if (startHash !== expectedHash) throw new AppError('OrderStarted');
}
