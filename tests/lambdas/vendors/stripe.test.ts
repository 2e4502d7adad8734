/**
 * Tests the contract of the Stripe adapter: the exact request, the number of requests, and the result of each kind of response and
 * webhook message.
 */
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutOrder, PaymentVendor } from '#lambdas/vendors/payment-port.ts';
import { freePort } from '#local/base/free-port.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let stripe: PaymentVendor;
const webhookSecret = 'whsec_test';
const now = new Date('2026-11-21T08:00:00Z');
const order: CheckoutOrder = {
  userId: 'user-1',
  email: 'ada@example.com',
  credits: 5000,
  price: 4500,
  packageId: 'pkg_50',
  siteOrigin: 'https://vitrine.example',
  idempotencyKey: 'checkout:user-1:one:4500',
};
const metadata = { user_id: 'user-1', credits_cents: '5000', price_cents: '4500' };

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({
    STRIPE_KEYS_SECRET_ARN: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: webhookSecret },
    NO_KEYS: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
  });
  stripe = (await import('#lambdas/vendors/stripe.ts')).stripe;
});
afterAll(async () => {
  delete process.env.STAND_IN_URL_STRIPE;
  await vendor.stop();
  await secrets.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_STRIPE = vendor.url;
  process.env.STRIPE_KEYS_SECRET_ARN = 'STRIPE_KEYS_SECRET_ARN';
  vendor.requests = [];
  vendor.reply = { status: 200, body: sessionWith({}) };
});

const sessionWith = (changes: object) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 4500,
  currency: 'usd',
  payment_intent: null,
  metadata,
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  ...changes,
});
const errorReply = (status: number, type: string, code?: string): Reply => ({
  status,
  // With this header, the SDK would send the request again.
  headers: { 'stripe-should-retry': 'true', 'request-id': 'req_1' },
  body: { error: { type, code, message: 'About ada@example.com' } },
});

function toLogText(failure: unknown): string {
  const lines: string[] = [];
  for (let one = failure; one instanceof Error; one = one.cause) lines.push(String(one.stack));
  return lines.join('\n');
}

describe('a checkout', () => {
  test('a checkout is one form-encoded POST with exactly these fields, the key and the version', async () => {
    expect(await stripe.createCheckout(order)).toEqual({ url: 'https://checkout.stripe.com/c/pay/cs_test_1' });
    expect(vendor.requests).toHaveLength(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.requests;
    expect(`${method} ${path}`).toBe('POST /v1/checkout/sessions');
    expect(headers).toMatchObject({
      authorization: 'Bearer sk_test_stand_in',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'checkout:user-1:one:4500',
      'stripe-version': Stripe.API_VERSION,
    });
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(Object.fromEntries(new URLSearchParams(body.toString()))).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '4500',
      'line_items[0][price_data][product_data][name]': '$50 of Vitrine credits',
      'line_items[0][price_data][product_data][description]': 'You save $5',
      client_reference_id: 'user-1',
      customer_email: 'ada@example.com',
      'metadata[user_id]': 'user-1',
      'metadata[credits_cents]': '5000',
      'metadata[price_cents]': '4500',
      'payment_intent_data[metadata][user_id]': 'user-1',
      'payment_intent_data[metadata][credits_cents]': '5000',
      'payment_intent_data[metadata][price_cents]': '4500',
      'adaptive_pricing[enabled]': 'false',
      submit_type: 'pay',
      success_url: 'https://vitrine.example/payment/success?session_id={CHECKOUT_SESSION_ID}&amount=50&priceId=pkg_50',
      cancel_url: 'https://vitrine.example/payment/cancel',
    });
  });

  test('a checkout sends no discount text without a discount, and no e-mail address without an address', async () => {
    await stripe.createCheckout({ ...order, email: '', credits: 1000, price: 1000, packageId: 'pkg_10' });
    const names = [...new URLSearchParams(String(vendor.requests[0]?.body)).keys()];
    expect(names).not.toContain('customer_email');
    expect(names).not.toContain('line_items[0][price_data][product_data][description]');
  });

  test('a checkout sends the same request again if it is created again', async () => {
    await stripe.createCheckout(order);
    await stripe.createCheckout(order);
    expect(String(vendor.requests[0]?.body)).toBe(String(vendor.requests[1]?.body));
  });

  test.each<[string, Reply, string]>([
    ['400', errorReply(400, 'invalid_request_error', 'parameter_unknown'), 'CheckoutFailed'],
    ['400 because of the idempotency key', errorReply(400, 'idempotency_error'), 'CheckoutFailed'],
    ['401', errorReply(401, 'invalid_request_error'), 'CheckoutFailed'],
    ['403', errorReply(403, 'invalid_request_error'), 'CheckoutFailed'],
    ['409', errorReply(409, 'invalid_request_error', 'idempotency_key_in_use'), 'CheckoutFailed'],
    ['429', errorReply(429, 'invalid_request_error', 'rate_limit'), 'CheckoutFailed'],
    ['500', errorReply(500, 'api_error'), 'CheckoutFailed'],
    ['502 of a gateway', { status: 502, body: '<html>' }, 'CheckoutFailed'],
    ['503', errorReply(503, 'api_error'), 'CheckoutFailed'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'CheckoutFailed'],
    ['invalid JSON', { status: 200, body: '{"id":', headers: { 'content-type': 'application/json' } }, 'CheckoutFailed'],
    ['a response of 1 GB', { status: 200, bytes: 1024 ** 3 }, 'CheckoutFailed'],
    ['a connection closed before the response', { status: 200, cut: 'before' }, 'CheckoutFailed'],
    [
      'a connection closed within the response',
      { status: 200, body: { id: 'x' }, headers: { 'content-length': '9999' }, cut: 'within' },
      'CheckoutFailed',
    ],
    ['a session without a payment page URL', { status: 200, body: sessionWith({ url: null }) }, 'CheckoutUnavailable'],
  ])('a checkout is requested once and fails after the response %s', async (_, reply, code) => {
    vendor.reply = reply;
    const failure = await stripe.createCheckout(order).catch((caught) => caught);
    expect(failure).toMatchObject({ name: code });
    expect(vendor.requests).toHaveLength(1);
    expect(toLogText(failure)).not.toContain('ada@example.com');
    expect(toLogText(failure)).not.toContain('Bearer');
  });

  test.each<[string, Reply]>([
    ['does not start', { status: 200, isSilent: true }],
    ['does not end', { status: 200, body: sessionWith({}), isHanging: true }],
  ])('a checkout fails before the time-out of API Gateway if its response %s', async (_, reply) => {
    vendor.reply = reply;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failure = expect(stripe.createCheckout(order)).rejects.toMatchObject({ name: 'CheckoutFailed' });
      await vi.waitUntil(() => vendor.requests.length > 0);
      await vi.advanceTimersByTimeAsync(10_000);
      await failure;
    } finally {
      vi.useRealTimers();
    }
    expect(vendor.requests).toHaveLength(1);
  });

  test('a checkout fails if the connection is refused', async () => {
    process.env.STAND_IN_URL_STRIPE = `http://127.0.0.1:${await freePort()}`;
    await expect(stripe.createCheckout(order)).rejects.toMatchObject({ name: 'CheckoutFailed' });
  });

  test('a checkout is not requested if there is no key and no stand-in', async () => {
    delete process.env.STAND_IN_URL_STRIPE;
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await expect(stripe.createCheckout(order)).rejects.toMatchObject({
      name: 'CheckoutUnavailable',
      details: { missing: 'STRIPE_SECRET_KEY' },
    });
    expect(fetchSpy).not.toHaveBeenCalled();
    fetchSpy.mockRestore();
  });
});

const paidFields = { status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
const processingFields = { status: 'complete', payment_intent: { id: 'pi_1', status: 'processing' } };
const refusedFields = { status: 'complete', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } };
const checkout = { sessionId: 'cs_test_1', userId: 'user-1', credits: 5000, price: 4500 };

describe('a session', () => {
  test('a session is read with one GET, together with its payment', async () => {
    await stripe.readCheckout('cs_test_1');
    expect(vendor.requests.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)).toEqual([
      'GET /v1/checkout/sessions/cs_test_1?expand[0]=payment_intent',
    ]);
  });

  test.each([
    ['open', {}, { status: 'open' }],
    ['paid', paidFields, { status: 'paid', paid: 4500, paymentId: 'pi_1' }],
    [
      'paid, with an expanded payment',
      { ...paidFields, payment_intent: { id: 'pi_1', status: 'succeeded' } },
      { status: 'paid', paymentId: 'pi_1' },
    ],
    ['paid less than ordered', { ...paidFields, amount_total: 100 }, { status: 'paid', paid: 100 }],
    ['complete, with a pending payment', processingFields, { status: 'processing' }],
    ['complete, but refused by the bank', refusedFields, { status: 'failed' }],
    ['expired', { status: 'expired' }, { status: 'expired' }],
    ['without a price', { status: 'complete', payment_status: 'no_payment_required', amount_total: 0 }, { status: 'processing' }],
    ['paid in another currency', { ...paidFields, currency: 'jpy' }, { status: 'processing' }],
    ['paid without a payment', { ...paidFields, payment_intent: null }, { status: 'processing' }],
  ])('a session has the matching status if it is %s', async (_, changes, expected) => {
    vendor.reply = { status: 200, body: sessionWith(changes) };
    expect(await stripe.readCheckout('cs_test_1')).toMatchObject({ ...checkout, ...expected });
  });

  test.each([
    ['without metadata', {}],
    ['without a user', { ...metadata, user_id: '' }],
    ['with negative credits', { ...metadata, credits_cents: '-5000' }],
    ['with a fraction of a cent', { ...metadata, credits_cents: '50.5' }],
  ])('%s is ignored, because we did not create it', async (_, otherMetadata) => {
    vendor.reply = { status: 200, body: sessionWith({ ...paidFields, metadata: otherMetadata }) };
    expect(await stripe.readCheckout('cs_test_1')).toBeUndefined();
  });

  test('a session is undefined if Stripe has no such session', async () => {
    vendor.reply = errorReply(404, 'invalid_request_error', 'resource_missing');
    expect(await stripe.readCheckout('cs_test_1')).toBeUndefined();
  });

  test.each<[string, Reply]>([
    ['401', errorReply(401, 'invalid_request_error')],
    ['429', errorReply(429, 'invalid_request_error')],
    ['500', errorReply(500, 'api_error')],
    ['a closed connection', { status: 200, cut: 'before' }],
    ['another object', { status: 200, body: { object: 'list', data: [] } }],
    ['an HTML page', { status: 200, body: '<html>' }],
  ])('a session is requested once and throws PaymentUnreadable after the response %s', async (_, reply) => {
    vendor.reply = reply;
    await expect(stripe.readCheckout('cs_test_1')).rejects.toMatchObject({ name: 'PaymentUnreadable' });
    expect(vendor.requests).toHaveLength(1);
  });
});

const seconds = now.getTime() / 1000;
const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', created: 1_700_000_000, type, data: { object } });
const signatureOf = (body: string, { secret = webhookSecret, time = seconds } = {}) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
const readMessage = (body: string, signature: string | undefined = signatureOf(body)) =>
  stripe.readReport({ rawBody: Buffer.from(body), signature, now });

describe('a webhook message', () => {
  const body = event('checkout.session.completed', sessionWith(paidFields));

  test.each([
    ['no signature', body, ''],
    ['a malformed signature', body, 'signed, Stripe'],
    ['another secret', body, signatureOf(body, { secret: 'whsec_other' })],
    ['an old time', body, signatureOf(body, { time: seconds - 301 })],
    ['a time in the future', body, signatureOf(body, { time: seconds + 301 })],
    ['a time an hour ahead', body, signatureOf(body, { time: seconds + 3600 })],
    ['another body', body.replace('5000', '9000'), signatureOf(body)],
    ['a body with one more space', `${body} `, signatureOf(body)],
    ['another scheme', body, signatureOf(body).replace('v1=', 'v0=')],
    ['an empty body', '', signatureOf('')],
  ])('a message with %s is rejected', async (_, message, signature) => {
    await expect(readMessage(message, signature)).rejects.toMatchObject({ name: 'BadRequest' });
  });

  test('a message is rejected with any signature if no webhook secret is set', async () => {
    process.env.STRIPE_KEYS_SECRET_ARN = 'NO_KEYS';
    await expect(readMessage(body, signatureOf(body, { secret: '' }))).rejects.toMatchObject({ name: 'CheckoutUnavailable' });
  });

  test('a message is accepted if it is almost too old', async () => {
    expect(await readMessage(body, signatureOf(body, { time: seconds - 299 }))).toMatchObject({ eventId: 'evt_1', at: 1_700_000_000 });
  });

  test('a message is accepted if it is signed with an old and a new secret', async () => {
    const bothSignatures = `${signatureOf(body, { secret: 'whsec_old' })},${signatureOf(body).split(',')[1]}`;
    expect(await readMessage(body, bothSignatures)).toMatchObject({ about: 'checkout' });
  });

  const charge = { object: 'charge', amount: 4500, amount_refunded: 900, currency: 'usd', payment_intent: 'pi_1' };
  const dispute = { id: 'dp_1', object: 'dispute', amount: 4500, currency: 'usd', payment_intent: 'pi_1', status: 'needs_response' };
  const foreignReport = { about: 'unrelated' };
  test.each([
    ['checkout.session.completed', sessionWith(paidFields), { about: 'checkout', checkout: { ...checkout, status: 'paid', paid: 4500 } }],
    ['checkout.session.completed', sessionWith({ ...processingFields, payment_intent: 'pi_1' }), { checkout: { status: 'processing' } }],
    ['checkout.session.async_payment_succeeded', sessionWith(paidFields), { checkout: { status: 'paid' } }],
    [
      'checkout.session.async_payment_failed',
      sessionWith({ status: 'complete', payment_intent: 'pi_1' }),
      { checkout: { status: 'failed' } },
    ],
    ['checkout.session.expired', sessionWith({ status: 'expired' }), { checkout: { status: 'expired' } }],
    ['checkout.session.completed', sessionWith({ ...paidFields, metadata: {} }), foreignReport],
    ['charge.refunded', charge, { about: 'refund', paymentId: 'pi_1', refunded: 900 }],
    ['charge.refunded', { ...charge, payment_intent: { id: 'pi_1' } }, { about: 'refund', paymentId: 'pi_1' }],
    ['charge.refunded', { ...charge, payment_intent: null }, foreignReport],
    ['charge.refunded', { ...charge, currency: 'eur' }, foreignReport],
    ['charge.dispute.created', dispute, { about: 'dispute', paymentId: 'pi_1', disputeId: 'dp_1', cents: 4500 }],
    ['charge.dispute.created', { ...dispute, status: 'warning_needs_response' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.updated', { ...dispute, status: 'under_review' }, { about: 'dispute', cents: 4500 }],
    ['charge.dispute.closed', { ...dispute, status: 'lost' }, { about: 'dispute', cents: 4500 }],
    ['charge.dispute.closed', { ...dispute, status: 'won' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.funds_reinstated', { ...dispute, status: 'won' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.created', { ...dispute, payment_intent: null }, foreignReport],
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', amount: 4500 }, foreignReport],
    ['invoice.paid', {}, foreignReport],
  ])('a message of the type %s is converted to the matching report (case %#)', async (type, object, expected) => {
    expect(await readMessage(event(type, object))).toMatchObject({ eventId: 'evt_1', at: 1_700_000_000, ...expected });
  });

  test('a message with an unknown structure throws an error, so that Stripe sends it again', async () => {
    await expect(readMessage(event('charge.refunded', { currency: 'usd' }))).rejects.toThrow();
    await expect(readMessage('"signed"')).rejects.toThrow();
  });
});
