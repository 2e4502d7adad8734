/**
 * The only function that converts a payment to credits. Reports of the vendor and status calls of the seller can call it several times and
 * in any order. The ledger row of the purchase prevents a second credit (docs/spec.md 13.4).
 */
import { dollarsFromCents } from '#shared/money.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import { creditPurchase, type Report } from '../store/payments.ts';
import type { Checkout } from '../vendors/payment-port.ts';

/** Returns whether the credits are added. An unpaid checkout changes nothing. */
export async function takePayment(checkout: Checkout, report: Report): Promise<boolean> {
  if (checkout.status !== 'paid') return false;
  const { sessionId, userId, credits, price, paid, paymentId } = checkout;
  if (paid !== price) {
    // Only our code creates these sessions, and always without a discount. So a different amount needs manual review.
    log('error', 'the paid amount differs from the ordered price', { alert: 'payment_mismatch', sessionId, price, paid });
    record('PaymentMismatch', {});
    return false;
  }
  const outcome = await creditPurchase({ userId, sessionId, paymentId, credits, paid }, report);
  if (outcome === 'credited') record('PaidDollars', {}, dollarsFromCents(paid));
  if (outcome === 'account-gone') {
    log('error', 'a payment arrived for an account that no longer exists', { alert: 'payment_without_account', sessionId, paid });
    record('PaymentMismatch', {});
  }
  return outcome !== 'account-gone';
}
