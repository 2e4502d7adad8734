/**
 * The credits, refunds and disputes of a payment (docs/spec.md 13.7). The vendor can send its reports in any order and repeatedly.
 * A refund can be reported before its purchase.
 */
import type { Cents } from '../money.ts';

export type Dispute = {
  /** Amount that the bank keeps; 0 if it returned the amount or only sent an inquiry. */
  cents: Cents;
  /** Time of the report in seconds. Reports arrive in any order, and the latest one is valid. */
  at: number;
};

export type Payment = {
  /** Bought credits and the paid amount; missing until the payment is credited. */
  bought?: { credits: Cents; paid: Cents };
  /** Total refund so far, as the vendor reports it. */
  refunded: Cents;
  disputes: Record<string, Dispute>;
  /** Credits that were already claimed back. */
  reclaimed: Cents;
};

export const emptyPayment: Payment = { refunded: 0, disputes: {}, reclaimed: 0 };

/** The vendor reports a total, so a smaller value is an older report. */
export const applyRefund = (payment: Payment, refunded: Cents): Payment =>
  refunded > payment.refunded ? { ...payment, refunded } : payment;

export function applyDispute(payment: Payment, id: string, dispute: Dispute): Payment {
  const known = payment.disputes[id];
  // Timestamps have one-second resolution. On a tie, the smaller amount is newer: a dispute opens before it is won.
  const isNews = !known || dispute.at > known.at || (dispute.at === known.at && dispute.cents < known.cents);
  return isNews ? { ...payment, disputes: { ...payment.disputes, [id]: dispute } } : payment;
}

/**
 * Returns the credits to claim back for refunds and disputes, minus those already claimed. Negative if the bank returned money.
 * Example: for 50 credits at 45 dollars, a refund of 9 dollars is a fifth, so 10 credits.
 */
export function outstandingClaim({ bought, refunded, disputes, reclaimed }: Payment): Cents {
  if (!bought) return 0;
  const disputed = Object.values(disputes).reduce((sum, { cents }) => sum + cents, 0);
  const gone = Math.min(bought.paid, refunded + disputed);
  return Math.round((bought.credits * gone) / bought.paid) - reclaimed;
}

/** Splits claims into the part that the funds cover and the remaining debt (docs/spec.md 13.7). */
export function allocateFunds({ claims, funds }: { claims: Cents; funds: Cents }): { taken: Cents; debt: Cents } {
  const taken = Math.min(claims, funds);
  return { taken, debt: claims - taken };
}
