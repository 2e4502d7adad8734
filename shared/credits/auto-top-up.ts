/**
 * The rules of the automatic top-up as pure functions (docs/decisions/045). The seller saves a card and three amounts. When the available
 * credits fall below the threshold, a job charges the card. The state of one account is one value, and each write replaces the whole value.
 */

import type { Cents } from '../money.ts';
import { packageFor } from './packages.ts';

/** The saved card. Only the payment vendor knows its number. */
export type SavedCard = {
  /** The customer at the vendor. Each saved card has its own customer, so the deletion of the customer also deletes the card. */
  customerId: string;
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** Why the top-up was turned off. `unknown`: the vendor did not respond for a day, and did not know the payment later. */
export type StopReason = 'declined' | 'authentication' | 'unknown';

/** A payment that has started. Its price already counts towards the limit of the month. */
export type TopUpAttempt = {
  id: string;
  credits: Cents;
  price: Cents;
  customerId: string;
  paymentMethodId: string;
  startedAt: string;
  /** How often the vendor was asked to charge the card. All requests have the same idempotency key. */
  requests: number;
  /** The time of the next request, if the outcome of the last request is not known. */
  nextAt: string;
};

export type AutoTopUp = {
  /** Increases with each write. A write needs the revision that was read. */
  revision: number;
  isOn: boolean;
  /** A top-up starts if the available credits are lower. */
  threshold: Cents;
  /** The credits of one top-up. */
  amount: Cents;
  /** The highest sum of the prices of all top-ups in a calendar month (UTC). */
  monthlyLimit: Cents;
  /** The time and the version of the text to which the seller agreed. */
  consent?: { at: string; version: number };
  card?: SavedCard;
  /** The last page for a card that was opened. Only the card of this page is accepted. */
  setupId?: string;
  stopReason?: StopReason;
  attempt?: TopUpAttempt;
  /** The prices of all top-ups of a month, including the running top-up. */
  spent: { month: string; price: Cents };
  /** The month in which the seller was told that the limit is reached. */
  toldLimitIn?: string;
  /** Customers at the vendor that must be deleted, because their cards were replaced or removed. */
  oldCustomerIds: string[];
};

/** What a mail tells the seller. `limit`: the limit of the month does not allow another top-up. */
export type TopUpNews = {
  outcome: 'paid' | 'limit' | StopReason;
  credits: Cents;
  price: Cents;
  last4: string;
  /** The payment page for the same amount, if the card was not charged. */
  checkoutUrl?: string | undefined;
};

/** Limits of the amounts, in dollars. */
export const autoTopUpDollars = {
  threshold: { min: 1, max: 500 },
  amount: { min: 5, max: 1000 },
  monthlyLimit: { min: 5, max: 10_000 },
} as const;

/** The version of the consent text. It increases when the meaning of the text changes. */
export const consentVersion = 1;

/** The vendor keeps an idempotency key for at least 24 hours: https://docs.stripe.com/api/idempotent_requests */
const requestHoursMax = 20;
const firstPauseSeconds = 60;
const longestPauseSeconds = 3600;
/** A seller replaces a card rarely. If this number of customers must be deleted, the seller cannot open a page for a new card yet. */
export const oldCustomersMax = 10;

export const newAutoTopUp: AutoTopUp = {
  revision: 0,
  isOn: false,
  threshold: 1000,
  amount: 5000,
  monthlyLimit: 20_000,
  spent: { month: '', price: 0 },
  oldCustomerIds: [],
};

/** Returns the price of one top-up. The discount is the same as for a top-up on the page. */
export const topUpPrice = ({ amount }: Pick<AutoTopUp, 'amount'>): Cents => packageFor(amount / 100).price;

/** Returns the UTC month, for example `2026-11`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Returns the prices of all top-ups of the current month. */
export const spentInMonth = ({ spent }: AutoTopUp, now: Date): Cents => (spent.month === monthOf(now) ? spent.price : 0);

/** Returns whether a job must look at the account: `open` always, `watch` only if the available credits are below the threshold. */
export function jobState({ isOn, card, attempt, oldCustomerIds }: AutoTopUp, { isClosing = false } = {}): 'open' | 'watch' | undefined {
  if (attempt || oldCustomerIds.length > 0 || (isClosing && card)) return 'open';
  return isOn && card && !isClosing ? 'watch' : undefined;
}

export type AccountState = { available: Cents; debt: Cents; closingAt?: string };

/**
 * Returns what to do for an account without a running attempt. An account with a debt has a refunded or disputed payment, so its card is
 * not charged.
 */
export function nextTopUp(topUp: AutoTopUp, account: AccountState, now: Date): 'start' | 'tell-limit' | 'nothing' {
  const { isOn, card, attempt, threshold, monthlyLimit, toldLimitIn } = topUp;
  if (!isOn || !card || attempt || account.closingAt || account.debt > 0 || account.available >= threshold) return 'nothing';
  if (spentInMonth(topUp, now) + topUpPrice(topUp) <= monthlyLimit) return 'start';
  return toldLimitIn === monthOf(now) ? 'nothing' : 'tell-limit';
}

/** Starts an attempt, and counts its price for the month. The caller has checked `nextTopUp`. */
export function withAttempt(topUp: AutoTopUp, id: string, now: Date): AutoTopUp & { attempt: TopUpAttempt } {
  const { card, amount } = topUp;
  if (!card) throw new TypeError('A top-up needs a card');
  const price = topUpPrice(topUp);
  const at = now.toISOString();
  const { customerId, paymentMethodId } = card;
  return {
    ...topUp,
    attempt: { id, credits: amount, price, customerId, paymentMethodId, startedAt: at, requests: 0, nextAt: at },
    spent: { month: monthOf(now), price: spentInMonth(topUp, now) + price },
  };
}

/** Counts a request before it is sent. If its outcome stays unknown, the next request follows after a pause of 1 to 60 minutes. */
export function withRequest<Running extends AutoTopUp & { attempt: TopUpAttempt }>(topUp: Running, now: Date): Running {
  const { requests } = topUp.attempt;
  const pauseSeconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** requests);
  const nextAt = new Date(now.getTime() + pauseSeconds * 1000).toISOString();
  return { ...topUp, attempt: { ...topUp.attempt, requests: requests + 1, nextAt } };
}

/** Returns whether the card may still be charged. If not, the job only checks whether an earlier request charged it. */
export const mayRequest = ({ startedAt }: TopUpAttempt, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt) < requestHoursMax * 3600 * 1000;

/** Ends an attempt whose payment has succeeded. */
export function withPaidAttempt({ attempt: _, stopReason: __, ...topUp }: AutoTopUp): AutoTopUp {
  return topUp;
}

/** Ends an attempt without a payment. The price no longer counts for the month, and the top-up is off until the seller turns it on. */
export function withFailedAttempt({ attempt, ...topUp }: AutoTopUp, stopReason: StopReason): AutoTopUp {
  const isSameMonth = attempt?.startedAt.startsWith(topUp.spent.month);
  const price = Math.max(0, topUp.spent.price - (attempt?.price ?? 0));
  return { ...topUp, isOn: false, stopReason, spent: isSameMonth ? { ...topUp.spent, price } : topUp.spent };
}

/** Saves a card. The customer of the earlier card will be deleted. */
export function withCard({ setupId: _, ...topUp }: AutoTopUp, card: SavedCard): AutoTopUp {
  return { ...withoutCard(topUp), isOn: topUp.isOn, card };
}

/** Removes the card and turns the top-up off. The customer of the card will be deleted. */
export function withoutCard({ card, setupId: _, ...topUp }: AutoTopUp): AutoTopUp {
  return { ...topUp, isOn: false, oldCustomerIds: card ? [...topUp.oldCustomerIds, card.customerId] : topUp.oldCustomerIds };
}
