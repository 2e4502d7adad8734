/** Tests the stand-in with Stripe's SDK and with the requests of a buyer's browser. */

import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { close, listen, loopback } from '../../base/listen.ts';
import type { Chance } from '../../chance.ts';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, call } from '../kit/test-support.ts';
import { startStripeStandIn } from './stripe-stand-in.ts';

const secret = 'whsec_test';

/** Maximum wait on a busy machine. Normally, a webhook arrives within milliseconds. */
const waitOptions = { timeout: 20_000, interval: 10 };
const waitUntil = (check: () => void) => vi.waitFor(check, waitOptions);

type ReceivedWebhook = { event: Stripe.Event | undefined; type: string; id: string };

/** Starts a server that receives webhooks and checks their signatures. */
async function startReceiver(): Promise<{ url: string; webhooks: ReceivedWebhook[]; status: number }> {
  const receiver = { url: '', webhooks: [] as ReceivedWebhook[], status: 200 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { type, id } = JSON.parse(body.toString());
    receiver.webhooks.push({ event: verifyEvent(body, String(request.headers['stripe-signature'])), type, id });
    response.writeHead(receiver.status).end();
  });
  receiver.url = `http://${loopback}:${await listen(server)}/webhook`;
  onTestFinished(() => close(server));
  return receiver;
}

function verifyEvent(body: Buffer, signature: string): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return undefined;
  }
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let directory: string;
let standIn: StandIn;
let stripe: Stripe;

async function start(chance?: Chance): Promise<void> {
  standIn = await startStripeStandIn({ directory, webhook: { url: receiver.url, secret }, retryDelaysMs: [10, 10], chance });
  onTestFinished(() => standIn.stop());
  const { hostname, port } = new URL(standIn.url);
  stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}
beforeEach(async () => {
  const folder = temporaryFolder('stripe');
  onTestFinished(() => folder.remove());
  directory = folder.path;
  receiver = await startReceiver();
  await start();
});

const order = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: '<b>50 credits</b>', description: 'You save $5' } },
    },
  ],
  customer_email: 'ada@example.com',
  metadata: { user_id: 'u1' },
  payment_intent_data: { metadata: { user_id: 'u1' } },
  success_url: 'https://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cancel',
  ...changes,
});
const createSession = (key?: string, changes = {}) => stripe.checkout.sessions.create(order(changes), key ? { idempotencyKey: key } : {});
const submitAction = (url: string | null, action: string) =>
  fetch(String(url), { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
const expectWebhooks = (...types: string[]) => waitUntil(() => expect(receiver.webhooks.map(({ type }) => type)).toEqual(types));

describe('a session', () => {
  test('a session is open and has a payment page', async () => {
    expect(await createSession()).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 4500,
      currency: 'usd',
      payment_intent: null,
      metadata: { user_id: 'u1' },
      url: expect.stringContaining(`${standIn.url}/c/pay/cs_test_`),
    });
  });

  test('a session is returned again for the same key and order, and a different order with this key causes an error', async () => {
    const first = await createSession('key-1');
    expect((await createSession('key-1')).id).toBe(first.id);
    await expect(createSession('key-1', { customer_email: 'eve@example.com' })).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    expect((await createSession('key-2')).id).not.toBe(first.id);
  });

  test.each<[string, object, object]>([
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    ['a relative return URL', { success_url: '/success' }, { param: 'success_url' }],
    [
      'an amount that is too small',
      { line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } }] },
      { code: 'amount_too_small' },
    ],
    ['an invalid e-mail address', { customer_email: 'nobody' }, { param: 'customer_email' }],
  ])('a session is rejected with %s', async (_, changes, error) => {
    await expect(createSession(undefined, changes)).rejects.toMatchObject({ statusCode: 400, ...error });
  });

  test('a session is rejected without a key, a version or the correct encoding', async () => {
    const sessionsUrl = `${standIn.url}/v1/checkout/sessions`;
    const authorization = 'Bearer sk_test_1';
    expect((await call('POST', sessionsUrl)).status).toBe(401);
    expect((await call('POST', sessionsUrl, { headers: { authorization } })).status).toBe(400);
    expect((await call('POST', sessionsUrl, { json: {}, headers: { authorization, 'stripe-version': '2026-10-28.endive' } })).status).toBe(
      400,
    );
  });

  test('a session with an unknown id is not found', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_x')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

describe('a buyer', () => {
  test('a buyer sees the price and the product name as escaped text', async () => {
    const { url } = await createSession();
    const page = await (await fetch(String(url))).text();
    expect(page).toContain('$45.00');
    expect(page).toContain('&lt;b&gt;50 credits');
  });

  test('a buyer pays and returns to the shop, and the shop gets a webhook with a valid signature', async () => {
    const { id, url } = await createSession();
    const response = await submitAction(url, 'pay');
    expect([response.status, response.headers.get('location')]).toEqual([303, `https://shop.example/success?session_id=${id}`]);
    await expectWebhooks('checkout.session.completed');
    expect(receiver.webhooks[0]?.event).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { id, status: 'complete', payment_status: 'paid', payment_intent: expect.stringMatching(/^pi_/) } },
    });
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({ url: null, payment_intent: { status: 'succeeded', metadata: { user_id: 'u1' } } });
    // A second click does not charge the buyer again.
    expect((await submitAction(url, 'pay')).status).toBe(200);
    await expectWebhooks('checkout.session.completed');
  });

  test('a buyer can pay again after a card was declined', async () => {
    const { id, url } = await createSession();
    expect(await (await submitAction(url, 'decline')).text()).toContain('declined');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
    expect(receiver.webhooks).toEqual([]);
  });

  test.each(['succeeded', 'failed'] as const)('a buyer can pay later, and a webhook reports the bank decision (%s)', async (outcome) => {
    await addFaultRule(standIn.url, { fault: { kind: 'bank', outcome } });
    const { id, url } = await createSession();
    await submitAction(url, 'later');
    await waitUntil(() =>
      expect(receiver.webhooks.map(({ type }) => type).sort()).toEqual([
        `checkout.session.async_payment_${outcome}`,
        'checkout.session.completed',
      ]),
    );
    const statuses = { succeeded: ['paid', 'succeeded'], failed: ['unpaid', 'requires_payment_method'] }[outcome];
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect([session.payment_status, (session.payment_intent as Stripe.PaymentIntent).status]).toEqual(statuses);
  });
});

describe('a refund', () => {
  test('a refund is reported with the sum of all refunds, and this sum cannot exceed the payment', async () => {
    const { id, url } = await createSession();
    await submitAction(url, 'pay');
    const payment_intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
    await stripe.refunds.create({ payment_intent, amount: 900 });
    await stripe.refunds.create({ payment_intent, amount: 600 });
    await expect(stripe.refunds.create({ payment_intent, amount: 3001 })).rejects.toMatchObject({ statusCode: 400 });
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(3));
    const sums = receiver.webhooks.filter(({ type }) => type === 'charge.refunded').map(({ event }) => event?.data.object as Stripe.Charge);
    expect(sums.map(({ amount_refunded }) => amount_refunded).sort()).toEqual([1500, 900]);
    expect(sums[0]).toMatchObject({ payment_intent, metadata: { user_id: 'u1' }, amount: 4500, refunded: false });
  });
});

describe('a webhook', () => {
  const pay = async () => submitAction((await createSession()).url, 'pay');

  test('a webhook is repeated until the receiver accepts it, up to the maximum number of attempts', async () => {
    receiver.status = 500;
    await pay();
    await expectWebhooks(...Array.from({ length: 3 }, () => 'checkout.session.completed'));
    expect(new Set(receiver.webhooks.map(({ id }) => id)).size).toBe(1);
  });

  test('a webhook can be sent several times and with a forged signature', async () => {
    await addFaultRule(standIn.url, { match: 'checkout.session.completed', times: 1, fault: [{ kind: 'forged' }, { kind: 'doubled' }] });
    await pay();
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(3));
    const [forgedWebhook, first, second] = receiver.webhooks;
    expect(forgedWebhook?.event).toBeUndefined();
    expect(first?.event?.id).toBe(forgedWebhook?.id);
    expect(second).toEqual(first);
  });

  test('a webhook is sent twice in harsh mode, both times with a valid signature', async () => {
    await standIn.stop();
    await start(() => 0);
    await pay();
    await expectWebhooks('checkout.session.completed', 'checkout.session.completed');
    const [first, second] = receiver.webhooks;
    expect(first?.event).toBeDefined();
    expect(second).toEqual(first);
  });

  test('a webhook can be sent later if it was lost', async () => {
    await addFaultRule(standIn.url, { fault: { kind: 'lost' } });
    await pay();
    const [event] = (await call('GET', `${standIn.url}/_events`)).body;
    expect(event.delivery).toBe('kept');
    expect(receiver.webhooks).toEqual([]);
    await call('POST', `${standIn.url}/_events/${event.id}/deliver`);
    await expectWebhooks('checkout.session.completed');
  });

  test('a webhook is sent after the next start if a stop interrupted it', async () => {
    await addFaultRule(standIn.url, { fault: { kind: 'delayed', ms: 3_600_000 } });
    await pay();
    await standIn.stop();
    await start();
    await expectWebhooks('checkout.session.completed');
  });
});
