/** The port for the payment vendor. */
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

/** One of our checkouts, as the vendor reports it. */
export type Checkout = {
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

export type PaymentReport = {
  eventId: string;
  /** Time of the event, in seconds since 1970. */
  at: number;
} & (
  | { about: 'checkout'; checkout: Checkout }
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
  /**
   * Verifies the signature of a message and returns its content.
   * @throws AppError BadRequest if the signature is not valid.
   */
  readReport(message: { rawBody: Buffer; signature: string | undefined; now: Date }): Promise<PaymentReport>;
};
