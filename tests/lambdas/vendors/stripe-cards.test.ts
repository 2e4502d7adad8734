/** Tests the contract of saved cards at Stripe: the exact requests, their number, and the result of each kind of response and message. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CardCharge, PaymentVendor } from '#lambdas/vendors/payment-port.ts';
import { type FakeVendor, type Reply, startFakeVendor, startSecrets } from './contract.test-support.ts';

let vendor: FakeVendor;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let stripe: PaymentVendor;
const webhookSecret = 'whsec_test';
const now = new Date('2026-11-21T08:00:00Z');
const charge: CardCharge = {
  id: 'attempt-1',
  userId: 'user-1',
  credits: 5000,
  price: 4500,
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  startedAt: now.toISOString(),
  isRepeated: false,
  mayCharge: true,
};

beforeAll(async () => {
  vendor = await startFakeVendor();
  secrets = await startSecrets({ STRIPE_KEYS_SECRET_ARN: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: webhookSecret } });
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
  vendor.reply = { status: 200, body: intent() };
});

const intent = (changes: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 4500,
  amount_received: 4500,
  currency: 'usd',
  metadata: { user_id: 'user-1', credits_cents: '5000', price_cents: '4500', auto_top_up_id: 'attempt-1' },
  last_payment_error: null,
  ...changes,
});
const cardError = (code: string): Reply => ({
  status: 402,
  // With this header, the SDK would send the request again.
  headers: { 'stripe-should-retry': 'true' },
  body: {
    error: {
      type: 'card_error',
      code,
      message: 'Declined',
      payment_intent: intent({ status: 'requires_payment_method', amount_received: 0, last_payment_error: { code } }),
    },
  },
});
const paid = {
  status: 'paid',
  checkout: { sessionId: 'pi_1', paymentId: 'pi_1', userId: 'user-1', credits: 5000, price: 4500, paid: 4500, status: 'paid' },
};
const calls = () => vendor.requests.map(({ method, path }) => `${method} ${path}`);
const fields = () => Object.fromEntries(new URLSearchParams(String(vendor.requests[0]?.body)));

describe('a charge', () => {
  test('is one request with exactly these fields, without the seller, and with the key of the attempt', async () => {
    expect(await stripe.chargeCard(charge)).toEqual(paid);
    expect(calls()).toEqual(['POST /v1/payment_intents']);
    expect(vendor.requests[0]?.headers).toMatchObject({ 'idempotency-key': 'auto-top-up:attempt-1' });
    expect(fields()).toEqual({
      amount: '4500',
      currency: 'usd',
      customer: 'cus_1',
      payment_method: 'pm_1',
      'allowed_payment_method_types[0]': 'card',
      off_session: 'true',
      confirm: 'true',
      'metadata[user_id]': 'user-1',
      'metadata[credits_cents]': '5000',
      'metadata[price_cents]': '4500',
      'metadata[auto_top_up_id]': 'attempt-1',
    });
  });

  test.each([
    ['card_declined', 'declined'],
    ['expired_card', 'declined'],
    ['authentication_required', 'authentication'],
  ])('that the bank refuses with %s is cancelled, so that it cannot succeed later', async (code, status) => {
    vendor.reply = cardError(code);
    // The fake vendor gives the same reply to both requests, so the cancellation fails and the outcome stays unknown.
    await expect(stripe.chargeCard(charge)).rejects.toMatchObject({ code: 'PaymentUnreadable' });
    expect(calls()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/pi_1/cancel']);
    vendor.requests = [];
    vendor.reply = {
      status: 200,
      body: { object: 'list', data: [intent({ status: 'canceled', amount_received: 0, last_payment_error: { code } })] },
    };
    expect(await stripe.chargeCard({ ...charge, isRepeated: true })).toEqual({ status });
    expect(calls()).toEqual([expect.stringMatching(/^GET \/v1\/payment_intents\?customer=cus_1&created/)]);
  });

  test('for a card that no longer exists is declined', async () => {
    vendor.reply = { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' } } };
    expect(await stripe.chargeCard(charge)).toEqual({ status: 'declined' });
  });

  test.each<[string, Reply]>([
    ['an error of Stripe', { status: 500, headers: { 'stripe-should-retry': 'true' }, body: { error: { type: 'api_error' } } }],
    ['too many requests', { status: 429, headers: { 'stripe-should-retry': 'true' }, body: { error: { type: 'rate_limit_error' } } }],
    ['a conflict', { status: 409, headers: { 'stripe-should-retry': 'true' }, body: { error: { type: 'idempotency_error' } } }],
    ['a closed connection', { status: 200, body: intent(), cut: 'before' }],
    ['an unreadable response', { status: 200, body: 'no JSON' }],
  ])('has an unknown outcome after %s, and one request is sent', async (_, reply) => {
    vendor.reply = reply;
    await expect(stripe.chargeCard(charge)).rejects.toMatchObject({ code: 'PaymentUnreadable' });
    expect(calls()).toEqual(['POST /v1/payment_intents']);
  });

  test('that is repeated first looks for the earlier payment', async () => {
    vendor.reply = { status: 200, body: { object: 'list', data: [intent({ id: 'pi_0', metadata: {} }), intent()] } };
    expect(await stripe.chargeCard({ ...charge, isRepeated: true })).toEqual(paid);
    expect(calls()).toHaveLength(1);
  });

  test('that may no longer be sent does not charge the card', async () => {
    vendor.reply = { status: 200, body: { object: 'list', data: [] } };
    expect(await stripe.chargeCard({ ...charge, isRepeated: true, mayCharge: false })).toEqual({ status: 'unknown' });
    expect(await stripe.chargeCard({ ...charge, mayCharge: false })).toEqual({ status: 'unknown' });
    expect(calls()).toEqual([expect.stringMatching(/^GET /)]);
  });

  test('in another currency is not credited', async () => {
    vendor.reply = { status: 200, body: intent({ currency: 'eur' }) };
    expect(await stripe.chargeCard(charge)).toEqual({ status: 'processing' });
  });
});

const cardSession = (changes: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'setup',
  status: 'complete',
  payment_status: 'no_payment_required',
  amount_total: null,
  currency: 'usd',
  customer: 'cus_1',
  metadata: { user_id: 'user-1', card_setup_id: 'setup-1' },
  setup_intent: {
    status: 'succeeded',
    payment_method: { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2028 } },
  },
  url: 'https://checkout.stripe.com/c/setup/cs_1',
  ...changes,
});

describe('a page for a card', () => {
  test('is one request with exactly these fields', async () => {
    vendor.reply = { status: 200, body: cardSession() };
    const order = { userId: 'user-1', email: 'ada@example.com', setupId: 'setup-1', siteOrigin: 'https://vitrine.example' };
    expect(await stripe.createCardPage(order)).toEqual({ url: 'https://checkout.stripe.com/c/setup/cs_1' });
    expect(calls()).toEqual(['POST /v1/checkout/sessions']);
    expect(vendor.requests[0]?.headers).toMatchObject({ 'idempotency-key': 'card:user-1:setup-1' });
    expect(fields()).toEqual({
      mode: 'setup',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      customer_creation: 'always',
      client_reference_id: 'user-1',
      customer_email: 'ada@example.com',
      'metadata[user_id]': 'user-1',
      'metadata[card_setup_id]': 'setup-1',
      'setup_intent_data[metadata][user_id]': 'user-1',
      'setup_intent_data[metadata][card_setup_id]': 'setup-1',
      success_url: 'https://vitrine.example/account?card={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://vitrine.example/account',
    });
  });

  test('returns the saved card, and never its number', async () => {
    vendor.reply = { status: 200, body: cardSession() };
    expect(await stripe.readCardPage('cs_1')).toEqual({
      userId: 'user-1',
      setupId: 'setup-1',
      card: { customerId: 'cus_1', paymentMethodId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028 },
    });
  });

  test('has no card before the seller has saved one', async () => {
    vendor.reply = { status: 200, body: cardSession({ status: 'open', customer: null, setup_intent: null }) };
    expect(await stripe.readCardPage('cs_1')).toEqual({ userId: 'user-1', setupId: 'setup-1' });
  });

  test.each<[string, Reply]>([
    ['for a payment', { status: 200, body: cardSession({ mode: 'payment' }) }],
    ['of another product', { status: 200, body: cardSession({ metadata: {} }) }],
    ['that does not exist', { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }],
  ])('%s is not read', async (_, reply) => {
    vendor.reply = reply;
    expect(await stripe.readCardPage('cs_1')).toBeUndefined();
  });
});

describe('the deletion of a customer', () => {
  test('is one request, and a deleted customer is no error', async () => {
    vendor.reply = { status: 200, body: { id: 'cus_1', object: 'customer', deleted: true } };
    await stripe.deleteCustomer('cus_1');
    vendor.reply = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
    await stripe.deleteCustomer('cus_1');
    expect(calls()).toEqual(['DELETE /v1/customers/cus_1', 'DELETE /v1/customers/cus_1']);
  });

  test('fails if Stripe does not delete the customer', async () => {
    vendor.reply = { status: 500, body: { error: { type: 'api_error' } } };
    await expect(stripe.deleteCustomer('cus_1')).rejects.toMatchObject({ code: 'PaymentUnreadable' });
    expect(calls()).toHaveLength(1);
  });
});

describe('a message', () => {
  const readMessage = (type: string, object: object) => {
    const time = Math.floor(now.getTime() / 1000);
    const rawBody = Buffer.from(JSON.stringify({ id: 'evt_1', type, created: time, data: { object } }));
    const signature = createHmac('sha256', webhookSecret).update(`${time}.${rawBody}`).digest('hex');
    return stripe.readReport({ rawBody, signature: `t=${time},v1=${signature}`, now });
  };

  test('about a paid top-up contains the payment', async () => {
    expect(await readMessage('payment_intent.succeeded', intent())).toMatchObject({ about: 'checkout', checkout: paid.checkout });
  });

  test.each([
    ['a payment of a checkout', intent({ metadata: { user_id: 'user-1', credits_cents: '5000', price_cents: '4500' } })],
    ['a payment of another product', intent({ metadata: {} })],
    ['a payment in another currency', intent({ currency: 'eur' })],
  ])('about %s is ignored', async (_, object) => {
    expect(await readMessage('payment_intent.succeeded', object)).toMatchObject({ about: 'unrelated' });
  });

  test('about a completed page for a card contains the session', async () => {
    expect(await readMessage('checkout.session.completed', cardSession({ setup_intent: 'seti_1' }))).toMatchObject({
      about: 'card',
      sessionId: 'cs_1',
    });
  });

  test('about an expired page for a card is ignored', async () => {
    expect(await readMessage('checkout.session.expired', cardSession({ status: 'expired' }))).toMatchObject({ about: 'unrelated' });
  });
});
