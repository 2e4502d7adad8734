/** Tests conditional updates whose response is lost. The SDK then sends them again. */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemKey } from '#lambdas/store/batch-rows.ts';
import { changeItem, readItem } from '#lambdas/store/batches.ts';
import { claimOnce, dailyUseKey, takeDailyUse } from '#lambdas/store/daily-uses.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { countRate, rateKey } from '#lambdas/store/rates.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
let ref: { userId: string; batchId: string; index: number };

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(async () => {
  ref = { userId: randomUUID(), batchId: randomUUID(), index: 0 };
  const { TableName, Key } = itemKey(ref.userId, ref.batchId, ref.index);
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, status: 'queued' } }));
});
afterEach(() => void dynamo().middlewareStack.remove('loseResponse'));

/** Sends each update twice, in the same way as the SDK after the first response was lost. */
function loseResponses(): void {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'UpdateItemCommand' || commandName === 'UpdateCommand') await next(args);
        return next(args);
      },
    { step: 'finalizeRequest', priority: 'low', name: 'loseResponse' },
  );
}

test('an update that may be made only once returns success, although its response was lost', async () => {
  loseResponses();
  const intentAt = '2026-11-21T08:00:00Z';
  expect(await changeItem(ref, { set: { intentAt }, increment: ['attempts'], ifAbsent: ['intentAt'] })).toMatchObject({
    intentAt,
    attempts: 1,
  });
});

test('an attempt is counted only once, although the update is sent twice', async () => {
  loseResponses();
  await changeItem(ref, { increment: ['attempts'], ifLessThan: { attempts: 3 } });
  expect(await readItem(ref.userId, ref.batchId, ref.index)).toMatchObject({ attempts: 1 });
});

test('the last allowed attempt returns success, although the update is sent twice', async () => {
  await changeItem(ref, { increment: ['attempts'], ifLessThan: { attempts: 2 } });
  loseResponses();
  expect(await changeItem(ref, { increment: ['attempts'], ifLessThan: { attempts: 2 } })).toMatchObject({ attempts: 2 });
});

test('an update that another invocation has already made is refused', async () => {
  const intentAt = '2026-11-21T08:00:00Z';
  await changeItem(ref, { set: { intentAt }, ifAbsent: ['intentAt'] });
  loseResponses();
  expect(await changeItem(ref, { set: { intentAt }, ifAbsent: ['intentAt'] })).toBeUndefined();
});

test('a use of a helper call is counted once, although the update is sent twice', async () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const user = { userId: ref.userId, person: ref.userId, tier: 'paid' } as const;
  loseResponses();
  await takeDailyUse(user, 'outpaint', now);
  const { Item: row } = await dynamo().send(new GetCommand(dailyUseKey(ref.userId, 'outpaint', now)));
  expect(row).toMatchObject({ used: 1, attempts: 1 });
});

test('a call is counted once for its rate limit, although the update is sent twice', async () => {
  const now = new Date('2026-11-21T08:00:00Z');
  loseResponses();
  await countRate('checkout', { userId: ref.userId, address: '' }, now);
  const { Item: row } = await dynamo().send(new GetCommand(rateKey(ref.userId, 'checkout', now)));
  expect(row).toMatchObject({ used: 1 });
});

test('a claim that is possible once per account succeeds although its response was lost, and a second claim fails', async () => {
  const now = new Date('2026-11-21T08:00:00Z');
  loseResponses();
  expect(await claimOnce(ref.userId, 'welcomeMail', now)).toBe(true);
  expect(await claimOnce(ref.userId, 'welcomeMail', now)).toBe(false);
});
