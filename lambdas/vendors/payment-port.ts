/** What the product needs of whoever takes its payments. */
import type { PackageId } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';

export type CheckoutOrder = {
  userId: string;
  email: string;
  /** Credits to be bought, and their price. */
  credits: Cents;
  price: Cents;
  packageId: PackageId;
  /** The site's own address, to come back to. */
  siteOrigin: string;
  /** The same key and order make the same checkout. */
  idempotencyKey: string;
};

/** A checkout of ours, as its vendor knows it. */
export type Checkout = {
  sessionId: string;
  userId: string;
  credits: Cents;
  /** The price that was ordered. */
  price: Cents;
} & (
  | { status: 'open' | 'processing' | 'failed' | 'expired' }
  /** `paid` in US cents, whatever was ordered. `paymentId` is how refunds name it. */
  | { status: 'paid'; paid: Cents; paymentId: string }
);

export type PaymentReport = { eventId: string /** When it happened, in seconds. */; at: number } & (
  | { about: 'checkout'; checkout: Checkout }
  /** All that was refunded of a payment so far. */
  | { about: 'refund'; paymentId: string; refunded: Cents }
  /** What a bank holds back because of one dispute. */
  | { about: 'dispute'; paymentId: string; disputeId: string; cents: Cents }
  | { about: 'nothing-of-ours' }
);

export type PaymentVendor = {
  /**
   * Opens a hosted payment page, by one request.
   * @throws AppError CheckoutFailed, CheckoutUnavailable.
   */
  createCheckout(order: CheckoutOrder): Promise<{ url: string }>;
  /**
   * A checkout of ours; undefined where there is none of this id.
   * @throws AppError PaymentUnreadable, CheckoutUnavailable.
   */
  readCheckout(sessionId: string): Promise<Checkout | undefined>;
  /**
   * What a message says, once its signature proves whose it is.
   * @throws AppError BadRequest where it proves nothing.
   */
  readReport(message: { rawBody: Buffer; signature: string | undefined; now: Date }): Promise<PaymentReport>;
};
