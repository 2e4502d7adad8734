/**
 * Tests the contract of the Stripe adapter: the exact request, that it is sent once, and the result of each kind of response and webhook
 * message.
 */
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutOrder, PaymentVendor } from '#lambdas/vendors/payment-port.ts';
import { freePort } from '#local/plumbing/free-port.ts';
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
  vendor.seen = [];
  vendor.reply = { status: 200, body: sessionOf({}) };
});

const sessionOf = (more: object) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 4500,
  currency: 'usd',
  payment_intent: null,
  metadata,
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  ...more,
});
const error = (status: number, type: string, code?: string): Reply => ({
  status,
  // With this header, the SDK would send the request again.
  headers: { 'stripe-should-retry': 'true', 'request-id': 'req_1' },
  body: { error: { type, code, message: 'About ada@example.com' } },
});

function logged(failure: unknown): string {
  const lines: string[] = [];
  for (let one = failure; one instanceof Error; one = one.cause) lines.push(String(one.stack));
  return lines.join('\n');
}

describe('a checkout', () => {
  test('is one form-encoded POST with exactly these fields, the key and the version', async () => {
    expect(await stripe.createCheckout(order)).toEqual({ url: 'https://checkout.stripe.com/c/pay/cs_test_1' });
    expect(vendor.seen).toHaveLength(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: Buffer.alloc(0) }] = vendor.seen;
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

  test('without a discount sends no discount text, and without an e-mail address sends no address', async () => {
    await stripe.createCheckout({ ...order, email: '', credits: 1000, price: 1000, packageId: 'pkg_10' });
    const names = [...new URLSearchParams(String(vendor.seen[0]?.body)).keys()];
    expect(names).not.toContain('customer_email');
    expect(names).not.toContain('line_items[0][price_data][product_data][description]');
  });

  test('that is created twice sends the same request twice', async () => {
    await stripe.createCheckout(order);
    await stripe.createCheckout(order);
    expect(String(vendor.seen[0]?.body)).toBe(String(vendor.seen[1]?.body));
  });

  test.each<[string, Reply, string]>([
    ['400', error(400, 'invalid_request_error', 'parameter_unknown'), 'CheckoutFailed'],
    ['400 because of the idempotency key', error(400, 'idempotency_error'), 'CheckoutFailed'],
    ['401', error(401, 'invalid_request_error'), 'CheckoutFailed'],
    ['403', error(403, 'invalid_request_error'), 'CheckoutFailed'],
    ['409', error(409, 'invalid_request_error', 'idempotency_key_in_use'), 'CheckoutFailed'],
    ['429', error(429, 'invalid_request_error', 'rate_limit'), 'CheckoutFailed'],
    ['500', error(500, 'api_error'), 'CheckoutFailed'],
    ['502 of a gateway', { status: 502, body: '<html>' }, 'CheckoutFailed'],
    ['503', error(503, 'api_error'), 'CheckoutFailed'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'CheckoutFailed'],
    ['invalid JSON', { status: 200, body: '{"id":', headers: { 'content-type': 'application/json' } }, 'CheckoutFailed'],
    ['a response of endless size', { status: 200, bytes: 1024 ** 3 }, 'CheckoutFailed'],
    ['a connection closed before the response', { status: 200, cut: 'before' }, 'CheckoutFailed'],
    [
      'a connection closed within the response',
      { status: 200, body: { id: 'x' }, headers: { 'content-length': '9999' }, cut: 'within' },
      'CheckoutFailed',
    ],
    ['without a payment page URL', { status: 200, body: sessionOf({ url: null }) }, 'CheckoutUnavailable'],
  ])('with the response %s is requested once and fails', async (_, reply, code) => {
    vendor.reply = reply;
    const failure = await stripe.createCheckout(order).catch((caught) => caught);
    expect(failure).toMatchObject({ name: code });
    expect(vendor.seen).toHaveLength(1);
    expect(logged(failure)).not.toContain('ada@example.com');
    expect(logged(failure)).not.toContain('Bearer');
  });

  test.each<[string, Reply]>([
    ['does not start', { status: 200, silent: true }],
    ['does not end', { status: 200, body: sessionOf({}), hangs: true }],
  ])('whose response %s times out before the time-out of API Gateway', async (_, reply) => {
    vendor.reply = reply;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failure = expect(stripe.createCheckout(order)).rejects.toMatchObject({ name: 'CheckoutFailed' });
      await vi.waitUntil(() => vendor.seen.length > 0);
      await vi.advanceTimersByTimeAsync(10_000);
      await failure;
    } finally {
      vi.useRealTimers();
    }
    expect(vendor.seen).toHaveLength(1);
  });

  test('with a refused connection fails', async () => {
    process.env.STAND_IN_URL_STRIPE = `http://127.0.0.1:${await freePort()}`;
    await expect(stripe.createCheckout(order)).rejects.toMatchObject({ name: 'CheckoutFailed' });
  });

  test('without a key or a stand-in is not requested', async () => {
    delete process.env.STAND_IN_URL_STRIPE;
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(stripe.createCheckout(order)).rejects.toMatchObject({
      name: 'CheckoutUnavailable',
      details: { missing: 'STRIPE_SECRET_KEY' },
    });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});

const paid = { status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
const waiting = { status: 'complete', payment_intent: { id: 'pi_1', status: 'processing' } };
const refused = { status: 'complete', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } };
const checkout = { sessionId: 'cs_test_1', userId: 'user-1', credits: 5000, price: 4500 };

describe('a session', () => {
  test('is read with one GET, together with its payment', async () => {
    await stripe.readCheckout('cs_test_1');
    expect(vendor.seen.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)).toEqual([
      'GET /v1/checkout/sessions/cs_test_1?expand[0]=payment_intent',
    ]);
  });

  test.each([
    ['open', {}, { status: 'open' }],
    ['paid', paid, { status: 'paid', paid: 4500, paymentId: 'pi_1' }],
    [
      'paid, with an expanded payment',
      { ...paid, payment_intent: { id: 'pi_1', status: 'succeeded' } },
      { status: 'paid', paymentId: 'pi_1' },
    ],
    ['paid less than ordered', { ...paid, amount_total: 100 }, { status: 'paid', paid: 100 }],
    ['complete, with a pending payment', waiting, { status: 'processing' }],
    ['complete, but refused by the bank', refused, { status: 'failed' }],
    ['expired', { status: 'expired' }, { status: 'expired' }],
    ['without a price', { status: 'complete', payment_status: 'no_payment_required', amount_total: 0 }, { status: 'processing' }],
    ['paid in another currency', { ...paid, currency: 'jpy' }, { status: 'processing' }],
    ['paid without a payment', { ...paid, payment_intent: null }, { status: 'processing' }],
  ])('that is %s gets the matching status', async (_, more, expected) => {
    vendor.reply = { status: 200, body: sessionOf(more) };
    expect(await stripe.readCheckout('cs_test_1')).toMatchObject({ ...checkout, ...expected });
  });

  test.each([
    ['without metadata', {}],
    ['without a user', { ...metadata, user_id: '' }],
    ['with negative credits', { ...metadata, credits_cents: '-5000' }],
    ['with a fraction of a cent', { ...metadata, credits_cents: '50.5' }],
  ])('%s is ignored, because we did not create it', async (_, other) => {
    vendor.reply = { status: 200, body: sessionOf({ ...paid, metadata: other }) };
    expect(await stripe.readCheckout('cs_test_1')).toBeUndefined();
  });

  test('that Stripe does not know returns undefined', async () => {
    vendor.reply = error(404, 'invalid_request_error', 'resource_missing');
    expect(await stripe.readCheckout('cs_test_1')).toBeUndefined();
  });

  test.each<[string, Reply]>([
    ['401', error(401, 'invalid_request_error')],
    ['429', error(429, 'invalid_request_error')],
    ['500', error(500, 'api_error')],
    ['a closed connection', { status: 200, cut: 'before' }],
    ['another object', { status: 200, body: { object: 'list', data: [] } }],
    ['an HTML page', { status: 200, body: '<html>' }],
  ])('with the response %s is requested once and throws PaymentUnreadable', async (_, reply) => {
    vendor.reply = reply;
    await expect(stripe.readCheckout('cs_test_1')).rejects.toMatchObject({ name: 'PaymentUnreadable' });
    expect(vendor.seen).toHaveLength(1);
  });
});

const seconds = now.getTime() / 1000;
const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', created: 1_700_000_000, type, data: { object } });
const signatureOf = (body: string, { secret = webhookSecret, at = seconds } = {}) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
const read = (body: string, signature: string | undefined = signatureOf(body)) =>
  stripe.readReport({ rawBody: Buffer.from(body), signature, now });

describe('a webhook message', () => {
  const body = event('checkout.session.completed', sessionOf(paid));

  test.each([
    ['no signature', body, ''],
    ['a malformed signature', body, 'signed, Stripe'],
    ['another secret', body, signatureOf(body, { secret: 'whsec_other' })],
    ['an old time', body, signatureOf(body, { at: seconds - 301 })],
    ['a time in the future', body, signatureOf(body, { at: seconds + 301 })],
    ['a time an hour ahead', body, signatureOf(body, { at: seconds + 3600 })],
    ['another body', body.replace('5000', '9000'), signatureOf(body)],
    ['a body with one more space', `${body} `, signatureOf(body)],
    ['another scheme', body, signatureOf(body).replace('v1=', 'v0=')],
    ['an empty body', '', signatureOf('')],
  ])('signed with %s is rejected', async (_, message, signature) => {
    await expect(read(message, signature)).rejects.toMatchObject({ name: 'BadRequest' });
  });

  test('is rejected with any signature if no webhook secret is set', async () => {
    process.env.STRIPE_KEYS_SECRET_ARN = 'NO_KEYS';
    await expect(read(body, signatureOf(body, { secret: '' }))).rejects.toMatchObject({ name: 'CheckoutUnavailable' });
  });

  test('that is almost too old is accepted', async () => {
    expect(await read(body, signatureOf(body, { at: seconds - 299 }))).toMatchObject({ eventId: 'evt_1', at: 1_700_000_000 });
  });

  test('signed with an old and a new secret is accepted', async () => {
    const both = `${signatureOf(body, { secret: 'whsec_old' })},${signatureOf(body).split(',')[1]}`;
    expect(await read(body, both)).toMatchObject({ about: 'checkout' });
  });

  const charge = { object: 'charge', amount: 4500, amount_refunded: 900, currency: 'usd', payment_intent: 'pi_1' };
  const dispute = { id: 'dp_1', object: 'dispute', amount: 4500, currency: 'usd', payment_intent: 'pi_1', status: 'needs_response' };
  const notOurs = { about: 'nothing-of-ours' };
  test.each([
    ['checkout.session.completed', sessionOf(paid), { about: 'checkout', checkout: { ...checkout, status: 'paid', paid: 4500 } }],
    ['checkout.session.completed', sessionOf({ ...waiting, payment_intent: 'pi_1' }), { checkout: { status: 'processing' } }],
    ['checkout.session.async_payment_succeeded', sessionOf(paid), { checkout: { status: 'paid' } }],
    [
      'checkout.session.async_payment_failed',
      sessionOf({ status: 'complete', payment_intent: 'pi_1' }),
      { checkout: { status: 'failed' } },
    ],
    ['checkout.session.expired', sessionOf({ status: 'expired' }), { checkout: { status: 'expired' } }],
    ['checkout.session.completed', sessionOf({ ...paid, metadata: {} }), notOurs],
    ['charge.refunded', charge, { about: 'refund', paymentId: 'pi_1', refunded: 900 }],
    ['charge.refunded', { ...charge, payment_intent: { id: 'pi_1' } }, { about: 'refund', paymentId: 'pi_1' }],
    ['charge.refunded', { ...charge, payment_intent: null }, notOurs],
    ['charge.refunded', { ...charge, currency: 'eur' }, notOurs],
    ['charge.dispute.created', dispute, { about: 'dispute', paymentId: 'pi_1', disputeId: 'dp_1', cents: 4500 }],
    ['charge.dispute.created', { ...dispute, status: 'warning_needs_response' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.updated', { ...dispute, status: 'under_review' }, { about: 'dispute', cents: 4500 }],
    ['charge.dispute.closed', { ...dispute, status: 'lost' }, { about: 'dispute', cents: 4500 }],
    ['charge.dispute.closed', { ...dispute, status: 'won' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.funds_reinstated', { ...dispute, status: 'won' }, { about: 'dispute', cents: 0 }],
    ['charge.dispute.created', { ...dispute, payment_intent: null }, notOurs],
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', amount: 4500 }, notOurs],
    ['invoice.paid', {}, notOurs],
  ])('of the type %s (%#) is understood', async (type, object, expected) => {
    expect(await read(event(type, object))).toMatchObject({ eventId: 'evt_1', at: 1_700_000_000, ...expected });
  });

  test('with an unknown structure throws an error, so that Stripe sends it again', async () => {
    await expect(read(event('charge.refunded', { currency: 'usd' }))).rejects.toThrow();
    await expect(read('"signed"')).rejects.toThrow();
  });
});
