/**
 * The credits, refunds and disputes of a payment (docs/spec.md 13.7). The vendor can send its reports in any order and more than once. For
 * example, a refund can arrive before its purchase.
 */
import type { Cents } from '../money.ts';

export type Dispute = {
  /** Amount that the bank has taken back. The amount is 0 if the bank has returned it, or if the bank has only sent a question. */
  cents: Cents;
  /** Time of the report in seconds. Only the report with the latest time is valid, because reports can arrive in any order. */
  at: number;
};

export type Payment = {
  /** The bought credits and the paid amount. Undefined until the credits of the payment are added. */
  bought?: { credits: Cents; paid: Cents };
  /** Total refund so far, as the vendor reports it. */
  refunded: Cents;
  disputes: Record<string, Dispute>;
  /** Credits that were already claimed back. */
  reclaimed: Cents;
};

export const emptyPayment: Payment = { refunded: 0, disputes: {}, reclaimed: 0 };

/** The vendor reports a total. So a report with a smaller value is older. */
export const applyRefund = (payment: Payment, refunded: Cents): Payment =>
  refunded > payment.refunded ? { ...payment, refunded } : payment;

export function applyDispute(payment: Payment, id: string, dispute: Dispute): Payment {
  const currentDispute = payment.disputes[id];
  // The times are in whole seconds. If two reports have the same time, the report with the smaller amount is newer: a dispute is opened
  // before it is won.
  const isNewer =
    !currentDispute || dispute.at > currentDispute.at || (dispute.at === currentDispute.at && dispute.cents < currentDispute.cents);
  return isNewer ? { ...payment, disputes: { ...payment.disputes, [id]: dispute } } : payment;
}

/**
 * Returns the credits to claim back for refunds and disputes, without the credits that were already claimed back. The number is negative if
 * the bank returned money. Example: the seller paid $45 for $50 of credits. A refund of $9 is a fifth of the price, so $10 of credits are
 * claimed back.
 */
export function outstandingClaim({ bought, refunded, disputes, reclaimed }: Payment): Cents {
  if (!bought) return 0;
  const disputedCents = Object.values(disputes).reduce((sum, { cents }) => sum + cents, 0);
  const returnedCents = Math.min(bought.paid, refunded + disputedCents);
  return Math.round((bought.credits * returnedCents) / bought.paid) - reclaimed;
}

/** Splits claims into the part that the funds cover and the remaining debt (docs/spec.md 13.7). */
export function allocateFunds({ claims, funds }: { claims: Cents; funds: Cents }): { covered: Cents; debt: Cents } {
  const covered = Math.min(claims, funds);
  return { covered, debt: claims - covered };
}
