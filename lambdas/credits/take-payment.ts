/**
 * The one way by which a payment becomes credits, whoever says that it came: the vendor's report, or the seller's own look at how
 * it stands. Both may come, each any number of times, in any order; the ledger's row of the purchase guards (Q5).
 */
import { log } from '../platform/log.ts';
import { creditPurchase, type Report } from '../store/payments.ts';
import type { Checkout } from '../vendors/payment-port.ts';

/** Answers whether the credits are there. A checkout that is not paid changes nothing. */
export async function takePayment(checkout: Checkout, report: Report): Promise<boolean> {
  if (checkout.status !== 'paid') return false;
  const { sessionId, userId, credits, price, paid, paymentId } = checkout;
  if (paid !== price) {
    // Nobody but us makes such a session, and it allows no discount: a person must look.
    log('error', 'a payment is not of the price that was ordered', { alert: 'payment_mismatch', sessionId, price, paid });
    return false;
  }
  const outcome = await creditPurchase({ userId, sessionId, paymentId, credits, paid }, report);
  if (outcome === 'account-gone')
    log('error', 'a payment came for an account that is gone', { alert: 'payment_without_account', sessionId, paid });
  return outcome !== 'account-gone';
}
