/**
 * Tests the start, cancel, reconcile and retry of a batch from each state of its items, with the local tables. Step Functions is a mock.
 */
import { randomUUID } from 'node:crypto';
import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelBatch } from '#lambdas/batch/cancel-batch.ts';
import { executionName } from '#lambdas/batch/executions.ts';
import { finishBatch } from '#lambdas/batch/finish-batch.ts';
import { reconcile } from '#lambdas/batch/reconcile.ts';
import { retryBatch } from '#lambdas/batch/retry-batch.ts';
import { startBatch } from '#lambdas/batch/start-batch.ts';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { createAccount, readAccount } from '#lambdas/store/accounts.ts';
import type { Item, StoredVideo } from '#lambdas/store/batch-rows.ts';
import { changeItem, readItem, readWork } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { attachLateVideo } from '#lambdas/store/ended-items.ts';
import { captureItem, releaseItem } from '#lambdas/store/ledger.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const states = mockClient(SFNClient);
const result: StoredVideo = {
  ...{ key: 'results/a.mp4', posterKey: 'results/a.jpg', codec: 'h264' },
  ...{ width: 720, height: 1280, sizeBytes: 1000, seconds: 8 },
};
const readyReport = { status: 'ready', url: 'https://v3.fal.media/files/clip.mp4' } as const;

let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;

beforeAll(async () => {
  tables = await startTables();
  process.env.VIDEO_BATCH_MACHINE_ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:Videos';
});
afterAll(async () => {
  states.restore();
  delete process.env.VIDEO_BATCH_MACHINE_ARN;
  await tables.stop();
});
beforeEach(async () => {
  states.reset();
  states.on(StartExecutionCommand).resolves({});
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
});

const user = () => ({ userId, person: userId, tier: 'paid' as const, address: '127.0.0.1' });
const readAvailable = async () => (await readAccount(userId))?.available;

async function start(costs: number[], order = createBatchRows(userId, costs, now)): Promise<{ batchId: string; items: Item[] }> {
  const { batchId } = order.batch;
  await startBatch({ user: user(), batchId, kind: 'video', request: { costs }, items: async () => order.items, requestMils: () => 0 }, now);
  return { batchId, items: order.items };
}

/** Returns the name suffixes and the items of the executions that were started for a batch. */
const startedExecutions = (batchId: string): [string, string[]][] =>
  states
    .commandCalls(StartExecutionCommand)
    .map(({ args }) => args[0].input)
    .filter(({ name }) => name?.startsWith(executionName(userId, batchId)))
    .map(({ name = '', input = '' }) => [
      name.slice(executionName(userId, batchId).length),
      (JSON.parse(input) as { items: { itemId: string }[] }).items.map(({ itemId }) => itemId),
    ]);

type State = 'queued' | 'generating' | 'reported' | 'stored' | 'completed' | 'failed' | 'late' | 'cancelled';

/** Changes a queued item to a state, with the same writes as the product's steps. */
async function moveTo(item: Item, state: State): Promise<void> {
  if (state === 'queued') return;
  const changes = { status: 'generating' as const, ...(state === 'reported' && { outcome: readyReport }) };
  await changeItem(item, { set: { ...changes, ...((state === 'stored' || state === 'completed') && { result }) } });
  if (state === 'completed') await captureItem(item, now);
  if (state === 'failed' || state === 'late') await releaseItem(item, { status: 'failed', errorCode: 'VendorTimeout' }, now);
  if (state === 'late') await attachLateVideo(item, { result });
  if (state === 'cancelled') await releaseItem(item, { status: 'cancelled', errorCode: 'Cancelled' }, now);
}

/** Runs work before the next transaction, as another call at the same time would. */
function beforeFirstTransaction(work: () => Promise<void>): void {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!commandName?.startsWith('TransactWrite')) return next(args);
        dynamo().middlewareStack.remove('other-call');
        await work();
        return next(args);
      },
    { step: 'initialize', name: 'other-call' },
  );
}

describe('a start', () => {
  test('a start holds the total once and starts one execution, even if the call is repeated', async () => {
    const order = createBatchRows(userId, [200, 300], now);
    const { batchId } = await start([200, 300], order);
    await start([200, 300], order);
    expect(await readAvailable()).toBe(0);
    expect(new Set(startedExecutions(batchId).map(([name]) => name))).toEqual(new Set(['']));
    expect(startedExecutions(batchId)[0]?.[1]).toEqual(['item-0', 'item-1']);
  });

  test('a start succeeds if the execution could not be started, because the reconcile job starts it', async () => {
    states.on(StartExecutionCommand).rejects(new Error('socket hang up'));
    const { batchId } = await start([200]);
    expect((await readWork(userId, batchId))?.batch.status).toBe('running');
    expect(await readAvailable()).toBe(300);
  });

  test.each([
    ['with a price above the available credits', [200, 301], async () => {}, 'InsufficientCredits', 500],
    [
      'while the maximum number of batches is running',
      [100],
      async () => {
        for (let running = 0; running < activeBatchesMax; running++) await start([100]);
      },
      'ActiveBatchLimit',
      200,
    ],
    ['for an account that is being deleted', [100], () => requestDeletion(userId, 'ada', now), 'AccountDeleted', 500],
  ] as const)('a start %s is refused and holds nothing', async (_, costs, prepare, code, expectedAvailable) => {
    await prepare();
    const order = createBatchRows(userId, costs, now);
    await expect(start([...costs], order)).rejects.toMatchObject({ code });
    expect(await readAvailable()).toBe(expectedAvailable);
    expect(await readWork(userId, order.batch.batchId)).toBeUndefined();
    expect(startedExecutions(order.batch.batchId)).toEqual([]);
  });

  test('a start is refused if another request has already used its id', async () => {
    const order = createBatchRows(userId, [200], now);
    await start([200], order);
    await expect(start([201], order)).rejects.toMatchObject({ code: 'BatchIdReused' });
    expect(await readAvailable()).toBe(300);
  });
});

describe('a cancel', () => {
  test.each([
    ['queued', 'cancelled', true, 500],
    ['generating', 'generating', true, 300],
    ['cancelled', 'cancelled', false, 500],
  ] as const)('after the cancel of a %s item, its status is %s', async (state, status, isMarked, expectedAvailable) => {
    const { batchId, items } = await start([200]);
    await moveTo(items[0] as Item, state);
    await cancelBatch({ userId, batchId, itemIds: undefined }, now);
    const item = await readItem(userId, batchId, 0);
    expect([item?.status, item?.cancelRequestedAt !== undefined]).toEqual([status, isMarked]);
    expect(await readAvailable()).toBe(expectedAvailable);
  });

  test.each(['reported', 'stored', 'completed', 'failed'] as const)('the cancel of a %s item is refused', async (state) => {
    const { batchId, items } = await start([200]);
    await moveTo(items[0] as Item, state);
    const itemBefore = await readItem(userId, batchId, 0);
    await expect(cancelBatch({ userId, batchId, itemIds: ['item-0'] }, now)).rejects.toMatchObject({ code: 'NothingToCancel' });
    expect(await readItem(userId, batchId, 0)).toEqual(itemBefore);
  });

  test('a cancel succeeds if another cancel ends the item between its read and its write', async () => {
    const { batchId, items } = await start([200]);
    beforeFirstTransaction(() => moveTo(items[0] as Item, 'cancelled'));
    await cancelBatch({ userId, batchId, itemIds: undefined }, now);
    expect(await readItem(userId, batchId, 0)).toMatchObject({ status: 'cancelled' });
    expect(await readAvailable()).toBe(500);
  });

  test('parallel cancels of the same items all succeed', async () => {
    const { batchId } = await start([100, 200]);
    await Promise.all(Array.from({ length: 5 }, () => cancelBatch({ userId, batchId, itemIds: undefined }, now)));
    expect(await readAvailable()).toBe(500);
  });

  test('the cancel of an item that is not in the batch, and of another user’s batch, is refused', async () => {
    const { batchId } = await start([200]);
    await expect(cancelBatch({ userId, batchId, itemIds: ['item-0', 'item-7'] }, now)).rejects.toMatchObject({ code: 'BadRequest' });
    await expect(cancelBatch({ userId: 'eve', batchId, itemIds: undefined }, now)).rejects.toMatchObject({ code: 'BatchNotFound' });
    expect((await readItem(userId, batchId, 0))?.cancelRequestedAt).toBeUndefined();
  });
});

describe('an execution of the reconcile job', () => {
  const missing = new ExecutionDoesNotExist({ message: '', $metadata: {} });

  test.each([
    ['does not change a running execution', () => states.on(DescribeExecutionCommand).resolves({ status: 'RUNNING' }), []],
    ['starts an execution that was never started', () => states.on(DescribeExecutionCommand).rejects(missing), [['', ['item-1']]]],
    [
      'starts another execution after a failed one',
      () => states.on(DescribeExecutionCommand).resolves({ status: 'FAILED' }),
      [['_1', ['item-1']]],
    ],
  ] as const)('the reconcile job %s if items are unfinished', async (_, prepareStates, expected) => {
    const { batchId, items } = await start([100, 100]);
    await moveTo(items[0] as Item, 'completed');
    states.resetHistory();
    prepareStates();
    await reconcile(now);
    expect(startedExecutions(batchId)).toEqual(expected);
    expect(await readAvailable()).toBe(300);
  });

  test('the reconcile job ignores a batch that has ended', async () => {
    const { batchId, items } = await start([100]);
    await moveTo(items[0] as Item, 'failed');
    await finishBatch({ userId, batchId }, now);
    states.resetHistory();
    states.on(DescribeExecutionCommand).resolves({ status: 'FAILED' });
    await reconcile(now);
    expect(startedExecutions(batchId)).toEqual([]);
  });
});

describe('a retry', () => {
  test.each([
    [['failed', 'completed'], ['item-0']],
    [['completed', 'failed'], ['item-1']],
    [['failed', 'late'], ['item-0']],
    [['cancelled', 'failed'], ['item-1']],
  ] as const)('the retry of a batch with %j items orders %j again', async (statuses, retriedItemIds) => {
    const { batchId: sourceId, items } = await start([10, 10]);
    for (const [index, status] of statuses.entries()) await moveTo(items[index] as Item, status);
    await finishBatch({ userId, batchId: sourceId }, now);
    const batchId = randomUUID();
    await retryBatch({ user: user(), sourceId, batchId }, now);
    const retryBatchWork = await readWork(userId, batchId);
    expect(retryBatchWork?.items).toMatchObject(retriedItemIds.map((itemId) => ({ itemId, status: 'queued', retryCount: 1 })));
    expect(startedExecutions(batchId)).toEqual([['', retriedItemIds]]);
    expect((await readWork(userId, sourceId))?.batch.retriedBy).toBe(batchId);
  });

  test.each([
    [['completed', 'completed'], true],
    [['completed', 'late'], true],
    [['failed', 'queued'], false],
  ] as const)('the retry of a batch with %j items is refused', async (statuses, isEnded) => {
    const { batchId: sourceId, items } = await start([10, 10]);
    for (const [index, status] of statuses.entries()) await moveTo(items[index] as Item, status);
    if (isEnded) await finishBatch({ userId, batchId: sourceId }, now);
    const retry = retryBatch({ user: user(), sourceId, batchId: randomUUID() }, now);
    await expect(retry).rejects.toMatchObject({ code: 'NothingToRetry' });
  });
});
