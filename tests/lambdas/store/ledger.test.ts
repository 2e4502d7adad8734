/** Tests the ledger with the local tables: no credits are lost or charged twice, even in races and after repeated calls. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { accountKey, createAccount, ledgerPut, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import type { Batch, Item } from '#lambdas/store/batch-rows.ts';
import { changeItem, listActiveBatches, putItems, readBatch, readBatchRow } from '#lambdas/store/batches.ts';
import { transact } from '#lambdas/store/dynamo.ts';
import { type HistoryRow, historyTable, listHistory } from '#lambdas/store/history.ts';
import { captureItem, endBatch, holdForBatch, holdItem, releaseItem, reopenBatch } from '#lambdas/store/ledger.ts';
import { areBalancesValid } from '#shared/credits/ledger.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { grant } from '../../fixtures/grant.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const noBatchLimit = { activeMax: 1_000_000 };
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
});

async function startBatch(...costs: number[]): Promise<{ batch: Batch; items: Item[] }> {
  const order = createBatchRows(userId, costs, now);
  await putItems(order.items, order.batch.requestHash);
  await holdForBatch(order.batch, noBatchLimit);
  return order;
}

const markGenerating = async (item: Item): Promise<Item> => (await changeItem(item, { set: { status: 'generating' } })) as Item;

async function readBalances() {
  const account = await readAccount(userId);
  if (!account) throw new Error('The account does not exist');
  const { rows } = await listLedger(userId, { limit: 100 });
  const allRows = [...rows];
  for (let { nextCursor } = await listLedger(userId, { limit: 100 }); nextCursor; ) {
    const page = await listLedger(userId, { limit: 100, cursor: nextCursor });
    allRows.push(...page.rows);
    nextCursor = page.nextCursor;
  }
  return { ...account, rows: allRows.length, sum: allRows.reduce((total, row) => total + row.amount, 0) };
}

const historyRowOf = (batch: Batch) => {
  const row: HistoryRow = {
    user_id: userId,
    batch_id: batch.batchId,
    prompt: 'A step',
    total_images: 1,
    completed_images: 1,
    failed_images: 0,
    status: 'completed',
    aspect_ratio: '9:16',
    model: 'veo3',
    created_at: batch.createdAt,
  };
  return { table: historyTable('video'), row };
};

describe('an account', () => {
  test('an account starts with five dollars and one bonus row', async () => {
    expect(await readBalances()).toMatchObject({
      credits: 500,
      available: 500,
      rows: 1,
      sum: 500,
      totalVideosGenerated: 0,
      totalMoneySpent: 0,
    });
  });

  test('an account gets one bonus if twenty parallel first visits create it', async () => {
    userId = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => createAccount({ userId, email: 'bo@example.com', name: 'Bo' }, now)));
    expect(await readBalances()).toMatchObject({ credits: 500, available: 500, rows: 1, sum: 500 });
  });

  test('an account keeps its balance if it is created again', async () => {
    const { items } = await startBatch(200);
    await captureItem(await markGenerating(items[0] as Item), now);
    await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
    expect(await readBalances()).toMatchObject({ credits: 300, rows: 2, sum: 300 });
  });
});

describe('a hold', () => {
  test('a hold reduces the available credits but not the balance', async () => {
    await startBatch(200, 200);
    expect(await readBalances()).toMatchObject({ credits: 500, available: 100, rows: 1, activeBatches: 1 });
  });

  test('a hold above the available credits is refused, and the error contains the needed and the available amount', async () => {
    await startBatch(200, 200);
    await expect(startBatch(101)).rejects.toMatchObject({ code: 'InsufficientCredits', details: { needCents: 101, haveCents: 100 } });
    expect(await readBalances()).toMatchObject({ available: 100, activeBatches: 1 });
  });

  test('a hold for a fourth running batch is refused; without enough credits, the error is InsufficientCredits', async () => {
    for (const _ of [1, 2, 3]) await startBatch(1);
    const { batch: fourth } = createBatchRows(userId, [1], now);
    await expect(holdForBatch(fourth)).rejects.toMatchObject({ code: 'ActiveBatchLimit' });
    const { batch: expensive } = createBatchRows(userId, [9_999], now);
    await expect(holdForBatch(expensive)).rejects.toMatchObject({ code: 'InsufficientCredits' });
    expect(await readBalances()).toMatchObject({ available: 497, activeBatches: 3 });
  });

  test('holds of single calls have a separate limit of twenty', async () => {
    const singleCall = (): Batch => ({ ...createBatchRows(userId, [1], now).batch, isOperation: true });
    for (const _ of [1, 2, 3]) await startBatch(1);
    const singleCalls = [singleCall()];
    for (let n = 1; n < 20; n++) singleCalls.push(singleCall());
    for (const batch of singleCalls) expect(await holdForBatch(batch)).toBe('held');
    await expect(holdForBatch(singleCall())).rejects.toMatchObject({ code: 'ActiveOperationLimit' });
    expect(await readAccount(userId)).toMatchObject({ available: 477, activeBatches: 3, activeOperations: 20 });
    expect(await listActiveBatches(userId)).toHaveLength(3);
    const [first] = singleCalls as [Batch];
    const history = { table: historyTable('video'), row: { user_id: userId, batch_id: first.batchId, created_at: first.createdAt } };
    expect(await endBatch({ ...first, status: 'failed' }, history, now)).toBe(true);
    expect(await endBatch({ ...first, status: 'failed' }, history, now)).toBe(false);
    expect(await readAccount(userId)).toMatchObject({ activeBatches: 3, activeOperations: 19 });
    expect(await holdForBatch(singleCall())).toBe('held');
  });

  test('a repeated hold has no effect, and another batch with the same id is refused', async () => {
    const { batch } = await startBatch(200);
    expect(await holdForBatch(batch, noBatchLimit)).toBe('already-held');
    await expect(holdForBatch({ ...batch, requestHash: 'other' }, noBatchLimit)).rejects.toMatchObject({ code: 'BatchIdReused' });
    expect(await readBalances()).toMatchObject({ available: 300, activeBatches: 1 });
  });

  test('a hold is refused for a user without an account', async () => {
    const { batch } = createBatchRows(randomUUID(), [1], now);
    await expect(holdForBatch(batch)).rejects.toMatchObject({ code: 'InsufficientCredits' });
  });

  test('while an account is being deleted, a hold is refused for a new batch, for one more item of a running batch, and for an ended batch', async () => {
    const { batch, items } = await startBatch(200);
    const endedOrder = createBatchRows(userId, [1], now);
    await holdForBatch(endedOrder.batch);
    await endBatch({ ...endedOrder.batch, status: 'failed' }, undefined, now);
    await requestDeletion(userId, 'ada', now);
    const expectedError = { code: 'AccountDeleted' };
    await expect(holdForBatch(createBatchRows(userId, [1], now).batch)).rejects.toMatchObject(expectedError);
    await expect(holdItem({ ...(items[0] as Item), index: 7, itemId: 'one-more' })).rejects.toMatchObject(expectedError);
    await expect(reopenBatch((await readBatchRow(userId, endedOrder.batch.batchId)) as Batch, undefined, now)).rejects.toMatchObject(
      expectedError,
    );
    expect(await readBalances()).toMatchObject({ credits: 500, available: 299, activeBatches: 1 });
    expect((await readBatch(userId, batch.batchId))?.items).toHaveLength(1);
  });

  test('a hold is not written if another action of its transaction is refused', async () => {
    const { batch } = createBatchRows(userId, [200], now);
    const otherWrites = [{ ConditionCheck: { ...accountKey(randomUUID()), ConditionExpression: 'attribute_exists(id)' } }];
    await expect(holdForBatch(batch, { furtherActions: otherWrites })).rejects.toThrow('The ledger refused a hold');
    expect(await readBalances()).toMatchObject({ credits: 500, available: 500, activeBatches: 0 });
  });

  test('a hold of 5 cents succeeds exactly 200 times if 1,000 parallel calls request it and 1,000 cents are available', async () => {
    // 500 cents are from the bonus, and 500 cents were granted.
    await grant(userId, 500);
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, () => holdForBatch(createBatchRows(userId, [5], now).batch, noBatchLimit)),
    );
    const errorCodes = results.filter((one) => one.status === 'rejected').map((one) => (one.reason as { code?: string }).code);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(200);
    expect(new Set(errorCodes)).toEqual(new Set(['InsufficientCredits']));
    expect(await readBalances()).toMatchObject({ credits: 1000, available: 0, activeBatches: 200 });
  });
});

describe('a capture', () => {
  test('a capture deducts the cost, completes the item and adds one ledger row', async () => {
    const { batch, items } = await startBatch(200);
    expect(await captureItem(await markGenerating(items[0] as Item), now)).toBe(true);
    expect(await readBalances()).toMatchObject({ credits: 300, available: 300, rows: 2, sum: 300, totalVideosGenerated: 1 });
    expect((await readBatch(userId, batch.batchId))?.items[0]).toMatchObject({ status: 'completed' });
  });

  test('a repeated capture has no effect', async () => {
    const { items } = await startBatch(200);
    const item = await markGenerating(items[0] as Item);
    await captureItem(item, now);
    expect(await captureItem(item, now)).toBe(false);
    expect(await releaseItem(item, { status: 'failed', errorCode: 'GenerationFailed' }, now)).toBe(false);
    expect(await readBalances()).toMatchObject({ credits: 300, available: 300, rows: 2, totalVideosGenerated: 1 });
  });

  test('a capture is refused if the item never started', async () => {
    const { items } = await startBatch(200);
    expect(await captureItem(items[0] as Item, now)).toBe(false);
    expect(await readBalances()).toMatchObject({ credits: 500, available: 300, rows: 1 });
  });

  test('a capture or a release of an item without a batch row is refused', async () => {
    const { items } = createBatchRows(userId, [200], now);
    const [item] = items as [Item];
    await putItems(items, 'hash');
    await expect(captureItem(await markGenerating(item), now)).rejects.toThrow('refused a settlement');
    await expect(releaseItem(item, { status: 'failed' }, now)).rejects.toThrow('refused a settlement');
    expect(await readBalances()).toMatchObject({ credits: 500, available: 500, rows: 1 });
  });
});

test('a ledger row with an existing id is not written again', async () => {
  const row = {
    userId,
    id: 'purchase#cs_1',
    createdAt: now.toISOString(),
    amount: 1000,
    type: 'purchase' as const,
    description: 'Credit purchase',
  };
  expect(await transact({ row: ledgerPut(row) })).toBeUndefined();
  expect(await transact({ row: ledgerPut({ ...row, amount: 5000 }) })).toEqual({ row: {} });
  expect((await listLedger(userId, { limit: 10 })).rows.filter(({ type }) => type === 'purchase')).toMatchObject([{ amount: 1000 }]);
});

describe('a release', () => {
  test('a release returns the hold and adds no ledger row, and a repeated release has no effect', async () => {
    const { batch, items } = await startBatch(200, 100);
    const item = items[0] as Item;
    expect(await releaseItem(item, { status: 'failed', errorCode: 'VendorRefused' }, now)).toBe(true);
    expect(await releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now)).toBe(false);
    expect(await captureItem(item, now)).toBe(false);
    expect(await readBalances()).toMatchObject({ credits: 500, available: 400, rows: 1 });
    expect((await readBatch(userId, batch.batchId))?.items[0]).toMatchObject({ status: 'failed', errorCode: 'VendorRefused' });
  });

  test('a release removes a stored result, because a failed video with a result would count as a free late video', async () => {
    const { batch, items } = await startBatch(200);
    const item = await markGenerating(items[0] as Item);
    await changeItem(item, { set: { result: { key: 'k', posterKey: 'p', width: 1, height: 1, sizeBytes: 1, seconds: 8, codec: 'h264' } } });
    expect(await releaseItem(item, { status: 'failed', errorCode: 'SigningKeyMissing' }, now)).toBe(true);
    expect((await readBatch(userId, batch.batchId))?.items[0]).not.toHaveProperty('result');
  });
});

describe('the end of a batch', () => {
  test('the end of a batch reduces the number of running batches, and writes the history row once', async () => {
    const { batch, items } = await startBatch(200);
    await captureItem(await markGenerating(items[0] as Item), now);
    const endedBatch: Batch = { ...batch, status: 'completed' };
    expect(await endBatch(endedBatch, historyRowOf(batch), now)).toBe(true);
    expect(await endBatch(endedBatch, historyRowOf(batch), now)).toBe(false);
    expect(await readBalances()).toMatchObject({ activeBatches: 0 });
    expect((await readBatchRow(userId, batch.batchId))?.status).toBe('completed');
    expect((await listHistory('video', userId, { limit: 20 })).rows).toHaveLength(1);
  });
});

describe('item rows', () => {
  test('item rows do not change if the same request writes them again, and another request cannot write them', async () => {
    const { batch, items } = await startBatch(200);
    await markGenerating(items[0] as Item);
    await putItems(items, batch.requestHash);
    expect((await readBatch(userId, batch.batchId))?.items[0]?.status).toBe('generating');
    await expect(putItems(items, 'other')).rejects.toMatchObject({ code: 'BatchIdReused' });
  });
});

test('parallel starts, captures and releases by eight workers keep all balances valid', async () => {
  let settledCount = 0;
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = 0; round < 6; round++) {
      const order = await startBatch(20, 30).catch(() => undefined);
      for (const item of order?.items ?? []) {
        const runningItem = await markGenerating(item);
        // Each item gets captures and releases, repeatedly and in parallel.
        await Promise.all([
          captureItem(runningItem, now),
          releaseItem(runningItem, { status: 'failed', errorCode: 'VendorBusy' }, now),
          (worker + round) % 2 ? captureItem(runningItem, now) : releaseItem(runningItem, { status: 'cancelled' }, now),
        ]);
        settledCount++;
        const account = await readAccount(userId);
        expect(account && areBalancesValid(account)).toBe(true);
      }
    }
  });
  await Promise.all(workers);
  expect(settledCount).toBeGreaterThan(16);
  const { credits, available, sum } = await readBalances();
  expect(sum).toBe(credits);
  expect(available).toBe(credits);
});
