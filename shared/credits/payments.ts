/**
 * What a payment has brought and what of it is gone again, by what its vendor reports in any order and any number of times
 * (Q5, Q16). A payment is known by its refunds before its purchase where those are reported first.
 */
import type { Cents } from '../money.ts';

export type Dispute = {
  /** What the bank holds back; 0 where it gave it back, or only asked. */
  cents: Cents;
  /** When that was reported, in seconds: reports come in any order, and the latest holds. */
  at: number;
};

export type Payment = {
  /** Credits that it bought and what was paid for them; absent until it is credited. */
  bought?: { credits: Cents; paid: Cents };
  /** Refunded so far in all, as the vendor counts it. */
  refunded: Cents;
  disputes: Record<string, Dispute>;
  /** Credits that were claimed back so far. */
  reclaimed: Cents;
};

export const emptyPayment: Payment = { refunded: 0, disputes: {}, reclaimed: 0 };

/** The vendor's figure is a sum: a smaller one is an older report. */
export const applyRefund = (payment: Payment, refunded: Cents): Payment =>
  refunded > payment.refunded ? { ...payment, refunded } : payment;

export function applyDispute(payment: Payment, id: string, dispute: Dispute): Payment {
  const known = payment.disputes[id];
  // Of two reports of one second the one that ends the matter in our favour is the later: a dispute cannot be won before it is opened.
  const isNews = !known || dispute.at > known.at || (dispute.at === known.at && dispute.cents < known.cents);
  return isNews ? { ...payment, disputes: { ...payment.disputes, [id]: dispute } } : payment;
}

/**
 * The credits to claim back for what is gone of a payment, less what was claimed before; negative where money came back.
 * 50 credits for 45 dollars of which 9 are refunded: a fifth, so 10 credits.
 */
export function outstandingClaim({ bought, refunded, disputes, reclaimed }: Payment): Cents {
  if (!bought) return 0;
  const disputed = Object.values(disputes).reduce((sum, { cents }) => sum + cents, 0);
  const gone = Math.min(bought.paid, refunded + disputed);
  return Math.round((bought.credits * gone) / bought.paid) - reclaimed;
}

/** What of some claims there are funds for, and what stays as debt (Q16). */
export function allocateFunds({ claims, funds }: { claims: Cents; funds: Cents }): { taken: Cents; debt: Cents } {
  const taken = Math.min(claims, funds);
  return { taken, debt: claims - taken };
}
