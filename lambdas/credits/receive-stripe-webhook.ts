/** Stripe's reports of payments. Nothing is read, logged or stored before its signature over the raw body is proved. */
import { applyDispute, applyRefund } from '#shared/credits/payments.ts';
import { log } from '../platform/log.ts';
import { changePayment, isKnownEvent, recordEvent } from '../store/payments.ts';
import type { PaymentReport } from '../vendors/payment-port.ts';
import { stripe } from '../vendors/stripe.ts';
import { takePayment } from './take-payment.ts';

type Delivery = { headers: Record<string, string | undefined>; rawBody: Buffer; now: Date };

/**
 * Reports come late, twice and in any order; an error here brings them again for three days.
 * @throws AppError BadRequest where the signature does not hold.
 */
export async function receiveStripeWebhook({ headers, rawBody, now }: Delivery): Promise<void> {
  const report = await stripe.readReport({ rawBody, signature: headers['stripe-signature'], now });
  if (report.about === 'nothing-of-ours' || (await isKnownEvent(report.eventId))) return;
  if (!(await act(report, now))) await recordEvent(report.eventId, now);
}

/** Answers whether the event's id was written along with what it did. */
async function act(report: Exclude<PaymentReport, { about: 'nothing-of-ours' }>, now: Date): Promise<boolean> {
  const { eventId, at } = report;
  if (report.about === 'checkout') {
    const { sessionId, status } = report.checkout;
    log('info', 'a checkout was reported', { sessionId, status, eventId });
    // Written along only by whoever of several credits first.
    await takePayment(report.checkout, { eventId, now });
    return false;
  }
  const { paymentId } = report;
  const outcome = await changePayment(
    paymentId,
    (payment) =>
      report.about === 'refund'
        ? applyRefund(payment, report.refunded)
        : applyDispute(payment, report.disputeId, { cents: report.cents, at }),
    { eventId, now },
  );
  log(outcome === 'account-gone' ? 'warn' : 'info', `a ${report.about} was reported`, { paymentId, outcome, eventId });
  return outcome !== 'nothing-new';
}
