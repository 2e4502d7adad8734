/** Starts the order of a quote. */
import { AppError } from '#shared/errors.ts';
import { centsFromDollars, dollarsFromCents } from '#shared/money.ts';
import type { StartQuoteRequest } from '#shared/order/api.ts';
import { unitCentsOf } from '#shared/order/price.ts';
import { isCeilingAllowed, isQuoteExpired, isStartTimeAllowed } from '#shared/order/rules.ts';
import { instantOf } from '#shared/order/start-time.ts';
import { hashOf } from '../batch/start-work.ts';
import { type LargeOrder, type OrderRef, openOrder, readLargeOrder } from '../store/large-orders.ts';
import { scheduleStart } from './schedule-start.ts';

/**
 * Only the first call starts the order. A call with the same values can be repeated, even after the quote has expired.
 * @throws AppError OrderNotFound; QuoteExpired with both totals; CeilingTooLow; StartTimeInvalid; OrderStarted if the order was started
 * with other values; ActiveOrderLimit, AccountDeleted.
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
  const startAt = startTimeOf(quote, request, now);
  const order: LargeOrder = {
    ...quote,
    status: startAt ? 'scheduled' : 'running',
    ...(startAt && { startAt }),
    ceilingCents,
    ...(testFirst !== undefined && { testLeft: testFirst }),
    startHash,
    startedAt: now.toISOString(),
    ...(emailWhenDone && { emailWhenDone: true }),
    ...(language && { language }),
  };
  if (await openOrder(order)) {
    if (startAt) await scheduleStart(ref, startAt);
    return;
  }
  const startedOrder = await readLargeOrder(ref);
  if (startedOrder) assertSameStart(startedOrder, startHash);
}

/** Returns the requested start time in UTC, or undefined for a start at once. @throws AppError StartTimeInvalid */
function startTimeOf({ quotedAt }: LargeOrder, { startAt }: StartQuoteRequest, now: Date): string | undefined {
  if (!startAt) return undefined;
  const instant = instantOf(startAt);
  if (!instant || !isStartTimeAllowed(quotedAt, instant, now)) throw new AppError('StartTimeInvalid');
  return instant.toISOString();
}

function assertSameStart({ startHash }: LargeOrder, expectedHash: string): void {
  if (startHash !== expectedHash) throw new AppError('OrderStarted');
}
