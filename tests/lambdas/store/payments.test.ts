/** Tests purchases, refunds and disputes with the local tables. Each report has its effect once, in any order and in races. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { createAccount, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { captureItem, holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import { changePayment, creditPurchase, isKnownEvent, type Purchase, readPurchase, recordEvent } from '#lambdas/store/payments.ts';
import { areBalancesValid } from '#shared/credits/ledger.ts';
import { applyDispute, applyRefund } from '#shared/credits/payments.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
let tables: Awaited<ReturnType<typeof startTables>>;
let purchase: Purchase;
let eventCount = 0;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  purchase = { userId, sessionId: `cs_${userId}`, paymentId: `pi_${userId}`, credits: 5000, paid: 4500 };
});

const nextEvent = () => `evt_${++eventCount}_${purchase.userId}`;
const buy = (eventId?: string) => creditPurchase(purchase, { now, ...(eventId && { eventId }) });
const refund = (cents: number, eventId = nextEvent()) =>
  changePayment(purchase.paymentId, (payment) => applyRefund(payment, cents), { eventId, now });
const dispute = (cents: number, time: number, eventId = nextEvent()) =>
  changePayment(purchase.paymentId, (payment) => applyDispute(payment, 'dp_1', { cents, at: time }), { eventId, now });

/** Reads the account and checks the rules that apply to every account. */
async function readValidAccount() {
  const account = await readAccount(purchase.userId);
  if (!account) throw new Error('The account does not exist');
  const { rows } = await listLedger(purchase.userId, { limit: 100 });
  expect(areBalancesValid(account)).toBe(true);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.credits);
  if (account.debt > 0) expect(account.available).toBe(0);
  const { credits, available, debt, totalMoneySpent } = account;
  return { credits, available, debt, totalMoneySpent, rows: rows.map(({ type, amount }) => `${type} ${amount}`).sort() };
}

/** Holds this number of cents for one running item. */
async function hold(cents: number): Promise<Item> {
  const order = createBatchRows(purchase.userId, [cents], now);
  await putItems(order.items, order.batch.requestHash);
  await holdForBatch(order.batch);
  return (await changeItem(order.items[0] as Item, { set: { status: 'generating' } })) as Item;
}

describe('a purchase', () => {
  test('a purchase adds its credits, increases the money spent, and can be read', async () => {
    expect(await readPurchase(purchase.userId, purchase.sessionId)).toBeUndefined();
    expect(await buy('evt_1')).toBe('credited');
    expect(await readValidAccount()).toEqual({
      credits: 5500,
      available: 5500,
      debt: 0,
      totalMoneySpent: 4500,
      rows: ['bonus 500', 'purchase 5000'],
    });
    expect(await readPurchase(purchase.userId, purchase.sessionId)).toEqual({ credits: 5000 });
    expect(await isKnownEvent('evt_1')).toBe(true);
  });

  test('a purchase is credited once, even if the same event and other events report it again', async () => {
    expect([await buy('evt_a'), await buy('evt_a'), await buy('evt_b'), await buy()]).toEqual([
      'credited',
      'credited-before',
      'credited-before',
      'credited-before',
    ]);
    expect((await readValidAccount()).credits).toBe(5500);
  });

  test('eight parallel reports credit a purchase once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => buy(index % 2 ? `evt_${index}_at_once` : undefined)));
    expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
    expect((await readValidAccount()).credits).toBe(5500);
  });

  test('a purchase for a missing account adds nothing', async () => {
    const otherPurchase = { ...purchase, userId: randomUUID() };
    expect(await creditPurchase(otherPurchase, { now, eventId: nextEvent() })).toBe('account-gone');
    expect(await readAccount(otherPurchase.userId)).toBeUndefined();
    expect((await listLedger(otherPurchase.userId, { limit: 10 })).rows).toEqual([]);
  });

  test('a purchase for an account that is being deleted adds nothing, and an earlier purchase is recognised', async () => {
    await buy();
    await requestDeletion(purchase.userId, 'ada', now);
    const latePurchase = { ...purchase, sessionId: 'cs_late', paymentId: 'pi_late' };
    expect(await creditPurchase(latePurchase, { now, eventId: nextEvent() })).toBe('account-gone');
    expect(await buy(nextEvent())).toBe('credited-before');
    expect(await readValidAccount()).toMatchObject({ credits: 5500, totalMoneySpent: 4500 });
  });

  test('a purchase is credited together with parallel purchases', async () => {
    const purchases = Array.from({ length: 8 }, (_, index) => ({
      ...purchase,
      sessionId: `${purchase.sessionId}_${index}`,
      paymentId: `${purchase.paymentId}_${index}`,
    }));
    await Promise.all(purchases.map((other) => creditPurchase(other, { now })));
    expect(await readValidAccount()).toMatchObject({ credits: 40_500, available: 40_500, totalMoneySpent: 36_000 });
  });
});

describe('a refund', () => {
  test('a refund removes credits in proportion to the refunded part, and each report is applied once', async () => {
    await buy();
    expect(await refund(900, 'evt_refund')).toBe('changed');
    expect(await refund(900, 'evt_refund')).toBe('unchanged');
    expect(await refund(900)).toBe('unchanged');
    expect(await readValidAccount()).toMatchObject({
      credits: 4500,
      available: 4500,
      debt: 0,
      rows: ['adjustment -1000', 'bonus 500', 'purchase 5000'],
    });
  });

  test('a refund removes the total once if the reports arrive in the wrong order', async () => {
    await buy();
    await refund(2250);
    expect(await refund(900)).toBe('unchanged');
    await refund(4500);
    expect(await readValidAccount()).toMatchObject({ credits: 500, debt: 0 });
  });

  test('a refund that is reported before the purchase is applied together with the purchase', async () => {
    await refund(900);
    await refund(2250);
    expect(await readValidAccount()).toMatchObject({ credits: 500, rows: ['bonus 500'] });
    await buy();
    expect(await readValidAccount()).toMatchObject({ credits: 3000, available: 3000, debt: 0, totalMoneySpent: 4500 });
    expect(await buy()).toBe('credited-before');
    expect((await readValidAccount()).credits).toBe(3000);
  });

  test.each([1, 2, 3])('a refund has the same result in round %i if it is reported at the same time as its purchase', async () => {
    await Promise.all([buy(nextEvent()), refund(900), buy(), refund(2250), refund(900)]);
    expect(await readValidAccount()).toMatchObject({ credits: 3000, available: 3000, debt: 0 });
  });

  test('a refund of spent credits creates a debt, and the next purchase pays this debt first', async () => {
    await buy();
    const item = await hold(5300);
    await captureItem(item, now);
    await refund(4500);
    expect(await readValidAccount()).toMatchObject({ credits: 0, available: 0, debt: 4800 });
    const nextPurchase = { ...purchase, sessionId: 'cs_next', paymentId: 'pi_next', credits: 10_000, paid: 9000 };
    await creditPurchase(nextPurchase, { now });
    expect(await readValidAccount()).toMatchObject({ credits: 5200, available: 5200, debt: 0, totalMoneySpent: 13_500 });
  });

  test('a refund that is larger than the next purchase leaves a debt, and no batch can start', async () => {
    await buy();
    await captureItem(await hold(5500), now);
    await refund(4500);
    await creditPurchase({ ...purchase, sessionId: 'cs_small', paymentId: 'pi_small', credits: 1000, paid: 1000 }, { now });
    expect(await readValidAccount()).toMatchObject({ credits: 0, available: 0, debt: 4000 });
    await expect(hold(1)).rejects.toMatchObject({ code: 'InsufficientCredits' });
  });

  test('a refund leaves a debt, and parallel purchases and a release pay it once', async () => {
    await buy();
    const [capturedItem, heldItem] = [await hold(4500), await hold(1000)];
    await captureItem(capturedItem, now);
    await refund(4500);
    expect(await readValidAccount()).toMatchObject({ credits: 1000, available: 0, debt: 5000 });
    const purchases = Array.from({ length: 4 }, (_, n) => ({
      ...purchase,
      sessionId: `cs_${n}`,
      paymentId: `pi_${n}`,
      credits: 2000,
      paid: 2000,
    }));
    await Promise.all([
      ...purchases.map((one) => creditPurchase(one, { now })),
      releaseItem(heldItem, { status: 'failed', errorCode: 'VendorBusy' }, now),
    ]);
    expect(await readValidAccount()).toMatchObject({ credits: 4000, available: 4000, debt: 0 });
  });

  test('a refund creates a debt, and credits from support pay this debt first', async () => {
    await buy();
    await captureItem(await hold(5500), now);
    await refund(900);
    expect(await readValidAccount()).toMatchObject({ debt: 1000 });
    const goodwill = { userId: purchase.userId, reason: 'For the outage', actor: 'Ben' };
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-1', now)).toBe('adjusted');
    expect(await readValidAccount()).toMatchObject({ credits: 0, debt: 400 });
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-1', now)).toBe('done-before');
    expect(await adjustBalance({ ...goodwill, amount: -1 }, 'case-2', now)).toBe('insufficient-credits');
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-3', now)).toBe('adjusted');
    expect(await readValidAccount()).toMatchObject({ credits: 200, available: 200, debt: 0 });
  });

  test('a refund during a hold removes the available credits, and released credits pay the remaining debt', async () => {
    await buy();
    const [capturedItem, releasedItem, lateItem] = [await hold(2000), await hold(2000), await hold(1500)];
    await refund(4500);
    expect(await readValidAccount()).toMatchObject({ credits: 5500, available: 0, debt: 5000 });
    expect(await releaseItem(releasedItem, { status: 'failed', errorCode: 'VendorBusy' }, now)).toBe(true);
    expect(await releaseItem(releasedItem, { status: 'failed', errorCode: 'VendorBusy' }, now)).toBe(false);
    expect(await readValidAccount()).toMatchObject({ credits: 3500, available: 0, debt: 3000 });
    await captureItem(capturedItem, now);
    expect(await readValidAccount()).toMatchObject({ credits: 1500, available: 0, debt: 3000 });
    await releaseItem(lateItem, { status: 'cancelled', errorCode: 'Cancelled' }, now);
    expect(await readValidAccount()).toMatchObject({ credits: 0, available: 0, debt: 1500 });
  });

  test('a refund that is smaller than the held credits leaves the remaining credits to the seller after the release', async () => {
    await buy();
    const item = await hold(5500);
    await refund(450);
    expect(await readValidAccount()).toMatchObject({ available: 0, debt: 500 });
    await releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now);
    expect(await readValidAccount()).toMatchObject({ credits: 5000, available: 5000, debt: 0 });
  });

  test.each([1, 2, 3])('a refund changes the balance by the exact amount in round %i, while items end in parallel', async () => {
    await buy();
    const items = await Promise.all([1000, 1200, 900].map((cents) => hold(cents)));
    await Promise.all([
      refund(4500),
      ...items.map((item, index) =>
        index === 0 ? captureItem(item, now) : releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now),
      ),
    ]);
    // The balance was $55.00: $10.00 were charged, and $50.00 were removed.
    expect(await readValidAccount()).toMatchObject({ credits: 0, available: 0, debt: 500 });
  });
});

describe('a dispute', () => {
  test('a dispute removes the credits of the disputed payment, and adds them again after the seller has won', async () => {
    await buy();
    await dispute(4500, 100);
    expect(await readValidAccount()).toMatchObject({ credits: 500, debt: 0 });
    await dispute(0, 200);
    expect(await readValidAccount()).toMatchObject({
      credits: 5500,
      available: 5500,
      rows: ['adjustment -5000', 'adjustment 5000', 'bonus 500', 'purchase 5000'],
    });
  });

  test('a dispute has no effect if its opening is reported after the seller has won', async () => {
    await buy();
    await dispute(0, 200);
    expect(await dispute(4500, 100)).toBe('unchanged');
    expect(await readValidAccount()).toMatchObject({ credits: 5500 });
  });

  test('credits from a dispute that the seller has won first pay the debt of this dispute', async () => {
    await buy();
    await captureItem(await hold(3000), now);
    await dispute(4500, 100);
    expect(await readValidAccount()).toMatchObject({ credits: 0, debt: 2500 });
    await dispute(0, 200);
    expect(await readValidAccount()).toMatchObject({ credits: 2500, available: 2500, debt: 0 });
  });
});

test('a refund for a missing account is stored and changes no balance', async () => {
  const otherPurchase = { ...purchase, userId: randomUUID() };
  await creditPurchase(otherPurchase, { now });
  expect(await changePayment(otherPurchase.paymentId, (payment) => applyRefund(payment, 900), { eventId: nextEvent(), now })).toBe(
    'changed',
  );
  expect(await readValidAccount()).toMatchObject({ credits: 500 });
});

test('an event without effect is recorded, and can be recorded twice', async () => {
  const eventId = nextEvent();
  expect(await isKnownEvent(eventId)).toBe(false);
  await recordEvent(eventId, now);
  await recordEvent(eventId, now);
  expect(await isKnownEvent(eventId)).toBe(true);
});
