/**
 * Random histories of batches against the real emulator, with a fault at any single read or write: a crash before it, a crash
 * after it, its answer lost and the call repeated, a conflict, a throttle. Whatever happens, once every item has been settled the
 * books must balance (DESIGN 4). HISTORIES=10000 runs that many.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '#infra/local/testing/tables.ts';
import { balancesAreSound, deductionId, signupBonusCents } from '#shared/credits/ledger.ts';
import { grant } from '../../e2e/harness/grant.ts';
import { orderOf } from '../../e2e/harness/order.ts';
import { finishBatch } from '../batch/finish-batch.ts';
import { createAccount, listLedger, readAccount } from './accounts.ts';
import { type Batch, changeItem, type Item, putItems, readBatch } from './batches.ts';
import { dynamo } from './dynamo.ts';
import { listHistory } from './history.ts';
import { captureItem, holdForBatch, releaseItem } from './ledger.ts';

const histories = Number(process.env.HISTORIES ?? 300);
const now = new Date('2026-11-21T08:00:00Z');
const costs = [120, 160, 200, 360];
const startCents = 1500;

type FaultKind = 'crash before' | 'crash after' | 'answer lost' | 'conflict' | 'throttle';
type Fault = { kind: FaultKind; at: number };

/** One call of one step; the same step on the same item may come any number of times, in any order, at the same time as others. */
type Call = {
  step: 'start' | 'generate' | 'capture' | 'fail' | 'cancel' | 'finish';
  batch: number;
  item: number;
  fault: Fault | null;
};

class Crash extends Error {}

const plans = new AsyncLocalStorage<{ fault: Fault; seen: number }>();
let tables: Awaited<ReturnType<typeof startTables>>;

beforeAll(async () => {
  tables = await startTables();
  dynamo().middlewareStack.add(
    (next, context) => async (args) => {
      const plan = plans.getStore();
      if (!plan || plan.seen++ !== plan.fault.at) return next(args);
      const isTransaction = String(context.commandName).startsWith('TransactWrite');
      switch (plan.fault.kind) {
        case 'crash before':
          throw new Crash();
        case 'throttle':
          throw Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
        case 'conflict':
          if (!isTransaction) return next(args);
          throw new TransactionCanceledException({ $metadata: {}, message: '', CancellationReasons: [{ Code: 'TransactionConflict' }] });
        case 'crash after':
          await next(args);
          throw new Crash();
        case 'answer lost':
          await next(args);
          return next(args);
      }
    },
    { step: 'initialize', name: 'faults', priority: 'low' },
  );
});
afterAll(async () => {
  dynamo().middlewareStack.remove('faults');
  await tables.stop();
});

const fault = fc.record({
  kind: fc.constantFrom<FaultKind>('crash before', 'crash after', 'answer lost', 'conflict', 'throttle'),
  at: fc.nat({ max: 4 }),
});
const call: fc.Arbitrary<Call> = fc.record({
  step: fc.constantFrom('start', 'generate', 'generate', 'capture', 'capture', 'fail', 'cancel', 'finish'),
  batch: fc.nat({ max: 2 }),
  item: fc.nat({ max: 2 }),
  fault: fc.option(fault, { freq: 2 }),
});
/** Calls of one round run at the same time. */
const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
const sizes = fc.tuple(...[0, 1, 2].map(() => fc.array(fc.constantFrom(...costs), { minLength: 1, maxLength: 3 })));

test(`after any of ${histories} random histories every hold has ended once and the books balance`, {
  timeout: 60_000 + histories * 1_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(sizes, rounds, async (batchSizes, calls) => {
      const world = await newWorld(batchSizes);
      for (const round of calls) await Promise.all(round.map((one) => runWithFault(world, one)));
      await settleAll(world);
      await expectBalanced(world);
    }),
    { numRuns: histories },
  );
});

type World = { userId: string; batches: { batch: Batch; items: Item[] }[] };

async function newWorld(batchSizes: number[][]): Promise<World> {
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  await grant(userId, startCents - signupBonusCents);
  const batches = batchSizes.map((costs) => orderOf(userId, costs, now));
  return { userId, batches };
}

/** A step that fails has simply failed: whoever runs steps runs them again, or not. */
async function runWithFault(world: World, one: Call): Promise<void> {
  const run = () => runStep(world, one).catch(() => {});
  await (one.fault ? plans.run({ fault: one.fault, seen: 0 }, run) : run());
}

async function runStep({ userId, batches }: World, { step, batch: batchIndex, item: itemIndex }: Call): Promise<unknown> {
  const entry = batches[batchIndex];
  if (!entry) return;
  const { batch, items } = entry;
  const item = items[itemIndex % items.length] as Item;
  switch (step) {
    case 'start':
      await putItems(items, batch.requestHash);
      return holdForBatch(batch);
    case 'generate':
      return changeItem(item, { set: { status: 'generating' } });
    case 'capture':
      return captureItem(item, now);
    case 'fail':
      return releaseItem(item, { status: 'failed', errorCode: 'VendorBusy' }, now);
    case 'cancel':
      return releaseItem(item, { status: 'cancelled' }, now);
    case 'finish':
      return finishBatch({ userId, batchId: batch.batchId }, now);
  }
}

/** What the reconcile does in the end: every item that a started batch still has open is released, and the batch is finished. */
async function settleAll({ userId, batches }: World): Promise<void> {
  for (const { batch, items } of batches) {
    const found = await readBatch(userId, batch.batchId);
    if (!found) continue;
    for (const item of items) await releaseItem(item, { status: 'failed', errorCode: 'GenerationFailed' }, now);
    await finishBatch({ userId, batchId: batch.batchId }, now);
  }
}

async function expectBalanced({ userId, batches }: World): Promise<void> {
  const account = await readAccount(userId);
  if (!account) throw new Error('There is no account');
  const { rows } = await listLedger(userId, { limit: 100 });
  const started = (await Promise.all(batches.map(({ batch }) => readBatch(userId, batch.batchId)))).filter((found) => found !== undefined);
  const items = started.flatMap((found) => found.items);
  const completed = items.filter(({ status }) => status === 'completed');

  expect(balancesAreSound(account)).toBe(true);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.credits);
  expect(account.credits).toBe(startCents - completed.reduce((sum, { cents }) => sum + cents, 0));
  expect(account.available).toBe(account.credits);
  expect(account.activeBatches).toBe(0);
  expect(account.totalVideosGenerated).toBe(completed.length);
  const charged = rows.filter(({ type }) => type === 'deduction').map(({ id, amount }) => `${id} ${amount}`);
  expect(charged.sort()).toEqual(completed.map(({ batchId, itemId, cents }) => `${deductionId(batchId, itemId)} ${-cents}`).sort());
  expect(items.every(({ status }) => ['completed', 'failed', 'cancelled'].includes(status))).toBe(true);
  const { rows: history } = await listHistory('video', userId, { limit: 20 });
  expect(history.map(({ batch_id }) => batch_id).sort()).toEqual(started.map((found) => found.batch.batchId).sort());
}
