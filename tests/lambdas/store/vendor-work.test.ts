/** Tests the daily cost of items with the local tables: when an order is refused, and which costs are removed again. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import { forgetWork, refuseVendorWork, requestForItem, vendorWorkKey } from '#lambdas/store/vendor-work.ts';
import { utcDate, vendorWorkLimits } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { grant } from '../../fixtures/grant.ts';
import { orderOf } from '../../fixtures/order.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T12:00:00.000Z');
let userId: string;
let person: string;
beforeEach(async () => {
  userId = randomUUID();
  person = `mark of ${userId}`;
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada', bonusMark: person }, now);
});

async function items(count: number): Promise<Item[]> {
  const order = orderOf(userId, Array<number>(count).fill(1), now);
  await putItems(order.items, order.batch.requestHash);
  await holdForBatch(order.batch, { activeMax: 1000 });
  return order.items;
}

const counters = async () => (await dynamo().send(new GetCommand(vendorWorkKey(person, utcDate(now))))).Item;
const changes = { set: { status: 'generating' as const }, ifAbsent: ['cancelRequestedAt' as const] };
const sendRequest = (item: Item, mils: number, request: () => Promise<string> = async () => 'made') =>
  requestForItem(item, { mils, now, changes }, request);
const current = async ({ batchId, index }: Item) => (await readItem(userId, batchId, index)) as Item;
const limit = { code: 'DailyWorkLimit' };

describe('a person who has never paid', () => {
  test('is refused a request above the daily limit, and the request is not sent', async () => {
    const [one, two] = (await items(2)) as [Item, Item];
    expect(await sendRequest(one, vendorWorkLimits.neverPaid - 10)).toEqual({ answer: 'made' });
    let made = 0;
    await expect(sendRequest(two, 11, async () => String(++made))).rejects.toMatchObject(limit);
    expect(made).toBe(0);
    expect(await sendRequest(two, 10)).toBeDefined();
    expect(await current(two)).toMatchObject({ vendorMils: 10, vendorPerson: person, vendorDay: '2026-11-21' });
  });

  test('can send only the parallel requests that are within the limit', async () => {
    const all = await items(12);
    const answers = await Promise.allSettled(all.map((item) => sendRequest(item, 1_000)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await counters()).toMatchObject({ taken: 4_000 });
  });

  test('is refused early if the order costs more than the rest of the daily limit', async () => {
    const [item] = (await items(1)) as [Item];
    await sendRequest(item, 4_000);
    const user = { userId, person, tier: 'neverPaid' as const };
    await refuseVendorWork(user, vendorWorkLimits.neverPaid - 4_000, now);
    await expect(refuseVendorWork(user, vendorWorkLimits.neverPaid - 3_999, now)).rejects.toMatchObject(limit);
  });
});

describe('a request', () => {
  test('that was certainly not billed is no longer counted', async () => {
    const [item] = (await items(1)) as [Item];
    const error = new AppError('VendorBusy', { isUnbilled: true });
    await expect(sendRequest(item, 800, () => Promise.reject(error))).rejects.toBe(error);
    expect(await counters()).toMatchObject({ taken: 0 });
    expect(await current(item)).toMatchObject({ vendorMils: 0 });
  });

  test('returns the error of the vendor if its amount cannot be subtracted from the item', async () => {
    const [item] = (await items(1)) as [Item];
    const error = new AppError('VendorBusy', { isUnbilled: true });
    const request = async () => {
      dynamo().middlewareStack.add(
        () => () => Promise.reject(Object.assign(new Error('Transaction is ongoing'), { name: 'TransactionConflictException' })),
        { step: 'initialize', name: 'conflict' },
      );
      throw error;
    };
    try {
      await expect(sendRequest(item, 800, request)).rejects.toBe(error);
    } finally {
      dynamo().middlewareStack.remove('conflict');
    }
    expect(await current(item)).toMatchObject({ vendorMils: 800 });
  });

  test('that may have been billed stays counted', async () => {
    const [item] = (await items(1)) as [Item];
    await expect(sendRequest(item, 800, () => Promise.reject(new AppError('VendorRefused')))).rejects.toMatchObject({
      code: 'VendorRefused',
    });
    expect(await counters()).toMatchObject({ taken: 800 });
  });

  test('for a cancelled item is not sent and not counted', async () => {
    const [item] = (await items(1)) as [Item];
    await markCancelled(item, now);
    expect(await sendRequest(item, 800)).toBeUndefined();
    expect(await counters()).toMatchObject({ taken: 0 });
  });

  test('that failed at the vendor without a bill is no longer counted', async () => {
    const [item] = (await items(1)) as [Item];
    await sendRequest(item, 800);
    await forgetWork(await current(item), 800);
    expect(await counters()).toMatchObject({ taken: 0 });
    expect(await current(item)).toMatchObject({ vendorMils: 0 });
  });
});

describe('an account that has paid', () => {
  beforeEach(() => grant(userId, 10_000));

  test('is not limited while its items are delivered or running', async () => {
    const all = await items(4);
    for (const item of all) expect(await sendRequest(item, 20_000)).toBeDefined();
  });

  test('is refused new requests after too many unpaid costs', async () => {
    const [lost, next] = (await items(2)) as [Item, Item];
    await sendRequest(lost, vendorWorkLimits.unpaid);
    expect(await sendRequest(next, 1)).toBeDefined();
    await releaseItem(await current(lost), { status: 'failed', errorCode: 'VendorRefused' }, now);
    await releaseItem(await current(lost), { status: 'failed', errorCode: 'VendorRefused' }, now);
    expect(await counters()).toMatchObject({ lost: vendorWorkLimits.unpaid });
    await expect(sendRequest(next, 1)).rejects.toMatchObject(limit);
    await expect(refuseVendorWork({ userId, person, tier: 'paid' }, 1, now)).rejects.toMatchObject(limit);
  });
});

describe('a cancel', () => {
  beforeEach(() => grant(userId, 10_000));
  const refused = { code: 'CancelLimit' };

  test('of an ordered item above the daily limit is refused, and the item continues', async () => {
    const [one, two] = (await items(2)) as [Item, Item];
    await sendRequest(one, vendorWorkLimits.cancelled - 10);
    await sendRequest(two, 11);
    expect(await markCancelled(await current(one), now)).toMatchObject({ cancelRequestedAt: now.toISOString() });
    await expect(markCancelled(await current(two), now)).rejects.toMatchObject(refused);
    expect(await current(two)).not.toHaveProperty('cancelRequestedAt');
  });

  test('of a queued item is never refused, and neither is a cancel for the deletion of an account', async () => {
    const [one, waiting, closing] = (await items(3)) as [Item, Item, Item];
    await sendRequest(one, vendorWorkLimits.cancelled);
    await sendRequest(closing, 10);
    await markCancelled(await current(one), now);
    expect(await markCancelled(waiting, now)).toBeDefined();
    await expect(markCancelled(await current(closing), now)).rejects.toMatchObject(refused);
    expect(await markCancelled(await current(closing), now, { isClosing: true })).toBeDefined();
  });

  test('counts a request that was sent after the item was read, but only once', async () => {
    const [item] = (await items(1)) as [Item];
    await sendRequest(item, 500);
    expect(await markCancelled(item, now)).toMatchObject({ vendorMils: 500 });
    expect(await markCancelled(item, now)).toMatchObject({ vendorMils: 500 });
    expect(await counters()).toMatchObject({ cancelled: 500 });
  });

  test('of ten items in parallel cancels only items within the daily limit', async () => {
    const all = await items(10);
    for (const item of all) await sendRequest(item, 3_000);
    const answers = await Promise.allSettled(all.map(async (item) => markCancelled(await current(item), now)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await counters()).toMatchObject({ cancelled: 9_000 });
  });
});
