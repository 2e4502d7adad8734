/** Tests orders of several batches with the local tables: all batches start, or no batch starts. Step Functions is a mock. */
import { randomUUID } from 'node:crypto';
import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { executionName } from '#lambdas/batch/executions.ts';
import { reconcile } from '#lambdas/batch/reconcile.ts';
import { startOrder } from '#lambdas/batch/start-order.ts';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { createAccount, readAccount } from '#lambdas/store/accounts.ts';
import { listActiveBatches, readWork } from '#lambdas/store/batches.ts';
import { doneMailPartition, readDoneMail } from '#lambdas/store/done-mails.ts';
import { readOrder } from '#lambdas/store/orders.ts';
import type { DoneMailRequest } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { setCallsLeftInWindow } from '../../fixtures/limits.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date();
const states = mockClient(SFNClient);

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

type OrderInput = {
  costs: number[][];
  check?: () => Promise<void>;
  requestMils?: number;
  mail?: DoneMailRequest;
  tier?: 'paid' | 'neverPaid';
};

/** Returns an order with one batch for each list of costs, and a function that starts the order. */
function orderFor({ costs, check, requestMils = 0, mail = {}, tier = 'paid' }: OrderInput) {
  const orderId = randomUUID();
  const parts = costs.map((batchCosts) => createBatchRows(userId, batchCosts, now));
  const batchIds = parts.map(({ batch }) => batch.batchId);
  const start = ({ request = { orderId, costs }, mail: requestedMail = mail }: { request?: object; mail?: DoneMailRequest } = {}) =>
    startOrder(
      {
        user: { userId, person: userId, tier, address: '127.0.0.1' },
        orderId,
        request,
        batches: parts.map(({ batch, items }) => ({ batchId: batch.batchId, kind: 'video', items: () => items })),
        requestMils: () => requestMils,
        ...(check && { check }),
        mail: requestedMail,
      },
      now,
    );
  return { orderId, batchIds, start };
}

const readBalance = async () => {
  const { available, activeBatches } = (await readAccount(userId)) ?? {};
  return { available, activeBatches };
};
const startedNames = () => states.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name);

async function expectNoTrace({ orderId, batchIds }: ReturnType<typeof orderFor>): Promise<void> {
  expect(await readOrder(userId, orderId)).toBeUndefined();
  for (const batchId of batchIds) {
    expect(await readWork(userId, batchId)).toBeUndefined();
    expect(await readDoneMail(doneMailPartition({ userId, batchId, orderId }))).toBeUndefined();
  }
  expect(await listActiveBatches(userId)).toEqual([]);
  expect(startedNames()).toEqual([]);
}

describe('a refused order holds and starts nothing', () => {
  test.each<[string, OrderInput, string, object | undefined, (() => Promise<unknown>)?]>([
    ['with credits for only two of its three batches', { costs: [[200], [200], [200]] }, 'InsufficientCredits', { need: 6, have: 5 }],
    ['with a balance that is one cent too low', { costs: [[250], [251]] }, 'InsufficientCredits', { need: 5.01, have: 5 }],
    [
      'with one bad upload in its last batch',
      { costs: [[1], [1]], check: () => Promise.reject(new AppError('UploadNotFound', { details: { itemId: 'item-0' } })) },
      'UploadNotFound',
      { itemId: 'item-0' },
    ],
    [
      'above the daily vendor cost of a person who has never paid',
      { costs: [[1], [1], [1]], requestMils: 1_500, tier: 'neverPaid' },
      'DailyWorkLimit',
      undefined,
    ],
    ['of an account that is being deleted', { costs: [[1], [1]] }, 'AccountDeleted', undefined, () => requestDeletion(userId, 'ada', now)],
  ])('an order %s is refused, and nothing is held or started', async (_, orderInput, code, details, prepare) => {
    await prepare?.();
    const order = orderFor({ ...orderInput, mail: { emailWhenDone: true } });
    await expect(order.start()).rejects.toMatchObject({ code, ...(details && { details }) });
    await expectNoTrace(order);
    expect(await readBalance()).toEqual({ available: 500, activeBatches: 0 });
  });

  test('an order of two batches is refused if only one more batch may run', async () => {
    await orderFor({ costs: [[1], [1]] }).start();
    const order = orderFor({ costs: [[1], [1]] });
    await expect(order.start()).rejects.toMatchObject({ code: 'ActiveBatchLimit' });
    expect(await readOrder(userId, order.orderId)).toBeUndefined();
    expect(await readBalance()).toEqual({ available: 498, activeBatches: 2 });
    await orderFor({ costs: [[1]] }).start();
    expect(await readBalance()).toEqual({ available: 497, activeBatches: 3 });
  });

  test('an order is refused if the hourly limit allows fewer orders than its batches', async () => {
    await setCallsLeftInWindow(userId, 'order', 1);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const order = orderFor({ costs: [[1], [1], [1]] });
    await expect(order.start()).rejects.toMatchObject({ code: 'TooManyRequests' });
    vi.restoreAllMocks();
    await expectNoTrace(order);
  });
});

describe('an order', () => {
  test('an order holds the total of its batches, and starts each batch once', async () => {
    const { orderId, batchIds, start } = orderFor({ costs: [[100, 50], [70], [30]] });
    expect(await start()).toEqual({
      orderId,
      batches: [
        {
          batchId: batchIds[0],
          orderId,
          status: 'running',
          quote: {
            items: [
              { itemId: 'item-0', cost: 1 },
              { itemId: 'item-1', cost: 0.5 },
            ],
            total: 1.5,
          },
        },
        { batchId: batchIds[1], orderId, status: 'running', quote: { items: [{ itemId: 'item-0', cost: 0.7 }], total: 0.7 } },
        { batchId: batchIds[2], orderId, status: 'running', quote: { items: [{ itemId: 'item-0', cost: 0.3 }], total: 0.3 } },
      ],
      total: 2.5,
    });
    expect(await readBalance()).toEqual({ available: 250, activeBatches: 3 });
    expect(startedNames()).toEqual(batchIds.map((batchId) => executionName(userId, batchId)));
  });

  test('an order has the same response if it is sent again, and its credits are held once', async () => {
    const { start } = orderFor({ costs: [[100], [50]] });
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => start()));
    for (const response of [...others, await start()]) expect(response).toEqual(first);
    expect(await readBalance()).toEqual({ available: 350, activeBatches: 2 });
  });

  test('an order sends the mail that its first call requested, even if a repeated call has another language or requests no mail', async () => {
    const { orderId, batchIds, start } = orderFor({ costs: [[100]], mail: { emailWhenDone: true, language: 'de' } });
    const first = await start();
    expect(await start({ mail: { emailWhenDone: true, language: 'fr' } })).toEqual(first);
    expect(await start({ mail: {} })).toEqual(first);
    const [batchId = ''] = batchIds;
    expect(await readDoneMail(doneMailPartition({ userId, batchId, orderId }))).toMatchObject({ batchIds, language: 'de' });
  });

  test('an order is refused if another order has the same id', async () => {
    const { start } = orderFor({ costs: [[100], [50]] });
    await start();
    await expect(start({ request: { other: true } })).rejects.toMatchObject({ code: 'BatchIdReused' });
    expect(await readBalance()).toEqual({ available: 350, activeBatches: 2 });
  });

  test('the reconcile job completes an order if the execution of its second batch could not be started', async () => {
    const { batchIds, start } = orderFor({ costs: [[100], [50]] });
    const [first = '', second = ''] = batchIds.map((batchId) => executionName(userId, batchId));
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    states.on(StartExecutionCommand).callsFake(({ name }) => (name === second ? Promise.reject(new Error('socket hang up')) : {}));
    expect((await start()).batches.map(({ status }) => status)).toEqual(['running', 'running']);
    expect(await readBalance()).toEqual({ available: 350, activeBatches: 2 });
    states.reset();
    states.on(StartExecutionCommand).resolves({});
    states
      .on(DescribeExecutionCommand)
      .callsFake(({ executionArn }) =>
        String(executionArn).endsWith(first)
          ? { status: 'RUNNING' }
          : Promise.reject(new ExecutionDoesNotExist({ message: '', $metadata: {} })),
      );
    await reconcile(now);
    vi.restoreAllMocks();
    expect(startedNames().filter((name) => name === first || name === second)).toEqual([second]);
  });
});
