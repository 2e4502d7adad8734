/** Purchases, refunds and disputes on the real emulator: each is applied once, in every order of the reports and in races. */
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
import { orderOf } from '../../fixtures/order.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
let tables: Awaited<ReturnType<typeof startTables>>;
let purchase: Purchase;
let events = 0;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  purchase = { userId, sessionId: `cs_${userId}`, paymentId: `pi_${userId}`, credits: 5000, paid: 4500 };
});

const nextEvent = () => `evt_${++events}_${purchase.userId}`;
const buy = (eventId?: string) => creditPurchase(purchase, { now, ...(eventId && { eventId }) });
const refund = (cents: number, eventId = nextEvent()) =>
  changePayment(purchase.paymentId, (payment) => applyRefund(payment, cents), { eventId, now });
const dispute = (cents: number, at: number, eventId = nextEvent()) =>
  changePayment(purchase.paymentId, (payment) => applyDispute(payment, 'dp_1', { cents, at }), { eventId, now });

/** Reads the account and checks the rules that hold for every account. */
async function account() {
  const found = await readAccount(purchase.userId);
  if (!found) throw new Error('The account does not exist');
  const { rows } = await listLedger(purchase.userId, { limit: 100 });
  expect(areBalancesValid(found)).toBe(true);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(found.credits);
  if (found.debt > 0) expect(found.available).toBe(0);
  const { credits, available, debt, totalMoneySpent } = found;
  return { credits, available, debt, totalMoneySpent, rows: rows.map(({ type, amount }) => `${type} ${amount}`).sort() };
}

/** Holds this number of cents for one running item. */
async function hold(cents: number): Promise<Item> {
  const order = orderOf(purchase.userId, [cents], now);
  await putItems(order.items, order.batch.requestHash);
  await holdForBatch(order.batch);
  return (await changeItem(order.items[0] as Item, { set: { status: 'generating' } })) as Item;
}

describe('a purchase', () => {
  test('adds its credits, counts the paid money, and can be read', async () => {
    expect(await readPurchase(purchase.userId, purchase.sessionId)).toBeUndefined();
    expect(await buy('evt_1')).toBe('credited');
    expect(await account()).toEqual({
      credits: 5500,
      available: 5500,
      debt: 0,
      totalMoneySpent: 4500,
      rows: ['bonus 500', 'purchase 5000'],
    });
    expect(await readPurchase(purchase.userId, purchase.sessionId)).toEqual({ credits: 5000 });
    expect(await isKnownEvent('evt_1')).toBe(true);
  });

  test('is credited once, for any number of reports by the same event or others', async () => {
    expect([await buy('evt_a'), await buy('evt_a'), await buy('evt_b'), await buy()]).toEqual([
      'credited',
      'credited-before',
      'credited-before',
      'credited-before',
    ]);
    expect((await account()).credits).toBe(5500);
  });

  test('is credited once by eight parallel reports', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => buy(index % 2 ? `evt_${index}_at_once` : undefined)));
    expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
    expect((await account()).credits).toBe(5500);
  });

  test('for a missing account adds nothing', async () => {
    const gone = { ...purchase, userId: randomUUID() };
    expect(await creditPurchase(gone, { now, eventId: nextEvent() })).toBe('account-gone');
    expect(await readAccount(gone.userId)).toBeUndefined();
    expect((await listLedger(gone.userId, { limit: 10 })).rows).toEqual([]);
  });

  test('for an account that is being deleted adds nothing; an earlier one is recognised', async () => {
    await buy();
    await requestDeletion(purchase.userId, 'ada', now);
    const late = { ...purchase, sessionId: 'cs_late', paymentId: 'pi_late' };
    expect(await creditPurchase(late, { now, eventId: nextEvent() })).toBe('account-gone');
    expect(await buy(nextEvent())).toBe('credited-before');
    expect(await account()).toMatchObject({ credits: 5500, totalMoneySpent: 4500 });
  });

  test('in parallel with others is credited with them', async () => {
    const others = Array.from({ length: 8 }, (_, index) => ({
      ...purchase,
      sessionId: `${purchase.sessionId}_${index}`,
      paymentId: `${purchase.paymentId}_${index}`,
    }));
    await Promise.all(others.map((other) => creditPurchase(other, { now })));
    expect(await account()).toMatchObject({ credits: 40_500, available: 40_500, totalMoneySpent: 36_000 });
  });
});

describe('a refund', () => {
  test('takes back its share, and each report counts once', async () => {
    await buy();
    expect(await refund(900, 'evt_refund')).toBe('changed');
    expect(await refund(900, 'evt_refund')).toBe('nothing-new');
    expect(await refund(900)).toBe('nothing-new');
    expect(await account()).toMatchObject({
      credits: 4500,
      available: 4500,
      debt: 0,
      rows: ['adjustment -1000', 'bonus 500', 'purchase 5000'],
    });
  });

  test('reported in the wrong order takes the sum once', async () => {
    await buy();
    await refund(2250);
    expect(await refund(900)).toBe('nothing-new');
    await refund(4500);
    expect(await account()).toMatchObject({ credits: 500, debt: 0 });
  });

  test('before its purchase waits, and is applied with it', async () => {
    await refund(900);
    await refund(2250);
    expect(await account()).toMatchObject({ credits: 500, rows: ['bonus 500'] });
    await buy();
    expect(await account()).toMatchObject({ credits: 3000, available: 3000, debt: 0, totalMoneySpent: 4500 });
    expect(await buy()).toBe('credited-before');
    expect((await account()).credits).toBe(3000);
  });

  test.each([1, 2, 3])('at the same time as its purchase gives the same result (%i)', async () => {
    await Promise.all([buy(nextEvent()), refund(900), buy(), refund(2250), refund(900)]);
    expect(await account()).toMatchObject({ credits: 3000, available: 3000, debt: 0 });
  });

  test('of spent credits becomes debt, which the next purchase pays first', async () => {
    await buy();
    const item = await hold(5300);
    await captureItem(item, now);
    await refund(4500);
    expect(await account()).toMatchObject({ credits: 0, available: 0, debt: 4800 });
    const next = { ...purchase, sessionId: 'cs_next', paymentId: 'pi_next', credits: 10_000, paid: 9000 };
    await creditPurchase(next, { now });
    expect(await account()).toMatchObject({ credits: 5200, available: 5200, debt: 0, totalMoneySpent: 13_500 });
  });

  test('above the next purchase leaves the rest as debt, and no new run starts', async () => {
    await buy();
    await captureItem(await hold(5500), now);
    await refund(4500);
    await creditPurchase({ ...purchase, sessionId: 'cs_small', paymentId: 'pi_small', credits: 1000, paid: 1000 }, { now });
    expect(await account()).toMatchObject({ credits: 0, available: 0, debt: 4000 });
    await expect(hold(1)).rejects.toMatchObject({ code: 'InsufficientCredits' });
  });

  test('leaves a debt that parallel purchases and a release pay once', async () => {
    await buy();
    const [spent, held] = [await hold(4500), await hold(1000)];
    await captureItem(spent, now);
    await refund(4500);
    expect(await account()).toMatchObject({ credits: 1000, available: 0, debt: 5000 });
    const more = Array.from({ length: 4 }, (_, n) => ({
      ...purchase,
      sessionId: `cs_${n}`,
      paymentId: `pi_${n}`,
      credits: 2000,
      paid: 2000,
    }));
    await Promise.all([
      ...more.map((one) => creditPurchase(one, { now })),
      releaseItem(held, { status: 'failed', errorCode: 'VendorBusy' }, now),
    ]);
    expect(await account()).toMatchObject({ credits: 4000, available: 4000, debt: 0 });
  });

  test('leaves a debt that credits from support pay first, once', async () => {
    await buy();
    await captureItem(await hold(5500), now);
    await refund(900);
    expect(await account()).toMatchObject({ debt: 1000 });
    const goodwill = { userId: purchase.userId, reason: 'For the outage', actor: 'Ben' };
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-1', now)).toBe('adjusted');
    expect(await account()).toMatchObject({ credits: 0, debt: 400 });
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-1', now)).toBe('done-before');
    expect(await adjustBalance({ ...goodwill, amount: -1 }, 'case-2', now)).toBe('short');
    expect(await adjustBalance({ ...goodwill, amount: 600 }, 'case-3', now)).toBe('adjusted');
    expect(await account()).toMatchObject({ credits: 200, available: 200, debt: 0 });
  });

  test('during a hold takes the free credits, and released credits pay the rest', async () => {
    await buy();
    const [kept, given, late] = [await hold(2000), await hold(2000), await hold(1500)];
    await refund(4500);
    expect(await account()).toMatchObject({ credits: 5500, available: 0, debt: 5000 });
    expect(await releaseItem(given, { status: 'failed', errorCode: 'VendorBusy' }, now)).toBe(true);
    expect(await releaseItem(given, { status: 'failed', errorCode: 'VendorBusy' }, now)).toBe(false);
    expect(await account()).toMatchObject({ credits: 3500, available: 0, debt: 3000 });
    await captureItem(kept, now);
    expect(await account()).toMatchObject({ credits: 1500, available: 0, debt: 3000 });
    await releaseItem(late, { status: 'cancelled', errorCode: 'Cancelled' }, now);
    expect(await account()).toMatchObject({ credits: 0, available: 0, debt: 1500 });
  });

  test('below the released credits leaves the rest to the seller', async () => {
    await buy();
    const item = await hold(5500);
    await refund(450);
    expect(await account()).toMatchObject({ available: 0, debt: 500 });
    await releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now);
    expect(await account()).toMatchObject({ credits: 5000, available: 5000, debt: 0 });
  });

  test.each([1, 2, 3])('during ending runs loses no cent (%i)', async () => {
    await buy();
    const items = await Promise.all([1000, 1200, 900].map((cents) => hold(cents)));
    await Promise.all([
      refund(4500),
      ...items.map((item, index) =>
        index === 0 ? captureItem(item, now) : releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now),
      ),
    ]);
    // The balance was 55, 10 were delivered, 50 were claimed back.
    expect(await account()).toMatchObject({ credits: 0, available: 0, debt: 500 });
  });
});

describe('a dispute', () => {
  test('takes back the credits that the bank holds, and returns them after a win', async () => {
    await buy();
    await dispute(4500, 100);
    expect(await account()).toMatchObject({ credits: 500, debt: 0 });
    await dispute(0, 200);
    expect(await account()).toMatchObject({
      credits: 5500,
      available: 5500,
      rows: ['adjustment -5000', 'adjustment 5000', 'bonus 500', 'purchase 5000'],
    });
  });

  test('that was won before its opening was reported has no effect', async () => {
    await buy();
    await dispute(0, 200);
    expect(await dispute(4500, 100)).toBe('nothing-new');
    expect(await account()).toMatchObject({ credits: 5500 });
  });

  test('that is won first pays the debt that it had created', async () => {
    await buy();
    await captureItem(await hold(3000), now);
    await dispute(4500, 100);
    expect(await account()).toMatchObject({ credits: 0, debt: 2500 });
    await dispute(0, 200);
    expect(await account()).toMatchObject({ credits: 2500, available: 2500, debt: 0 });
  });
});

test('a refund for a missing account is stored and moves nothing', async () => {
  const gone = { ...purchase, userId: randomUUID() };
  await creditPurchase(gone, { now });
  expect(await changePayment(gone.paymentId, (payment) => applyRefund(payment, 900), { eventId: nextEvent(), now })).toBe('changed');
  expect(await account()).toMatchObject({ credits: 500 });
});

test('an event without effect is recorded, and may be recorded twice', async () => {
  const eventId = nextEvent();
  expect(await isKnownEvent(eventId)).toBe(false);
  await recordEvent(eventId, now);
  await recordEvent(eventId, now);
  expect(await isKnownEvent(eventId)).toBe(true);
});
