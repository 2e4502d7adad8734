/** Tests that each delivery, failure, vendor request and refused call is counted exactly once. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cancelBatch } from '#lambdas/batch/cancel-batch.ts';
import { handler as captureStep } from '#lambdas/batch/capture-item.lambda.ts';
import { handler as releaseStep } from '#lambdas/batch/release-item.lambda.ts';
import { handle } from '#lambdas/platform/handle.ts';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { Batch, Item } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { countRate } from '#lambdas/store/rates.ts';
import { requestForItem } from '#lambdas/store/vendor-work.ts';
import { utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { rateLimits } from '#shared/rate-limits.ts';
import { recordedMetrics } from '../../fixtures/alarm-state.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { startTables } from '../../fixtures/tables.ts';

vi.mock('#lambdas/platform/origin-secret.ts', () => ({ cameThroughTheSite: async () => true }));
vi.mock('#lambdas/platform/session-check.ts', () => ({ isSessionEnded: async () => false }));

const aMinuteAgo = () => new Date(Date.now() - 60_000);
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, aMinuteAgo());
});

async function startBatch(): Promise<{ batch: Batch; item: Item }> {
  const { batch, items } = createBatchRows(userId, [100], aMinuteAgo());
  await putItems(items, batch.requestHash);
  await holdForBatch(batch);
  const item = await changeItem(items[0] as Item, { set: { status: 'generating' } });
  return { batch, item: item as Item };
}

const refOf = ({ batchId, itemId, index }: Item) => ({ userId, batchId, itemId, index });
const short = (recorded: Awaited<ReturnType<typeof recordedMetrics>>) =>
  recorded.map(({ name, value, dimensions: { service, ...others } }) => ({ name, value, ...others }));

test('a delivered video is counted once with its model and its time since the order, even if the step runs twice', async () => {
  const { item } = await startBatch();
  await changeItem(item, {
    set: {
      result: { key: 'results/a.mp4', posterKey: 'results/a.jpg', width: 720, height: 1280, sizeBytes: 1, seconds: 8, codec: 'h264' },
    },
  });
  const recorded = short(
    await recordedMetrics(async () => {
      await captureStep(refOf(item));
      await captureStep(refOf(item));
    }),
  );
  expect(recorded).toEqual([
    { name: 'ItemDelivered', value: 1, Kind: 'video' },
    { name: 'DeliverySeconds', value: expect.closeTo(60, -1), Model: 'veo3' },
  ]);
});

test('a failed video is counted once with its code, even if the step runs twice', async () => {
  const { item } = await startBatch();
  const failed = { ...refOf(item), error: { Error: 'VendorRefused', Cause: '{}' } };
  const recorded = await recordedMetrics(async () => {
    await releaseStep(failed);
    await releaseStep(failed);
  });
  expect(short(recorded)).toEqual([{ name: 'ItemFailed', value: 1, Code: 'VendorRefused' }]);
});

test('the price of a request that the vendor did not bill is subtracted again', async () => {
  const { item } = await startBatch();
  const request = (run: () => Promise<unknown>) =>
    requestForItem(item, { mils: 37, now: new Date(), changes: {} }, run).catch(() => undefined);
  const recorded = await recordedMetrics(async () => {
    await request(async () => 'picture');
    await request(async () => {
      throw new AppError('VendorMisconfigured');
    });
  });
  expect(short(recorded)).toEqual([
    { name: 'VendorDollars', value: 0.037 },
    { name: 'VendorDollars', value: 0.037 },
    { name: 'VendorDollars', value: -0.037 },
  ]);
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    'a reached rate limit',
    async () => {
      for (let count = 0; count < 2; count++) await countRate('order', { userId, address: '192.0.2.1' }, new Date(), rateLimits.order.user);
    },
    'TooManyRequests',
  ],
  [
    'a cancel above the limit',
    async () => {
      for (let count = 0; count < 2; count++) {
        const { batch, item } = await startBatch();
        await changeItem(item, { set: { vendorPerson: userId, vendorDay: utcDate(new Date()) }, add: { vendorMils: 8_000 } });
        await cancelBatch({ userId, batchId: batch.batchId, itemIds: undefined }, new Date());
      }
    },
    'CancelLimit',
  ],
])('%s is counted as one security event', async (_, run, code) => {
  const call = handle({ endpoint: 'checkOperation' }, async () => {
    await run();
    return {};
  });
  const claims = { token_use: 'access', sub: userId, username: 'ada' };
  const event = {
    headers: {},
    requestContext: { http: { sourceIp: '192.0.2.1' }, timeEpoch: Date.now(), authorizer: { jwt: { claims } } },
  };
  const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 20_000 } as Context;
  const recorded = short(await recordedMetrics(() => call(event as never, context)));
  expect(recorded.filter(({ name }) => name === 'SecurityEvent')).toEqual([{ name: 'SecurityEvent', value: 1, Code: code }]);
});
