/**
 * Tests the automatic top-up on the whole local stack: the consent, the page for the card, the charges of the job, lost responses, refused
 * cards, refunds, and the deletion of the card and of the account.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountKey, readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { AutoTopUp } from '#shared/credits/auto-top-up.ts';
import type { AutoTopUpResponse } from '#shared/credits/auto-top-up-calls.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { createBuyer } from '../fixtures/buyer.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { videoQuote } from '../fixtures/quote-request.ts';
import { createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let buyer: ReturnType<typeof createBuyer>;
let seller: Seller;
let deletionJob: typeof import('#lambdas/auth/close-accounts.ts');

beforeAll(async () => {
  cloud = await sharedCloud();
  buyer = createBuyer(cloud);
  // A new storage client reads its endpoint address once, so the module is imported after the cloud has started.
  deletionJob = await import('#lambdas/auth/close-accounts.ts');
});
beforeEach(async () => {
  seller = await signIn(cloud.origin);
});
afterEach(async () => {
  // The scheduled job can top up the account between the two reads.
  await expect
    .poll(
      async () => {
        const account = await readAccount(seller.userId);
        if (!account || account.closingAt) return 0;
        const sum = (await seller.transactions()).reduce((total, { amount }) => total + Math.round(amount * 100), 0);
        return sum - account.credits;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
});

/** A new account has five dollars, so a threshold of ten dollars starts a top-up immediately. */
const amounts = { threshold: 10, amount: 50, monthlyLimit: 100 };
const save = <Body = AutoTopUpResponse>(changes: object = {}) =>
  seller.call<Body>('PUT', '/api/auto-top-up', { isOn: true, consent: 1, ...amounts, ...changes });
const read = async (query = '') => (await seller.call<AutoTopUpResponse>('GET', `/api/auto-top-up${query}`)).body;
const openPage = <Body = { url: string }>() => seller.call<Body>('POST', '/api/auto-top-up/card', { setupId: randomUUID() });
const removeCard = <Body = AutoTopUpResponse>() => seller.call<Body>('POST', '/api/auto-top-up/card/remove', {});
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });

async function openCardPage(): Promise<string> {
  const { status, body } = await openPage();
  expect(status).toBe(200);
  return body.url;
}

/** Turns the top-up on and saves a card. */
async function turnOn(kind: Parameters<typeof buyer.saveCard>[1] = 'accepted', changes: object = {}): Promise<string> {
  expect((await save(changes)).status).toBe(200);
  const sessionId = await buyer.saveCard(await openCardPage(), kind);
  expect(await read(`?session_id=${sessionId}`)).toMatchObject({ isOn: true, card: { brand: 'visa' } });
  return sessionId;
}

/** Runs the job with its own permissions. Another run continues the accounts that were changed at the same time. */
async function runJob(): Promise<void> {
  const [, job] = [...cloud.cloud.functions].find(([arn]) => arn.includes('TopUpAccounts')) ?? [];
  if (!job) throw new Error('There is no function of the job');
  const result = await job.invoke({});
  if ('error' in result) throw new Error(JSON.stringify(result));
}

/** Makes the next request of a running payment due. */
const endPause = () =>
  dynamo().send(
    new UpdateCommand({
      ...accountKey(seller.userId),
      UpdateExpression: 'SET auto_top_up.attempt.nextAt = :now',
      ExpressionAttributeValues: { ':now': new Date(0).toISOString() },
    }),
  );

/** Runs the job until no payment runs and the state is as expected. In harsh mode, calls to AWS can fail, and the index is late. */
async function settle(isExpected: (topUp: AutoTopUp) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await runJob().catch(() => undefined);
        const topUp = (await readAccount(seller.userId))?.autoTopUp;
        if (topUp && !topUp.attempt && isExpected(topUp)) return true;
        await endPause().catch(() => undefined);
        return false;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true);
}

const hasSpent = (cents: number) => (topUp: AutoTopUp) => topUp.spent.price === cents;

const charges = async () =>
  (await buyer.events()).filter(
    ({ type, data }) => type === 'payment_intent.succeeded' && (data.object.metadata as { user_id: string }).user_id === seller.userId,
  );
const purchases = async () => (await seller.transactions()).filter(({ type }) => type === 'purchase').map(({ amount }) => amount);

describe('a refused change', () => {
  test.each<[string, object, number, ErrorCode]>([
    ['without consent', { consent: undefined }, 409, 'TopUpConsentRequired'],
    ['with another version of the consent', { consent: 2 }, 400, 'BadRequest'],
    ['with a limit below the price', { monthlyLimit: 44 }, 400, 'TopUpLimitTooLow'],
    ['with a threshold of zero', { threshold: 0 }, 400, 'TopUpAmountInvalid'],
    ['with a fraction of a dollar', { amount: 50.5 }, 400, 'TopUpAmountInvalid'],
    ['with an amount above 1,000 dollars', { amount: 1001, monthlyLimit: 5000 }, 400, 'TopUpAmountInvalid'],
    ['with a huge limit', { monthlyLimit: 1e9 }, 400, 'TopUpAmountInvalid'],
  ])('settings are refused %s', async (_, changes, status, code) => {
    expect(await save<Refusal>(changes)).toMatchObject(errorResponse(status, code));
    expect((await readAccount(seller.userId))?.autoTopUp).toBeUndefined();
  });

  test('the page for a card is refused before the consent', async () => {
    const calls = await cloud.stripe.calls();
    expect(await openPage<Refusal>()).toMatchObject(errorResponse(409, 'TopUpConsentRequired'));
    expect(await cloud.stripe.calls()).toBe(calls);
  });

  test('the page for a card is refused above the daily limit', async () => {
    await save();
    await setUsesLeftToday(seller.userId, 'checkout', 0);
    expect(await openPage<Refusal>()).toMatchObject(errorResponse(429, 'DailyLimit'));
  });

  test('a seller cannot save the card of another seller', async () => {
    await save();
    const sessionId = await buyer.saveCard(await openCardPage());
    const other = await signIn(cloud.origin);
    expect(await other.call<Refusal>('GET', `/api/auto-top-up?session_id=${sessionId}`)).toMatchObject(
      errorResponse(404, 'PaymentNotFound'),
    );
    expect((await other.call<AutoTopUpResponse>('GET', '/api/auto-top-up')).body.card).toBeUndefined();
  });
});

test('the default settings are off and cause no request to the payment vendor', async () => {
  const calls = await cloud.stripe.calls();
  expect(await read()).toEqual({
    isOn: false,
    threshold: 10,
    amount: 50,
    price: 45,
    monthlyLimit: 200,
    spentThisMonth: 0,
    hasConsent: false,
    isRunning: false,
  });
  expect(await cloud.stripe.calls()).toBe(calls);
});

test('a low balance is topped up only once although the payment is reported twice, and a mail is written', async () => {
  await turnOn();
  await settle(hasSpent(4500));
  await buyer.waitForWebhooks();
  await settle(hasSpent(4500));
  expect(await purchases()).toEqual([50]);
  expect(await charges()).toHaveLength(1);
  expect(await read()).toMatchObject({ isOn: true, spentThisMonth: 45, isRunning: false });
  expect((await seller.profile()).available).toBe(55);
});

test('the card is saved by the webhook if the seller does not return to the site', async () => {
  await save();
  await buyer.saveCard(await openCardPage());
  await expect.poll(async () => (await read()).card, { timeout: 30_000 }).toMatchObject({ last4: '4242' });
});

test('only the card of the last page is saved', async () => {
  await save();
  const firstPage = await openCardPage();
  const second = await buyer.saveCard(await openCardPage());
  expect((await read(`?session_id=${second}`)).card).toBeDefined();
  const customer = (await readAccount(seller.userId))?.autoTopUp?.card?.customerId;
  const first = await buyer.saveCard(firstPage);
  await read(`?session_id=${first}`);
  expect((await readAccount(seller.userId))?.autoTopUp).toMatchObject({ card: { customerId: customer }, oldCustomerIds: [] });
});

test.each(['declined', 'authentication'] as const)(
  'the bank’s answer “%s” charges nothing and turns the top-up off',
  async (stopReason) => {
    await turnOn(stopReason);
    await settle((topUp) => topUp.stopReason === stopReason);
    expect(await purchases()).toEqual([]);
    expect(await read()).toMatchObject({ isOn: false, stopReason, spentThisMonth: 0 });
    // The payment is cancelled, so it cannot succeed later.
    const events = (await buyer.events()).filter(
      ({ data }) => (data.object.metadata as { user_id?: string } | undefined)?.user_id === seller.userId,
    );
    expect(events.map(({ type }) => type)).toContain('payment_intent.canceled');
    await runJob();
    expect(await charges()).toEqual([]);
  },
);

describe('a lost response of the payment vendor', () => {
  test.each([
    ['before its effect', { kind: 'status', status: 500 }],
    ['after its effect', { kind: 'cut' }],
  ] as const)('if a request fails %s, the card is charged once', async (_, fault) => {
    await turnOn();
    await cloud.stripe.scriptOnce(`charge-card ${seller.email}`, fault);
    await settle(hasSpent(4500));
    await buyer.waitForWebhooks();
    await settle(hasSpent(4500));
    expect(await charges()).toHaveLength(1);
    expect(await purchases()).toEqual([50]);
  });
});

test('the limit of the month stops further top-ups', async () => {
  await turnOn('accepted', { threshold: 500, monthlyLimit: 100 });
  await settle(hasSpent(9000));
  for (let run = 0; run < 3; run++) await runJob();
  expect(await charges()).toHaveLength(2);
  expect(await purchases()).toEqual([50, 50]);
  expect(await read()).toMatchObject({ isOn: true, spentThisMonth: 90 });
});

test('a refund of a top-up removes the credits, and an account with a debt is not topped up', async () => {
  await turnOn();
  await settle(hasSpent(4500));
  const [charge] = await charges();
  await buyer.refund(String(charge?.data.object.id));
  await expect.poll(async () => (await seller.profile()).available, { timeout: 30_000 }).toBe(5);
  expect((await seller.transactions()).map(({ amount }) => amount).sort()).toEqual([-50, 5, 50]);
});

test('a removed card is deleted at the payment vendor, and the top-up is off', async () => {
  await turnOn('accepted', { threshold: 1 });
  const customer = String((await readAccount(seller.userId))?.autoTopUp?.card?.customerId);
  expect(await removeCard()).toMatchObject({ status: 200, body: { isOn: false } });
  expect((await read()).card).toBeUndefined();
  await expect
    .poll(
      async () => {
        await runJob().catch(() => undefined);
        return (await readAccount(seller.userId))?.autoTopUp?.oldCustomerIds;
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
  expect(await buyer.hasCustomer(customer)).toBe(false);
});

test('the deletion of an account deletes its card before its profile', async () => {
  await turnOn('accepted', { threshold: 1 });
  const customer = String((await readAccount(seller.userId))?.autoTopUp?.card?.customerId);
  expect(await buyer.hasCustomer(customer)).toBe(true);
  expect((await seller.call('POST', '/api/account/delete', { confirmation: seller.email })).status).toBe(202);
  await expect
    .poll(
      async () => {
        await deletionJob.deleteAccounts(new Date(), new Date()).catch(() => undefined);
        await runJob().catch(() => undefined);
        return (await readAccount(seller.userId))?.deletedAt;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBeDefined();
  expect((await readAccount(seller.userId))?.autoTopUp).toBeUndefined();
  expect(await buyer.hasCustomer(customer)).toBe(false);
});

test('a large order that pauses without credits continues after the top-up', async () => {
  await turnOn('accepted', { threshold: 1 });
  const { key } = await seller.upload(await createPhoto());
  // An account that has paid has a higher daily limit, and six dollars are enough for five of six videos.
  await grant(seller.userId, 100);
  const request = videoQuote(6, key);
  await cloud.fal.script('', clipResponse);
  expect(await seller.call('POST', '/api/quotes', request)).toMatchObject({ status: 201 });
  expect(await seller.call('POST', `/api/quotes/${request.quoteId}/start`, {})).toMatchObject({ status: 202 });
  const order = async () => (await seller.call<OrderResponse>('GET', `/api/orders/${request.quoteId}`)).body;
  const { continueOrders } = await import('#lambdas/order/continue-orders.ts');
  await expect
    .poll(
      async () => {
        await runJob().catch(() => undefined);
        await continueOrders(new Date());
        return order();
      },
      { timeout: 150_000, interval: 500 },
    )
    .toMatchObject({ status: 'completed', counters: { completed: 6 } });
  expect((await purchases()).sort()).toEqual([1, 50]);
  expect(await charges()).toHaveLength(1);
});
