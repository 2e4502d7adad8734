/**
 * Implements the payment port with Stripe's SDK (facts: docs/vendors.md). This file solves four problems:
 * - The SDK repeats a call after a lost connection, even if its settings forbid retries.
 * - The SDK reads a response of any size.
 * - A completed session may be unpaid.
 * - Other products can use the same Stripe account. Only the metadata shows which sessions, events and charges are ours.
 */
import Stripe from 'stripe';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { countRequests } from './count-requests.ts';
import type { Checkout, CheckoutOrder, PaymentReport, PaymentVendor } from './payment-port.ts';
import { readBodyUpTo } from './response-body.ts';
import { cardReportOf, chargeCard, paramsOfCardPage, parseCardPage, topUpReportOf } from './stripe-cards.ts';
import { vendorAccess, vendorKeys } from './vendor-access.ts';

/** Usually, Stripe needs about one second. This time-out must be shorter than the time-out of our API call, which is fifteen seconds. */
const timeoutMs = 10_000;
const responseBytesMax = 1024 * 1024;
/**
 * Maximum difference between the time in the signature and now. Stripe signs each delivery again, so an older message was sent by an
 * attacker. A message with a time in the future is not from Stripe.
 */
const signatureSecondsMax = 300;
const currency = 'usd';

/**
 * Reads the whole response within the call, so that the time-out of the SDK also applies to the body. Does not follow redirects. The thrown
 * errors have no code, because the SDK detects a lost connection by its code and would then repeat the call.
 */
const fetchOnce: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const body = await readBodyUpTo(response, responseBytesMax);
    if (!body) throw new Error(`The response is larger than ${responseBytesMax} bytes`);
    const { status, headers } = response;
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  } catch (cause) {
    throw new Error('Stripe could not be reached', { cause });
  }
};

async function connect(): Promise<Stripe> {
  const { key, standIn } = await vendorAccess('stripe', { missing: 'CheckoutUnavailable' });
  const { hostname, port } = new URL(standIn ?? 'https://api.stripe.com');
  return new Stripe(standIn ? 'sk_test_stand_in' : key, {
    apiVersion: Stripe.API_VERSION as Stripe.LatestApiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchOnce),
    ...(standIn && { host: hostname, port, protocol: 'http' }),
  });
}

const dollars = (cents: Cents): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

/**
 * Returns the parameters of a session. They must not depend on the current time, because Stripe rejects an idempotency key that is used
 * again with different parameters.
 */
function paramsOf({ userId, email, credits, price, packageId, siteOrigin }: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: userId, credits_cents: String(credits), price_cents: String(price) };
  const savedCents = credits - price;
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: price,
          product_data: {
            name: `$${dollars(credits)} of Vitrine credits`,
            ...(savedCents > 0 && { description: `You save $${dollars(savedCents)}` }),
          },
        },
      },
    ],
    client_reference_id: userId,
    ...(email && { customer_email: email }),
    metadata,
    // Stripe copies the metadata of the payment to its charges. It does not copy the metadata of the session.
    payment_intent_data: { metadata },
    // Prices and payments must both be in dollars, because the amounts are compared.
    adaptive_pricing: { enabled: false },
    submit_type: 'pay',
    success_url: `${siteOrigin}/payment/success?session_id={CHECKOUT_SESSION_ID}&amount=${dollars(credits)}&priceId=${packageId}`,
    cancel_url: `${siteOrigin}/payment/cancel`,
  };
}

const cents = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const ourMetadata = z.object({ user_id: z.string().min(1), credits_cents: cents, price_cents: cents });

const idOrObject = z.union([z.string(), z.object({ id: z.string(), status: z.string().optional() })]);
const session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: idOrObject.nullish(),
  metadata: z.unknown(),
});

/** Returns one of our sessions, or undefined if the session belongs to another product in the same Stripe account. */
function checkoutOf(value: unknown, { hasFailed = false } = {}): Checkout | undefined {
  const { id: sessionId, status, payment_status, amount_total, currency: paidIn, payment_intent: intent, metadata } = session.parse(value);
  const order = ourMetadata.safeParse(metadata);
  if (!order.success) return undefined;
  const { user_id: userId, credits_cents: credits, price_cents: price } = order.data;
  const checkout = { sessionId, userId, credits, price };
  const paymentId = typeof intent === 'string' ? intent : intent?.id;
  if (payment_status === 'paid' && paymentId && amount_total !== null && paidIn === currency)
    return { ...checkout, status: 'paid', paid: amount_total, paymentId };
  if (status !== 'complete') return { ...checkout, status: hasFailed ? 'failed' : status };
  // If the bank refuses a payment, the payment waits for another payment method. But a completed session cannot accept another method. So
  // the payment has failed.
  const isRefused = typeof intent === 'object' && ['requires_payment_method', 'canceled'].includes(intent?.status ?? '');
  return { ...checkout, status: hasFailed || isRefused ? 'failed' : 'processing' };
}

const event = z.object({ id: z.string().min(1), type: z.string(), created: z.int(), data: z.object({ object: z.unknown() }) });
const charge = z.object({ amount_refunded: z.int(), currency: z.string(), payment_intent: idOrObject.nullish() });
const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  payment_intent: idOrObject.nullish(),
});

/**
 * Returns true if the bank keeps no part of the payment. Either the bank has returned the money, or it has only asked a question
 * (`warning_…`).
 */
const isMoneyReleased = (status: string): boolean => status === 'won' || status === 'prevented' || status.startsWith('warning_');

function reportOf(message: unknown): PaymentReport {
  const { id: eventId, type, created: eventSeconds, data } = event.parse(message);
  const unrelatedReport: PaymentReport = { eventId, at: eventSeconds, about: 'unrelated' };
  const cardSessionId = type === 'checkout.session.completed' ? cardReportOf(data.object) : undefined;
  if (cardSessionId) return { eventId, at: eventSeconds, about: 'card', sessionId: cardSessionId };
  if (type === 'payment_intent.succeeded') {
    const checkout = topUpReportOf(data.object);
    return checkout ? { eventId, at: eventSeconds, about: 'checkout', checkout } : unrelatedReport;
  }
  if (type.startsWith('checkout.session.')) {
    const checkout = checkoutOf(data.object, { hasFailed: type === 'checkout.session.async_payment_failed' });
    return checkout ? { eventId, at: eventSeconds, about: 'checkout', checkout } : unrelatedReport;
  }
  if (type === 'charge.refunded') {
    const { amount_refunded: refunded, payment_intent: intent, currency: refundedIn } = charge.parse(data.object);
    return intent && refundedIn === currency
      ? { eventId, at: eventSeconds, about: 'refund', paymentId: idOf(intent), refunded }
      : unrelatedReport;
  }
  if (type.startsWith('charge.dispute.')) {
    const { id: disputeId, amount, status, payment_intent: intent, currency: disputedIn } = dispute.parse(data.object);
    if (!intent || disputedIn !== currency) return unrelatedReport;
    return {
      eventId,
      at: eventSeconds,
      about: 'dispute',
      paymentId: idOf(intent),
      disputeId,
      cents: isMoneyReleased(status) ? 0 : amount,
    };
  }
  return unrelatedReport;
}

const idOf = (value: z.infer<typeof idOrObject>): string => (typeof value === 'string' ? value : value.id);

const isMissing = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.statusCode === 404;

/** Describes a failure for the log. Contains the kind of the failure and the request id of Stripe, but not the request data. */
const causeOf = (error: unknown): Error =>
  error instanceof Stripe.errors.StripeError && error.statusCode !== undefined
    ? new Error(`Stripe responded with ${error.statusCode} (${error.code ?? error.type}), request ${error.requestId ?? 'without an id'}`)
    : new Error('The response of Stripe is not readable', { cause: error });

/** Parses the time of a signature header, in seconds: `t=1700000000,v1=…`. */
const signedAt = (signature = ''): number => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);

export const stripe = countRequests<PaymentVendor>(
  'stripe',
  ['createCheckout', 'readCheckout', 'createCardPage', 'readCardPage', 'chargeCard', 'deleteCustomer'],
  {
    async createCheckout(order) {
      const client = await connect();
      const { url } = await client.checkout.sessions
        .create(paramsOf(order), { idempotencyKey: order.idempotencyKey })
        .catch((error: unknown) => {
          throw new AppError('CheckoutFailed', { cause: causeOf(error) });
        });
      if (!url) throw new AppError('CheckoutUnavailable', { details: { missing: 'url' } });
      return { url };
    },

    async readCheckout(sessionId) {
      const client = await connect();
      try {
        return checkoutOf(await client.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new AppError('PaymentUnreadable', { cause: causeOf(error) });
      }
    },

    async createCardPage(order) {
      const client = await connect();
      const { url } = await client.checkout.sessions
        .create(paramsOfCardPage(order), { idempotencyKey: `card:${order.userId}:${order.setupId}` })
        .catch((error: unknown) => {
          throw new AppError('CheckoutFailed', { cause: causeOf(error) });
        });
      if (!url) throw new AppError('CheckoutUnavailable', { details: { missing: 'url' } });
      return { url };
    },

    async readCardPage(sessionId) {
      const client = await connect();
      try {
        return parseCardPage(await client.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new AppError('PaymentUnreadable', { cause: causeOf(error) });
      }
    },

    async chargeCard(charge) {
      const client = await connect();
      try {
        return await chargeCard(client, charge);
      } catch (error) {
        throw new AppError('PaymentUnreadable', { cause: causeOf(error) });
      }
    },

    async deleteCustomer(customerId) {
      const client = await connect();
      try {
        await client.customers.del(customerId);
      } catch (error) {
        if (!isMissing(error)) throw new AppError('PaymentUnreadable', { cause: causeOf(error) });
      }
    },

    async readReport({ rawBody, signature, now }) {
      const signingSecret = (await vendorKeys('stripe'))('STRIPE_WEBHOOK_SECRET');
      if (!signingSecret) throw new AppError('CheckoutUnavailable', { details: { missing: 'STRIPE_WEBHOOK_SECRET' } });
      let message: unknown;
      try {
        message = Stripe.webhooks.constructEvent(rawBody, signature ?? '', signingSecret, signatureSecondsMax, undefined, now.getTime());
        // The SDK does not reject a signature time in the future.
        if (signedAt(signature) - now.getTime() / 1000 > signatureSecondsMax) throw new Error('The signature time is in the future');
      } catch (cause) {
        // Stripe expects the status 400. The cause counts as a security event.
        const badSignature = new AppError('BadSignature', { cause });
        throw new AppError('BadRequest', { cause: badSignature, details: { reason: badSignature.message } });
      }
      return reportOf(message);
    },
  },
);
