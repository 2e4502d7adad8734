/**
 * Tests payments on the whole local stack. A payment is credited once, even if the webhook and the page report it several times in any
 * order. After a refund, the product removes the credits of the refunded amount. After each test, the sum of the ledger rows must equal the
 * balance of the account.
 */

import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountKey, readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { stripeSigner } from '#local/vendors/stripe/events.ts';
import { createBuyer } from '../fixtures/buyer.ts';
import { setCallsLeftInWindow, setUsesLeftToday } from '../fixtures/limits.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let buyer: ReturnType<typeof createBuyer>;
let seller: Seller;
/** The secret that signs webhook messages. */
let secret: string;

beforeAll(async () => {
  cloud = await sharedCloud();
  buyer = createBuyer(cloud);
  secret = cloud.cloud.secrets.getOrGenerate('stripe-stand-in');
});
beforeEach(async () => {
  seller = await signIn(cloud.origin);
});
afterEach(async () => {
  const { credits, available } = await seller.profile();
  const sum = (await seller.transactions()).reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  expect(sum).toBe(Math.round(credits * 100));
  expect(available).toBe(credits);
});

const requestCheckout = (body: object, headers?: Record<string, string>) => seller.call('POST', '/api/stripe/checkout', body, headers);
const readRows = async () => (await seller.transactions()).map(({ type, amount }) => `${type} ${amount}`).sort();
/** Stops the automatic webhooks for the payments of this seller. */
const stopWebhooks = () => buyer.script(seller.email, { kind: 'lost' });
/** Pays a session without delivering a webhook. Returns the session id. */
async function payWithoutWebhook(amount = 50): Promise<string> {
  await stopWebhooks();
  const { id, page } = await buyer.order(seller, amount);
  expect((await buyer.click(page, 'pay')).status).toBe(303);
  return id;
}

describe('a refused checkout', () => {
  const price = expect.objectContaining({ code: 'PriceMismatch' });
  test.each<[string, object, number, unknown]>([
    ['for a price chosen by the client', { amount: 50, price: 4.5 }, 400, price],
    ['for a price of zero', { amount: 50, price: 0 }, 400, price],
    ['for a negative price', { amount: 50, price: -45 }, 400, price],
    ['without the discount', { amount: 50, price: 50 }, 400, price],
    ['with an invalid discount', { amount: 49, price: 44.1 }, 400, price],
    ['for a price that is one cent too low', { amount: 1000, price: 899.99 }, 400, price],
    ['below one dollar', { amount: 0, price: 0 }, 400, expect.objectContaining({ code: 'TopUpAmountInvalid' })],
    ['for a negative amount', { amount: -10, price: -10 }, 400, expect.objectContaining({ code: 'TopUpAmountInvalid' })],
    ['for a fraction of a dollar', { amount: 10.5, price: 10.5 }, 400, expect.objectContaining({ code: 'TopUpAmountInvalid' })],
    ['for an amount as text', { amount: '10', price: 10 }, 400, expect.objectContaining({ code: 'TopUpAmountInvalid' })],
    ['above 1,000 dollars', { amount: 1001, price: 900.9 }, 400, expect.objectContaining({ code: 'TopUpAmountTooLarge' })],
    ['without a price', { amount: 10 }, 400, expect.objectContaining({ code: 'BadRequest' })],
    ['with an invalid checkout id', { amount: 10, price: 10, checkoutId: 'x' }, 400, expect.objectContaining({ code: 'BadRequest' })],
  ])('a checkout is refused %s', async (_, body, status, refusal) => {
    const callsBefore = await cloud.stripe.calls();
    expect(await requestCheckout(body)).toMatchObject({ status, body: refusal });
    expect(await cloud.stripe.calls()).toBe(callsBefore);
  });

  test('a checkout is refused without a token, even if the request names a user', async () => {
    for (const claimedUser of [[], [['x-user-id', 'anonymous']], [['x-user-id', seller.userId]]] as [string, string][][]) {
      const response = await fetchWithRetries(`${cloud.origin}/api/stripe/checkout`, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...claimedUser],
        body: JSON.stringify({ amount: 10, price: 10 }),
      });
      expect(response.status).toBe(401);
    }
  });

  test('a checkout is refused if the request and its token name different users', async () => {
    const other = await signIn(cloud.origin);
    expect(await requestCheckout({ amount: 10, price: 10 }, { 'x-user-id': other.userId })).toMatchObject({
      status: 403,
      body: { code: 'NotYours' },
    });
    expect(await requestCheckout({ amount: 10, price: 10 }, { 'x-user-id': seller.userId })).toMatchObject({ status: 200 });
  });

  test.each([400, 401, 409, 429, 500, 503])(
    'a checkout is refused with the required text and after one request if Stripe returns %i',
    async (status) => {
      await buyer.script(`create-session ${seller.email}`, { kind: 'status', status });
      const callsBefore = await cloud.stripe.calls();
      expect(await requestCheckout({ amount: 10, price: 10 })).toMatchObject({
        status: 502,
        body: { code: 'CheckoutFailed', message: 'Failed to create checkout session' },
      });
      expect(await cloud.stripe.calls()).toBe(callsBefore + 1);
    },
  );

  test('a checkout is refused if Stripe returns no payment page', async () => {
    await buyer.script(`create-session ${seller.email}`, { kind: 'no-url' });
    expect(await requestCheckout({ amount: 10, price: 10 })).toMatchObject({
      status: 500,
      body: { message: 'Failed to initialize Stripe' },
    });
  });

  test('a checkout is refused after a hundred calls in an hour, with a Retry-After header', async () => {
    await setCallsLeftInWindow(seller.userId, 'checkout', 1);
    expect((await requestCheckout({ amount: 10, price: 10 })).status).toBe(200);
    const response = await requestCheckout({ amount: 10, price: 10 });
    expect(response).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a checkout is refused after fifty calls in a day, and failed calls are not counted', async () => {
    await setUsesLeftToday(seller.userId, 'checkout', 1);
    await cloud.stripe.scriptOnce(`create-session ${seller.email}`, { kind: 'status', status: 500 });
    expect((await requestCheckout({ amount: 10, price: 10 })).status).toBe(502);
    expect((await requestCheckout({ amount: 10, price: 10 })).status).toBe(200);
    expect(await requestCheckout({ amount: 10, price: 10 })).toMatchObject({ status: 429, body: { code: 'DailyLimit' } });
  });

  test('a checkout is refused for an account that is being deleted', async () => {
    const deletedSeller = await signIn(cloud.origin);
    await updateAccount(deletedSeller.userId, ['closing_at', new Date().toISOString()]);
    expect(await deletedSeller.call('POST', '/api/stripe/checkout', { amount: 10, price: 10 })).toMatchObject({ status: 410 });
  });
});

/** Sets a field of an account, in the same way as another part of the product. */
const updateAccount = (userId: string, [name, value]: [string, string]) =>
  dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

describe('a checkout', () => {
  test('a checkout returns the same page for the same id, and a different page for another amount or another id', async () => {
    const checkoutId = randomUUID();
    const [first, second] = [await buyer.order(seller, 50, 45, { checkoutId }), await buyer.order(seller, 50, 45, { checkoutId })];
    expect(second).toEqual(first);
    expect((await buyer.order(seller, 10, 10, { checkoutId })).id).not.toBe(first.id);
    expect((await buyer.order(seller, 50, 45, { checkoutId: randomUUID() })).id).not.toBe(first.id);
  });

  test('a checkout accepts a price with a floating-point rounding error', async () => {
    expect(57 * 0.9).not.toBe(51.3);
    expect((await requestCheckout({ amount: 57, price: 57 * 0.9 })).status).toBe(200);
  });

  test('a checkout is separate if another user sends the same id', async () => {
    const checkoutId = randomUUID();
    const other = await signIn(cloud.origin);
    const otherOrder = await buyer.order(other, 50, 45, { checkoutId });
    expect((await buyer.order(seller, 50, 45, { checkoutId })).id).not.toBe(otherOrder.id);
  });

  test('a checkout shows its price, and redirects to the success page after the payment', async () => {
    const { id, page } = await buyer.order(seller, 1000, 900);
    expect(await (await fetch(page)).text()).toContain('$900.00');
    const { location } = await buyer.click(page, 'pay');
    expect(location).toBe(`${cloud.origin}/payment/success?session_id=${id}&amount=1000&priceId=custom`);
    await buyer.waitForWebhooks();
    expect(await seller.profile()).toMatchObject({ credits: 1005, total_money_spent: 900 });
  });
});

describe('a payment', () => {
  test('a payment of $45 adds $50 of credits after its webhook', async () => {
    const { id, page } = await buyer.order(seller);
    expect((await buyer.read(seller, id)).body).toEqual({ sessionId: id, status: 'open', amount: 50 });
    const { location } = await buyer.click(page, 'pay');
    expect(location).toBe(`${cloud.origin}/payment/success?session_id=${id}&amount=50&priceId=pkg_50`);
    await buyer.waitForWebhooks();
    expect(await seller.profile()).toMatchObject({ credits: 55, available: 55, total_money_spent: 45 });
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
    expect((await buyer.read(seller, id)).body).toEqual({ sessionId: id, status: 'credited', amount: 50 });
    expect((await seller.transactions())[0]).toMatchObject({ type: 'purchase', description: 'Credit purchase', id: `purchase#${id}` });
  });

  test('a declined payment adds nothing, and the buyer can pay again on the same page', async () => {
    const { id, page } = await buyer.order(seller);
    expect(await buyer.click(page, 'decline')).toMatchObject({ status: 200, text: expect.stringContaining('declined') });
    expect((await buyer.read(seller, id)).body.status).toBe('open');
    expect(await readRows()).toEqual(['bonus 5']);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
  });

  test('the status call of the page credits a payment if its webhook is lost', async () => {
    const id = await payWithoutWebhook();
    expect(await readRows()).toEqual(['bonus 5']);
    expect((await buyer.read(seller, id)).body).toEqual({ sessionId: id, status: 'credited', amount: 50 });
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
    // The delayed webhook changes nothing.
    await buyer.deliver(await buyer.findNewestEventId('checkout.session.completed', id));
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
  });

  test('a payment is credited once if webhooks and status calls report it many times in parallel', async () => {
    const id = await payWithoutWebhook();
    const event = await buyer.findNewestEventId('checkout.session.completed', id);
    await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? buyer.deliver(event) : buyer.read(seller, id))));
    await Promise.all(Array.from({ length: 8 }, () => buyer.deliver(event)));
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
    expect(await seller.profile()).toMatchObject({ credits: 55, total_money_spent: 45 });
  });

  test('a payment is credited once if eight different events report it', async () => {
    await buyer.script(seller.email, { kind: 'doubled', times: 7 });
    const { id, page } = await buyer.order(seller);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    const { data } = (await buyer.events(id))[0] as { data: { object: object } };
    const statuses = await Promise.all(Array.from({ length: 8 }, () => sendWebhook(eventOf('checkout.session.completed', data.object))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
  });

  test.each([
    ['delayed', { kind: 'delayed', ms: 300 }],
    ['also sent with a forged signature', { kind: 'forged' }],
    ['sent three times', { kind: 'doubled', times: 2 }],
  ])('a payment is credited once if its webhook is %s', async (_, fault) => {
    await buyer.script(`checkout.session.completed ${seller.email}`, fault);
    const { page } = await buyer.order(seller, 10);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['bonus 5', 'purchase 10']);
  });

  test('a later webhook credits a payment if the function crashed on the first webhook', async () => {
    const restoreFunction = cloud.breakFunction('credits/receive-stripe-webhook');
    const { page } = await buyer.order(seller, 10);
    await buyer.click(page, 'pay');
    expect(await readRows()).toEqual(['bonus 5']);
    restoreFunction();
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['bonus 5', 'purchase 10']);
  });

  test('a payment with a wrong amount is not credited, and is logged as an alert', async () => {
    const id = await payWithoutWebhook();
    const { data } = (await buyer.events(id))[0] as { data: { object: object } };
    expect(await sendWebhook(eventOf('checkout.session.completed', { ...data.object, amount_total: 100 }))).toBe(200);
    expect(await readRows()).toEqual(['bonus 5']);
    expect(cloud.logLines.join('\n')).toContain('payment_mismatch');
  });
});

describe('a payment that the bank confirms or refuses later', () => {
  /** Completes a session. The bank accepts or refuses its payment later. */
  async function payLater(outcome: 'succeeded' | 'failed' = 'succeeded'): Promise<string> {
    await buyer.script(`pay-later ${seller.email}`, { kind: 'bank', outcome, afterMs: 3_600_000 });
    const { id, page } = await buyer.order(seller);
    await buyer.click(page, 'later');
    await buyer.waitForWebhooks();
    return id;
  }

  test('a delayed payment adds nothing before the bank accepts it', async () => {
    const id = await payLater();
    expect((await buyer.events(id)).map(({ type, delivery }) => `${type} ${delivery}`)).toEqual(['checkout.session.completed delivered']);
    expect((await buyer.read(seller, id)).body).toEqual({ sessionId: id, status: 'processing', amount: 50 });
    expect(await readRows()).toEqual(['bonus 5']);
    await buyer.decide(id);
    await buyer.waitForWebhooks();
    expect((await buyer.read(seller, id)).body.status).toBe('credited');
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
  });

  test('a delayed payment adds nothing if the bank refuses it', async () => {
    const id = await payLater('failed');
    await buyer.decide(id);
    await buyer.waitForWebhooks();
    expect((await buyer.events(id)).map(({ type }) => type)).toEqual([
      'checkout.session.completed',
      'checkout.session.async_payment_failed',
    ]);
    expect((await buyer.read(seller, id)).body.status).toBe('failed');
    expect(await readRows()).toEqual(['bonus 5']);
  });

  test.each([
    ['in the correct order', (first: string, second: string) => [first, second]],
    ['in the wrong order', (first: string, second: string) => [second, first]],
    ['in the wrong order and repeatedly', (first: string, second: string) => [second, first, second, first, second]],
  ])('a delayed payment is credited once if its webhooks arrive %s', async (_, sequenceOf) => {
    await stopWebhooks();
    const id = await payLater();
    await buyer.decide(id);
    const [first, second] = await Promise.all([
      buyer.findNewestEventId('checkout.session.completed', id),
      buyer.findNewestEventId('checkout.session.async_payment_succeeded', id),
    ]);
    for (const event of sequenceOf(first, second)) await buyer.deliver(event);
    expect(await readRows()).toEqual(['bonus 5', 'purchase 50']);
  });
});

test('an unpaid checkout session can expire and then adds no credits', async () => {
  const { id, page } = await buyer.order(seller);
  expect((await buyer.expire(id)).status).toBe(200);
  await buyer.waitForWebhooks();
  expect((await buyer.read(seller, id)).body.status).toBe('expired');
  expect((await buyer.click(page, 'pay')).status).toBe(410);
  expect(await readRows()).toEqual(['bonus 5']);
});

describe('the status of a payment', () => {
  test('only the buyer can see the status of a payment', async () => {
    const id = await payWithoutWebhook();
    const other = await signIn(cloud.origin);
    expect(await buyer.read(other, id)).toMatchObject({ status: 404, body: { code: 'PaymentNotFound' } });
    expect(await other.transactions()).toHaveLength(1);
    expect(await readRows()).toEqual(['bonus 5']);
    await buyer.read(seller, id);
    expect(await buyer.read(other, id)).toMatchObject({ status: 404, body: { code: 'PaymentNotFound' } });
  });

  test.each([
    ['cs_test_nobody_knows_this', 404, 'PaymentNotFound'],
    ['', 400, 'BadRequest'],
    ['pi_123', 400, 'BadRequest'],
    ['cs_test_1%2F..%2Frefunds', 400, 'BadRequest'],
  ])('the status of a payment is refused for the id %j', async (id, status, code) => {
    expect(await buyer.read(seller, id)).toMatchObject({ status, body: { code } });
  });

  test('the status of a payment is refused without a token', async () => {
    expect((await fetchWithRetries(`${cloud.origin}/api/stripe/session?session_id=cs_test_1`)).status).toBe(401);
  });

  test('the status of a payment is PaymentUnreadable while Stripe fails, and nothing is credited', async () => {
    const id = await payWithoutWebhook();
    await buyer.script(`read-session ${seller.email}`, { kind: 'status', status: 500 });
    expect(await buyer.read(seller, id)).toMatchObject({ status: 502, body: { code: 'PaymentUnreadable' } });
    expect(await readRows()).toEqual(['bonus 5']);
  });
});

const eventOf = (type: string, object: object): string =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    type,
    data: { object },
  });

async function sendWebhook(
  body: string,
  headers: Record<string, string> = stripeSigner(secret).headersFor('', body, new Date()),
): Promise<number> {
  const response = await fetchWithRetries(`${cloud.origin}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}

describe('a webhook', () => {
  const forgery = () =>
    eventOf('checkout.session.completed', {
      id: `cs_test_${randomUUID().slice(0, 8)}`,
      status: 'complete',
      payment_status: 'paid',
      amount_total: 90_000,
      currency: 'usd',
      payment_intent: 'pi_forged',
      metadata: { user_id: seller.userId, credits_cents: '100000', price_cents: '90000' },
    });

  test('a webhook without a valid Stripe signature changes nothing, and its content is not logged', async () => {
    const body = forgery();
    const oldHeaders = stripeSigner(secret).headersFor('', body, new Date(Date.now() - 301_000));
    const lineCount = cloud.logLines.length;
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }, stripeSigner('another').headersFor('', body, new Date()), oldHeaders])
      expect(await sendWebhook(body, headers)).toBe(400);
    expect(await sendWebhook(`${body} `, stripeSigner(secret).headersFor('', body, new Date()))).toBe(400);
    expect(await readRows()).toEqual(['bonus 5']);
    const lines = cloud.logLines.slice(lineCount);
    expect(lines.join('\n')).not.toContain('pi_forged');
    // Each message is logged and counted as a security event.
    expect(lines.filter((line) => line.includes('"call refused"') && line.includes('"code":"BadSignature"'))).toHaveLength(5);
    expect(lines.filter((line) => line.includes('"SecurityEvent"') && line.includes('"Code":"BadSignature"'))).toHaveLength(5);
  });

  test('a webhook about an unknown object is accepted without effect', async () => {
    for (const [type, object] of [
      ['invoice.paid', { id: 'in_1' }],
      [
        'checkout.session.completed',
        { id: 'cs_test_other', status: 'complete', payment_status: 'paid', amount_total: 100, currency: 'usd', metadata: {} },
      ],
      ['charge.refunded', { id: 'ch_1', amount_refunded: 100, currency: 'usd', payment_intent: null }],
    ] as const)
      expect(await sendWebhook(eventOf(type, object))).toBe(200);
    expect(await readRows()).toEqual(['bonus 5']);
  });

  test('a webhook is accepted and credits nothing if the account of the payment is being deleted', async () => {
    const deletedSeller = await signIn(cloud.origin);
    const body = forgery().replace(seller.userId, deletedSeller.userId);
    await updateAccount(deletedSeller.userId, ['closing_at', new Date().toISOString()]);
    expect(await sendWebhook(body)).toBe(200);
    expect(await readAccount(deletedSeller.userId)).toMatchObject({ credits: 500, totalMoneySpent: 0 });
  });

  test('a webhook is accepted and logged as an alert if the account of the payment does not exist', async () => {
    const body = forgery().replace(seller.userId, randomUUID());
    expect(await sendWebhook(body)).toBe(200);
    expect(cloud.logLines.join('\n')).toContain('payment_without_account');
  });
});

describe('a refund', () => {
  const pay = async (amount = 50): Promise<string> => {
    const { id, page } = await buyer.order(seller, amount);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    return id;
  };

  test('a refund removes the credits in proportion to the refunded part, and a second refund removes the remaining credits', async () => {
    const id = await pay();
    await buyer.refund(id, 900);
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['adjustment -10', 'bonus 5', 'purchase 50']);
    await buyer.refund(id);
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['adjustment -10', 'adjustment -40', 'bonus 5', 'purchase 50']);
  });

  test('a refund is reported before its payment, and is applied when a webhook reports the payment', async () => {
    const id = await payWithoutWebhook();
    await buyer.refund(id, 900);
    await buyer.deliver(await buyer.findNewestEventId('charge.refunded', id));
    expect(await readRows()).toEqual(['bonus 5']);
    await buyer.deliver(await buyer.findNewestEventId('checkout.session.completed', id));
    expect(await readRows()).toEqual(['adjustment -10', 'bonus 5', 'purchase 50']);
    await buyer.deliver(await buyer.findNewestEventId('charge.refunded', id));
    expect(await seller.profile()).toMatchObject({ credits: 45 });
  });

  test('a refund is reported before its payment, and is applied when the page reads the payment', async () => {
    const id = await payWithoutWebhook();
    await buyer.refund(id);
    await buyer.deliver(await buyer.findNewestEventId('charge.refunded', id));
    expect((await buyer.read(seller, id)).body.status).toBe('credited');
    expect(await seller.profile()).toMatchObject({ credits: 5 });
  });

  test('a refund is applied once if its webhooks arrive in the wrong order, repeatedly and in parallel', async () => {
    const id = await pay();
    await stopWebhooks();
    await buyer.refund(id, 900);
    const first = await buyer.findNewestEventId('charge.refunded', id);
    await buyer.refund(id, 900);
    const second = await buyer.findNewestEventId('charge.refunded', id);
    await Promise.all([second, first, second, first, first, second, second, first].map((event) => buyer.deliver(event)));
    expect(await seller.profile()).toMatchObject({ credits: 35 });
  });

  test('a refund of spent credits creates a debt: no batch can start, and the next top-up first pays the debt', async () => {
    await cloud.fal.script('', { kind: 'clip', width: 720, height: 1280 });
    const id = await pay(10);
    const { batchId } = await seller.run(Array.from({ length: 10 }, () => 'A slow push in'));
    await seller.until(batchId, ({ status }) => status === 'completed');
    // The seller spent 12 of the 15 credits. The refund removes 10.
    await buyer.refund(id);
    await buyer.waitForWebhooks();
    expect(await seller.profile()).toMatchObject({ credits: 0, available: 0, debt: 7 });
    expect((await seller.run(['A slow push in'])).status).toBe(402);
    await pay(50);
    expect(await seller.profile()).toMatchObject({ credits: 43, available: 43, debt: 0, total_money_spent: 55 });
  });
});

test('if videos run, a refund removes the available credits and creates a debt, and a cancel pays this debt with the released credits', async () => {
  await cloud.fal.script('endless', { kind: 'never' });
  const { id, page } = await buyer.order(seller, 10);
  await buyer.click(page, 'pay');
  await buyer.waitForWebhooks();
  const { batchId } = await seller.run(Array.from({ length: 8 }, (_, n) => `endless ${n}`));
  await seller.until(batchId, ({ items }) => items.filter(({ status }) => status === 'generating').length === 5);
  await buyer.refund(id);
  await buyer.waitForWebhooks();
  // 9.60 of the 15 credits are held. So 5.40 are removed, and 4.60 become a debt.
  expect(await seller.profile()).toMatchObject({ credits: 9.6, available: 0, debt: 4.6 });
  await seller.call('POST', `/api/batches/${batchId}/cancel`, {});
  await seller.until(batchId);
  expect(await seller.profile()).toMatchObject({ credits: 5, available: 5, debt: 0 });
});

describe('a dispute', () => {
  test('a dispute removes the credits of the disputed payment, and adds them again after the seller has won', async () => {
    const { id, page } = await buyer.order(seller);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    const dispute = await buyer.dispute(id);
    await buyer.waitForWebhooks();
    expect(await seller.profile()).toMatchObject({ credits: 5 });
    await buyer.endDispute(dispute, 'won');
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['adjustment -50', 'adjustment 50', 'bonus 5', 'purchase 50']);
  });

  test('a lost dispute removes no further credits', async () => {
    const { id, page } = await buyer.order(seller);
    await buyer.click(page, 'pay');
    await buyer.waitForWebhooks();
    const dispute = await buyer.dispute(id);
    await buyer.endDispute(dispute, 'lost');
    await buyer.waitForWebhooks();
    expect(await readRows()).toEqual(['adjustment -50', 'bonus 5', 'purchase 50']);
  });
});

test('users cannot change credits with their own calls', async () => {
  for (const path of ['/api/credits/add', '/api/rpc/update_user_credits', '/api/profile'])
    expect((await seller.call<Refusal>('POST', path, { user_id: seller.userId, credit_change: 100 })).status).toBe(404);
});
