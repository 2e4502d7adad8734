/** Tests the audit of the ledger with every kind of work that holds credits. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountKey, createAccount } from '#lambdas/store/accounts.ts';
import type { Batch, Item } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { captureItem, holdForBatch, holdItem, releaseItem } from '#lambdas/store/ledger.ts';
import { type WorkKind, workKindNames, workKinds } from '#shared/work/kinds.ts';
import { createBatchRows } from '#tests/fixtures/batch-rows.ts';
import { startTables } from '#tests/fixtures/tables.ts';
import { verifyLedger } from './verify-ledger.ts';

const now = new Date('2026-11-21T08:00:00Z');
const anHourAgo = new Date(now.getTime() - 3_600_000);
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(async () => {
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, anHourAgo);
});

type Work = { batch: Batch; items: Item[] };
/** Holds 150 cents for work that started an hour ago. Items that are added later have separate holds, as in the product. */
async function start(kind: WorkKind): Promise<Work> {
  const { machineInput, items: itemsAreAdded, countsAs } = workKinds[kind];
  const { batch: base, items: rows } = createBatchRows(userId, machineInput === 'item' ? [150] : [100, 50], anHourAgo);
  // The ledger reads only fields that all kinds of items have.
  const items = rows.map((row) => ({ ...row, kind }) as Item);
  const laterItems = itemsAreAdded === 'later' ? items.slice(1) : [];
  const firstItems = items.filter((item) => !laterItems.includes(item));
  const batch: Batch = {
    ...base,
    kind,
    totalCents: firstItems.reduce((sum, { cents }) => sum + cents, 0),
    items: firstItems.map(({ itemId, cents }) => ({ itemId, cents })),
    ...(countsAs === 'operation' && { isOperation: true }),
  };
  await putItems(firstItems, batch.requestHash);
  await holdForBatch(batch);
  for (const item of laterItems) await holdItem(item);
  return { batch, items };
}

const verify = (execution: 'running' | 'ended' | 'missing') =>
  verifyLedger(now, { readExecutionStatus: async () => execution, pauseMs: 0 });
const violationsOfUser = (violations: string[]) => violations.filter((violation) => violation.startsWith(userId));

async function settle({ items }: Work): Promise<void> {
  for (const item of items) await releaseItem(item, { status: 'cancelled' }, now);
}

const addToAvailable = (cents: number) =>
  dynamo().send(
    new UpdateCommand({ ...accountKey(userId), UpdateExpression: 'ADD available :more', ExpressionAttributeValues: { ':more': cents } }),
  );

describe.each(workKindNames)('work of the kind %s', (kind) => {
  test('work is consistent while it runs', async () => {
    const work = await start(kind);
    expect(violationsOfUser((await verify('running')).violations)).toEqual([]);
    await settle(work);
  });

  test('work is consistent after one item was captured and the other items continue', async () => {
    const work = await start(kind);
    const generating = (await changeItem(work.items[0] as Item, { set: { status: 'generating' } })) as Item;
    await captureItem(generating, now);
    expect(violationsOfUser((await verify('running')).violations)).toEqual([]);
    await settle(work);
  });

  test.each(['ended', 'missing'] as const)('work has a stale hold if its execution is %s', async (execution) => {
    const work = await start(kind);
    const result = await verify(execution);
    expect(violationsOfUser(result.violations)).toEqual([
      `${userId}: the hold of batch ${work.batch.batchId} (150 cents) has no execution that will settle it`,
    ]);
    await settle(work);
  });

  test('work causes a violation if the reserved credits differ from the cost of the items', async () => {
    const work = await start(kind);
    await addToAvailable(-7);
    const result = await verify('running');
    expect(violationsOfUser(result.violations)).toEqual([`${userId}: 157 cents are reserved, but the running items cost 150 cents`]);
    expect(result.difference).toBe(7);
    await addToAvailable(7);
    await settle(work);
  });
});
