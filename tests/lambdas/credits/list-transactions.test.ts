/** Tests the list of transactions with the local tables. The list can show all charges of a batch as one row. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listTransactions } from '#lambdas/credits/list-transactions.ts';
import { accountKey } from '#lambdas/store/accounts.ts';
import { dynamo, transact } from '#lambdas/store/dynamo.ts';
import { historyTable, historyWrite } from '#lambdas/store/history.ts';
import { listTransactionsQuery } from '#shared/credits/api.ts';
import { deductionId } from '#shared/credits/ledger.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
/** The creation time of the next row, in seconds after `now`. */
let clock = 0;
let balance = 0;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(() => {
  userId = randomUUID();
  [clock, balance] = [0, 0];
});

async function write(id: string, cents: number, fields: object): Promise<void> {
  clock += 1;
  balance += cents;
  const created_at = new Date(now.getTime() + clock * 1_000).toISOString();
  const Item = { user_id: userId, id, amount: cents, created_at, ...fields };
  await dynamo().send(new PutCommand({ TableName: String(process.env.TABLE_CREDIT_TRANSACTIONS), Item }));
  const { TableName, Key } = accountKey(userId);
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, credits: balance, available: balance } }));
}
const buy = (cents: number) => write(`purchase#${randomUUID()}`, cents, { type: 'purchase', description: 'Credit purchase' });
const charge = (batchId: string, itemId: string, cents = 200, kind: keyof typeof workKinds = 'video') =>
  write(deductionId(batchId, itemId), -cents, {
    type: 'deduction',
    description: workKinds[kind].description,
    batch_id: batchId,
    item_id: itemId,
  });
const list = (query: object = {}) => listTransactions(userId, listTransactionsQuery.parse({ group: 'batch', ...query }), now);
const shown = async (query: object = {}) =>
  (await list(query)).items.map(({ type, amount, balance: after, item_count }) => [type, amount, after, item_count]);

test('an unknown value of the parameter group is refused', () => {
  for (const group of ['day', '', 'true']) expect(listTransactionsQuery.safeParse({ group }).success).toBe(false);
});

describe('charges of a batch', () => {
  test('with group=batch, all charges of a batch are one row, and all other rows stay separate', async () => {
    const batchId = randomUUID();
    await buy(1_000);
    await charge(batchId, 'a');
    await charge(batchId, 'b');
    await charge(randomUUID(), 'a', 5, 'image');
    await write(`item-refund#${batchId}#a`, 200, { type: 'adjustment', description: 'Refund', batch_id: batchId });
    expect(await shown({ group: undefined })).toHaveLength(5);
    expect(await shown()).toEqual([
      ['adjustment', 2, 7.95, undefined],
      ['deduction', -0.05, 5.95, 1],
      ['deduction', -4, 6, 2],
      ['purchase', 10, 10, undefined],
    ]);
  });

  test('the row of a batch is at the position of the newest charge, even if other rows are between the charges', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await buy(1_000);
    await charge(one, 'a');
    await charge(other, 'a', 120);
    await buy(500);
    await charge(one, 'b');
    await charge(other, 'b', 120);
    const expected = [
      ['deduction', -2.4, 8.6, 2],
      ['deduction', -4, 9.8, 2],
      ['purchase', 5, 11.8, undefined],
      ['purchase', 10, 10, undefined],
    ];
    expect(await shown()).toEqual(expected);
    const rows: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 1, ...(cursor && { cursor }) });
      rows.push(...page.items.map(({ type, amount, balance: after, item_count }) => [type, amount, after, item_count]));
      cursor = page.nextCursor;
      if (!cursor) break;
    }
    expect(rows).toEqual(expected);
  });

  test('the row of a batch contains the name and the file names of the batch only after the batch has ended', async () => {
    const [ended, running] = [randomUUID(), randomUUID()];
    await buy(1_000);
    await charge(running, 'a');
    await charge(ended, 'a');
    const row = {
      user_id: userId,
      batch_id: ended,
      created_at: now.toISOString(),
      total_images: 2,
      failed_images: 1,
      file_names: ['one', 'two', 'three', 'four'],
    };
    await transact({ history: historyWrite({ table: historyTable('video'), row }) });
    const { items } = await list({ type: 'deduction' });
    expect(items.map(({ batch_id, run }) => [batch_id, run])).toEqual([
      [ended, { file_names: ['one', 'two', 'three'], thumbnails: [], total_images: 2, failed_images: 1 }],
      [running, undefined],
    ]);
  });
});
