/** The port for the payment vendor. */

import type { SavedCard, StopReason, TopUpAttempt } from '#shared/credits/auto-top-up.ts';
import type { PackageId } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';

export type CheckoutOrder = {
  userId: string;
  email: string;
  /** Credits to buy, and their price. */
  credits: Cents;
  price: Cents;
  packageId: PackageId;
  /** The origin of our site, for the return URLs. */
  siteOrigin: string;
  /** The same key with the same order returns the same checkout. */
  idempotencyKey: string;
};

/** One of our checkouts or automatic top-ups, as the vendor reports it. */
export type Checkout = {
  /** The id of the checkout session. An automatic top-up has no session, so this is the id of its payment. */
  sessionId: string;
  userId: string;
  credits: Cents;
  /** The price that was ordered. */
  price: Cents;
} & (
  | { status: 'open' | 'processing' | 'failed' | 'expired' }
  /** `paid` is the amount that was actually paid, in US cents. Refunds use the id `paymentId`. */
  | { status: 'paid'; paid: Cents; paymentId: string }
);

export type PaidCheckout = Extract<Checkout, { status: 'paid' }>;

export type CardPageOrder = {
  userId: string;
  email: string;
  /** The same id returns the same page. */
  setupId: string;
  siteOrigin: string;
};

/** A page on which the seller can save a card. */
export type CardPage = { userId: string; setupId: string; card?: SavedCard };

export type CardCharge = Pick<TopUpAttempt, 'id' | 'credits' | 'price' | 'customerId' | 'paymentMethodId' | 'startedAt'> & {
  userId: string;
  /** Whether an earlier request may already have charged the card. */
  isRepeated: boolean;
  /** If false, the call does not charge the card, and only returns the outcome of an earlier payment. */
  mayCharge: boolean;
};

/** `unknown`: the vendor knows no payment, and a charge of the card is no longer allowed. */
export type ChargeOutcome = { status: 'paid'; checkout: PaidCheckout } | { status: 'processing' | StopReason };

export type PaymentReport = {
  eventId: string;
  /** Time of the event, in seconds since 1970. */
  at: number;
} & (
  | { about: 'checkout'; checkout: Checkout }
  /** A seller has saved a card on this page. */
  | { about: 'card'; sessionId: string }
  /** The total refunded so far. */
  | { about: 'refund'; paymentId: string; refunded: Cents }
  /** The amount that the bank has taken back because of one dispute. */
  | { about: 'dispute'; paymentId: string; disputeId: string; cents: Cents }
  | { about: 'unrelated' }
);

export type PaymentVendor = {
  /** Creates a payment page at the vendor. Sends exactly one request and never retries. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string }>;
  /**
   * Reads one of our checkouts. Returns undefined if this id does not exist.
   * @throws AppError PaymentUnreadable, CheckoutUnavailable.
   */
  readCheckout(sessionId: string): Promise<Checkout | undefined>;
  /** Creates a page on which the seller saves a card. Sends exactly one request. */
  createCardPage(order: CardPageOrder): Promise<{ url: string }>;
  /** Reads one of our pages for cards. Returns undefined if this id does not exist. */
  readCardPage(sessionId: string): Promise<CardPage | undefined>;
  /**
   * Charges a saved card without any action of the seller. Calls with the same id charge the card at most once. If the card was not
   * charged, the payment is cancelled, so that it cannot succeed later.
   * @throws AppError PaymentUnreadable if the outcome is not known. CheckoutUnavailable.
   */
  chargeCard(charge: CardCharge): Promise<ChargeOutcome>;
  /** Deletes a customer with its card. Does nothing if the customer does not exist. */
  deleteCustomer(customerId: string): Promise<void>;
  /**
   * Verifies the signature of a message and returns its content.
   * @throws AppError BadRequest if the signature is not valid.
   */
  readReport(message: { rawBody: Buffer; signature: string | undefined; now: Date }): Promise<PaymentReport>;
};
