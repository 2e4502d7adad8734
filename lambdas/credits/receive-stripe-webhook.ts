/** Receives payment reports from Stripe. It checks the signature of the raw body before it parses, logs or stores a report. */
import { applyDispute, applyRefund } from '#shared/credits/payments.ts';
import { log } from '../platform/log.ts';
import { changePayment, isKnownEvent, recordEvent } from '../store/payments.ts';
import type { PaymentReport } from '../vendors/payment-port.ts';
import { stripe } from '../vendors/stripe.ts';
import { saveCard } from './save-card.ts';
import { takePayment } from './take-payment.ts';

type Delivery = { headers: Record<string, string | undefined>; rawBody: Buffer; now: Date };

/**
 * Reports may arrive late, twice and in any order. After an error response, Stripe repeats a report for up to three days.
 * @throws AppError BadRequest if the signature is not valid.
 */
export async function receiveStripeWebhook({ headers, rawBody, now }: Delivery): Promise<void> {
  const report = await stripe.readReport({ rawBody, signature: headers['stripe-signature'], now });
  if (report.about === 'unrelated' || (await isKnownEvent(report.eventId))) return;
  if (!(await applyReport(report, now))) await recordEvent(report.eventId, now);
}

/** Returns true if the event id was written together with the effect of the event. */
async function applyReport(report: Exclude<PaymentReport, { about: 'unrelated' }>, now: Date): Promise<boolean> {
  const { eventId, at: eventSeconds } = report;
  if (report.about === 'checkout') {
    const { sessionId, status } = report.checkout;
    log('info', 'a checkout was reported', { sessionId, status, eventId });
    // Several reports can be about the same payment, but only the report that adds the credits also writes the id of its event. So the
    // caller must record the id of every other report.
    await takePayment(report.checkout, { eventId, now });
    return false;
  }
  if (report.about === 'card') {
    const page = await stripe.readCardPage(report.sessionId);
    if (page) await saveCard(page);
    return false;
  }
  const { paymentId } = report;
  const outcome = await changePayment(
    paymentId,
    (payment) =>
      report.about === 'refund'
        ? applyRefund(payment, report.refunded)
        : applyDispute(payment, report.disputeId, { cents: report.cents, at: eventSeconds }),
    { eventId, now },
  );
  log(outcome === 'account-gone' ? 'warn' : 'info', `a ${report.about} was reported`, { paymentId, outcome, eventId });
  return outcome !== 'unchanged';
}
