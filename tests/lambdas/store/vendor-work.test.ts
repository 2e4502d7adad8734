/**
 * Tests the daily vendor cost of items with the local tables. The tests check when an order is refused, and which costs are removed later.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import { assertVendorWorkAllowed, requestForItem, subtractUnbilledWork, vendorWorkKey } from '#lambdas/store/vendor-work.ts';
import { utcDate, vendorWorkLimits } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { grant } from '../../fixtures/grant.ts';
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
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada', bonusPersonId: person }, now);
});

async function createItems(count: number): Promise<Item[]> {
  const order = createBatchRows(userId, Array<number>(count).fill(1), now);
  await putItems(order.items, order.batch.requestHash);
  await holdForBatch(order.batch, { activeMax: 1000 });
  return order.items;
}

const readCounters = async () => (await dynamo().send(new GetCommand(vendorWorkKey(person, utcDate(now))))).Item;
const changes = { set: { status: 'generating' as const }, ifAbsent: ['cancelRequestedAt' as const] };
const sendRequest = (item: Item, mils: number, request: () => Promise<string> = async () => 'picture') =>
  requestForItem(item, { mils, now, changes }, request);
const readCurrentItem = async ({ batchId, index }: Item) => (await readItem(userId, batchId, index)) as Item;
const limitError = { code: 'DailyWorkLimit' };

describe('a person who has never paid', () => {
  test('a person who has never paid cannot send a request above the daily limit', async () => {
    const [first, second] = (await createItems(2)) as [Item, Item];
    expect(await sendRequest(first, vendorWorkLimits.neverPaid - 10)).toEqual({ value: 'picture' });
    let requestCount = 0;
    await expect(sendRequest(second, 11, async () => String(++requestCount))).rejects.toMatchObject(limitError);
    expect(requestCount).toBe(0);
    expect(await sendRequest(second, 10)).toBeDefined();
    expect(await readCurrentItem(second)).toMatchObject({ vendorMils: 10, vendorPerson: person, vendorDay: '2026-11-21' });
  });

  test('a person who has never paid can send only the parallel requests within the limit', async () => {
    const items = await createItems(12);
    const results = await Promise.allSettled(items.map((item) => sendRequest(item, 1_000)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await readCounters()).toMatchObject({ taken: 4_000 });
  });

  test('a person who has never paid cannot order if the order costs more than the remaining daily limit', async () => {
    const [item] = (await createItems(1)) as [Item];
    await sendRequest(item, 4_000);
    const user = { userId, person, tier: 'neverPaid' as const };
    await assertVendorWorkAllowed(user, vendorWorkLimits.neverPaid - 4_000, now);
    await expect(assertVendorWorkAllowed(user, vendorWorkLimits.neverPaid - 3_999, now)).rejects.toMatchObject(limitError);
  });
});

describe('a request', () => {
  test('a request no longer counts if the vendor did not bill it', async () => {
    const [item] = (await createItems(1)) as [Item];
    const error = new AppError('VendorBusy', { isUnbilled: true });
    await expect(sendRequest(item, 800, () => Promise.reject(error))).rejects.toBe(error);
    expect(await readCounters()).toMatchObject({ taken: 0 });
    expect(await readCurrentItem(item)).toMatchObject({ vendorMils: 0 });
  });

  test('a request throws the error of the vendor, even if its cost cannot be subtracted from the item', async () => {
    const [item] = (await createItems(1)) as [Item];
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
    expect(await readCurrentItem(item)).toMatchObject({ vendorMils: 800 });
  });

  test('a request still counts if the vendor may have billed it', async () => {
    const [item] = (await createItems(1)) as [Item];
    await expect(sendRequest(item, 800, () => Promise.reject(new AppError('VendorRefused')))).rejects.toMatchObject({
      code: 'VendorRefused',
    });
    expect(await readCounters()).toMatchObject({ taken: 800 });
  });

  test('a request for a cancelled item is not sent and not counted', async () => {
    const [item] = (await createItems(1)) as [Item];
    await markCancelled(item, now);
    expect(await sendRequest(item, 800)).toBeUndefined();
    expect(await readCounters()).toMatchObject({ taken: 0 });
  });

  test('a request no longer counts if the vendor reports later that the work failed and is not billed', async () => {
    const [item] = (await createItems(1)) as [Item];
    await sendRequest(item, 800);
    await subtractUnbilledWork(await readCurrentItem(item), 800);
    expect(await readCounters()).toMatchObject({ taken: 0 });
    expect(await readCurrentItem(item)).toMatchObject({ vendorMils: 0 });
  });
});

describe('an account that has paid', () => {
  beforeEach(() => grant(userId, 10_000));

  test('an account that has paid is not limited while its items are delivered or running', async () => {
    const items = await createItems(4);
    for (const item of items) expect(await sendRequest(item, 20_000)).toBeDefined();
  });

  test('an account that has paid cannot send new requests after too many unpaid costs', async () => {
    const [failedItem, nextItem] = (await createItems(2)) as [Item, Item];
    await sendRequest(failedItem, vendorWorkLimits.unpaid);
    expect(await sendRequest(nextItem, 1)).toBeDefined();
    await releaseItem(await readCurrentItem(failedItem), { status: 'failed', errorCode: 'VendorRefused' }, now);
    await releaseItem(await readCurrentItem(failedItem), { status: 'failed', errorCode: 'VendorRefused' }, now);
    expect(await readCounters()).toMatchObject({ lost: vendorWorkLimits.unpaid });
    await expect(sendRequest(nextItem, 1)).rejects.toMatchObject(limitError);
    await expect(assertVendorWorkAllowed({ userId, person, tier: 'paid' }, 1, now)).rejects.toMatchObject(limitError);
  });
});

describe('a cancel', () => {
  beforeEach(() => grant(userId, 10_000));
  const cancelError = { code: 'CancelLimit' };

  test('a cancel of an ordered item above the daily limit is refused, and the item continues', async () => {
    const [first, second] = (await createItems(2)) as [Item, Item];
    await sendRequest(first, vendorWorkLimits.cancelled - 10);
    await sendRequest(second, 11);
    expect(await markCancelled(await readCurrentItem(first), now)).toMatchObject({ cancelRequestedAt: now.toISOString() });
    await expect(markCancelled(await readCurrentItem(second), now)).rejects.toMatchObject(cancelError);
    expect(await readCurrentItem(second)).not.toHaveProperty('cancelRequestedAt');
  });

  test('a cancel of a queued item is never refused, and neither is the deletion of an account', async () => {
    const [first, queuedItem, closingItem] = (await createItems(3)) as [Item, Item, Item];
    await sendRequest(first, vendorWorkLimits.cancelled);
    await sendRequest(closingItem, 10);
    await markCancelled(await readCurrentItem(first), now);
    expect(await markCancelled(queuedItem, now)).toBeDefined();
    await expect(markCancelled(await readCurrentItem(closingItem), now)).rejects.toMatchObject(cancelError);
    expect(await markCancelled(await readCurrentItem(closingItem), now, { isClosing: true })).toBeDefined();
  });

  test('a cancel counts a request once, even if the request was sent after the item was read', async () => {
    const [item] = (await createItems(1)) as [Item];
    await sendRequest(item, 500);
    expect(await markCancelled(item, now)).toMatchObject({ vendorMils: 500 });
    expect(await markCancelled(item, now)).toMatchObject({ vendorMils: 500 });
    expect(await readCounters()).toMatchObject({ cancelled: 500 });
  });

  test('if ten items are cancelled in parallel, only the items within the daily limit are cancelled', async () => {
    const items = await createItems(10);
    for (const item of items) await sendRequest(item, 3_000);
    const results = await Promise.allSettled(items.map(async (item) => markCancelled(await readCurrentItem(item), now)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await readCounters()).toMatchObject({ cancelled: 9_000 });
  });
});
