/** Tests the restore of one account from copies of the tables: its rules about money, its refusals, and interrupted restores. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { accountKey, createAccount, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import { type Batch, batchKey, type Item, itemKey } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { historyTable } from '#lambdas/store/history.ts';
import { captureItem, endBatch, holdForBatch } from '#lambdas/store/ledger.ts';
import { changePayment, creditPurchase } from '#lambdas/store/payments.ts';
import { deductionId, descriptions, purchaseId } from '#shared/credits/ledger.ts';
import { applyRefund } from '#shared/credits/payments.ts';
import { liveTables, readAccountRows, type TableNames } from '#tools/ops/restore/account-rows.ts';
import { restoreAccount, restoredTables } from '#tools/ops/restore/restore-account.ts';
import { verifyLedger } from '#tools/ops/verify-ledger.ts';
import { createBatchRows } from '../fixtures/batch-rows.ts';
import { runWithCrash } from '../fixtures/crash.ts';
import { copyTables } from '../fixtures/table-copies.ts';
import { startTables } from '../fixtures/tables.ts';

const now = new Date('2026-11-20T08:00:00Z');
const later = new Date('2026-11-21T08:00:00Z');
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
let copies: TableNames;

beforeAll(async () => {
  tables = await startTables();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await tables?.stop();
});

const ledgerTable = () => String(process.env.TABLE_CREDIT_TRANSACTIONS);
const buy = (paymentId: string, credits: number, at: Date) =>
  creditPurchase({ userId, sessionId: paymentId, paymentId, credits, paid: credits }, { now: at });

/** Runs a batch of one item until its end. */
async function runBatch(cents: number, at: Date): Promise<{ batch: Batch; item: Item }> {
  const { batch, items } = createBatchRows(userId, [cents], at);
  await putItems(items, batch.requestHash);
  await holdForBatch(batch);
  const item = (await changeItem(items[0] as Item, { set: { status: 'generating' } })) as Item;
  await captureItem(item, at);
  const row = { user_id: userId, batch_id: batch.batchId, created_at: batch.createdAt, status: 'completed' };
  await endBatch({ ...batch, status: 'completed' }, { table: historyTable('video'), row }, at);
  return { batch, item };
}

let batch: Batch;
let item: Item;
let payment: string;
/** Creates an account with the bonus of 500 cents, a payment of 1000 cents and a charge of 120 cents. Then copies the tables. */
beforeEach(async () => {
  userId = randomUUID();
  payment = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  await buy(payment, 1000, now);
  ({ batch, item } = await runBatch(120, now));
  const url = String(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  copies = restoredTables(await copyTables(url, Object.values(liveTables()), `restored-${randomUUID()}`));
});

const restore = (isApplied = true) => restoreAccount(userId, copies, { isApplied });
const deleteLedgerRow = (id: string) => dynamo().send(new DeleteCommand({ TableName: ledgerTable(), Key: { user_id: userId, id } }));
const setProfile = (values: Record<string, unknown>) =>
  dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression: `SET ${Object.keys(values)
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    }),
  );
const violations = async () =>
  (await verifyLedger(later, { readExecutionStatus: async () => 'running', pauseMs: 0 })).violations.filter((text) =>
    text.startsWith(userId),
  );
/** Returns all rows of the account in the live tables. */
async function readAll(): Promise<unknown> {
  const rows = await readAccountRows(userId, liveTables(), [batch.batchId]);
  return JSON.parse(JSON.stringify(rows, (name, value) => (name === 'last_write' ? undefined : value)));
}

/** Damages each kind of row. */
async function damage(): Promise<void> {
  await deleteLedgerRow(deductionId(batch.batchId, item.itemId));
  await deleteLedgerRow(purchaseId(payment));
  await setProfile({ credits: 7, available: 3, email: 'damaged@example.com' });
  await dynamo().send(new DeleteCommand(batchKey(userId, batch.batchId)));
  await dynamo().send(
    new UpdateCommand({
      ...itemKey(userId, batch.batchId, 0),
      UpdateExpression: 'SET prompt = :wrong',
      ExpressionAttributeValues: { ':wrong': 'damaged' },
    }),
  );
  await dynamo().send(new DeleteCommand({ TableName: historyTable('video'), Key: { user_id: userId, batch_id: batch.batchId } }));
}

describe('the restore of an account', () => {
  test('the restore returns damaged and deleted rows to the restore point, with the exact balance', async () => {
    const before = await readAll();
    await damage();
    expect(await violations()).not.toEqual([]);
    const summary = await restore();
    expect(summary).toMatch(/^userProfiles +0 added, 1 changed, 0 removed$/m);
    expect(summary).toMatch(/^creditTransactions +2 added, 0 changed, 0 removed$/m);
    expect(summary).toMatch(/^batches +1 added, 1 changed, 0 removed$/m);
    expect(summary).toMatch(/^generationHistory +1 added, 0 changed, 0 removed$/m);
    expect(summary).toContain('balance $0.07 before, $13.80 after');
    expect(await violations()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  test('the restore changes nothing in the dry run, and nothing in a second run', async () => {
    await damage();
    const damaged = await readAll();
    expect(await restore(false)).toContain('repeat the command with --apply');
    expect(await readAll()).toEqual(damaged);
    await restore();
    const restored = await readAll();
    expect(await restore()).toMatch(/^creditTransactions +0 added, 0 changed, 0 removed$/m);
    expect(await readAll()).toEqual(restored);
  });

  test('the restore works for an account whose profile is deleted', async () => {
    await dynamo().send(new DeleteCommand(accountKey(userId)));
    expect(await restore()).toContain('balance none before, $13.80 after');
    expect(await readAccount(userId)).toMatchObject({ email: 'ada@example.com', credits: 1380, available: 1380, activeBatches: 0 });
    expect(await violations()).toEqual([]);
  });

  test('the restore keeps payments, charges, credits and batches that are newer than the restore point', async () => {
    await buy(randomUUID(), 2000, later);
    const newer = await runBatch(300, later);
    await adjustBalance({ userId, amount: 50, reason: 'For the outage', actor: 'ops' }, randomUUID(), later);
    await damage();
    await restore();
    expect(await readAccount(userId)).toMatchObject({ credits: 3130, available: 3130, totalMoneySpent: 3000, totalVideosGenerated: 2 });
    expect(JSON.stringify(await readAll())).toContain(newer.batch.batchId);
    expect(await violations()).toEqual([]);
  });

  test('the restore keeps a debt from a refund after the restore point', async () => {
    await runBatch(1000, later);
    await changePayment(payment, (current) => applyRefund(current, 1000), { eventId: randomUUID(), now: later });
    expect(await readAccount(userId)).toMatchObject({ credits: 0, debt: 620 });
    await setProfile({ credits: 900, available: 900, debt: 0 });
    await restore();
    expect(await readAccount(userId)).toMatchObject({ credits: 0, available: 0, debt: 620 });
    expect(await violations()).toEqual([]);
  });

  test('the restore keeps a batch that has newer work', async () => {
    await dynamo().send(
      new UpdateCommand({
        ...batchKey(userId, batch.batchId),
        UpdateExpression: 'SET resumptions = :one, ended_at = :later',
        ExpressionAttributeValues: { ':one': 1, ':later': later.toISOString() },
      }),
    );
    const before = await readAll();
    expect(await restore()).toContain(`${batch.batchId} stays as it is: it has newer work`);
    expect(await readAll()).toEqual(before);
  });

  test('the restore of a batch removes the rows that the copy of this batch does not contain', async () => {
    const wrong = { ...itemKey(userId, batch.batchId, 1).Key, user_id: userId, item_id: 'wrong' };
    await dynamo().send(new PutCommand({ TableName: itemKey(userId, batch.batchId, 1).TableName, Item: wrong }));
    expect(await restore()).toMatch(/^batches +0 added, 0 changed, 1 removed$/m);
    expect(JSON.stringify(await readAll())).not.toContain('"wrong"');
  });

  test('the restore can use several transactions for many ledger rows, and the balance is exact after each transaction', async () => {
    for (let index = 0; index < 120; index++) await adjustBalance({ userId, amount: 1, reason: 'r', actor: 'ops' }, `many-${index}`, now);
    const url = String(process.env.AWS_ENDPOINT_URL_DYNAMODB);
    copies = restoredTables(await copyTables(url, Object.values(liveTables()), `many-${randomUUID()}`));
    for (let index = 0; index < 120; index++) await deleteLedgerRow(`adjustment#many-${index}`);
    for (let position = 1; ; position++) {
      const calls = await runWithCrash(position, true, () => restore());
      const account = await readAccount(userId);
      if (account?.credits !== 1500) expect(account?.credits).toBe(await sumOfLedger(userId));
      if (calls < position) break;
    }
    expect(await readAccount(userId)).toMatchObject({ credits: 1500, available: 1500 });
    expect(await violations()).toEqual([]);
  });
});

describe('an interrupted restore', () => {
  test.each([
    ['before', false],
    ['after', true],
  ])('if a restore stops %s any of its calls, a second run completes the restore', async (_, isAfterCall) => {
    const before = await readAll();
    for (let position = 1; ; position++) {
      await damage();
      const calls = await runWithCrash(position, isAfterCall, () => restore());
      if (calls < position) break;
      await restore();
      expect(await readAll(), `crash at call ${position}`).toEqual(before);
    }
    expect(await violations()).toEqual([]);
  });
});

describe('a restore is refused', () => {
  const expectRefusal = async (message: RegExp) => {
    const before = await readAll();
    await expect(restore()).rejects.toThrow(message);
    expect(await readAll()).toEqual(before);
  };

  test('a restore is refused if the owner requested the deletion after the restore point', async () => {
    await requestDeletion(userId, 'Google_1', later);
    await expectRefusal(/deleted this account/);
  });

  test('a restore is refused if the account is deleted and only the record of the deletion remains', async () => {
    await requestDeletion(userId, 'Google_1', later);
    await dynamo().send(new DeleteCommand(accountKey(userId)));
    await expectRefusal(/deleted this account/);
  });

  test('a restore is refused while work of the account is running', async () => {
    const { batch: running, items } = createBatchRows(userId, [100], later);
    await putItems(items, running.requestHash);
    await holdForBatch(running);
    await expectRefusal(new RegExp(`Work of this account is running: ${running.batchId}`));
  });

  test('a restore is refused if a payment after the restore point would be lost', async () => {
    const newPayment = randomUUID();
    await buy(newPayment, 2000, later);
    await deleteLedgerRow(purchaseId(newPayment));
    await expectRefusal(/\$30\.00 of credits are stored.*only \$10\.00 of purchases.*after the last payment \(2026-11-21/);
  });

  test('a restore is refused if the account did not exist at the restore point', async () => {
    userId = randomUUID();
    await createAccount({ userId, email: 'new@example.com', name: 'New' }, later);
    await expectRefusal(/contains no such account/);
  });

  test('a restore is refused if the ledger rows would make the balance negative', async () => {
    await dynamo().send(
      new PutCommand({
        TableName: ledgerTable(),
        Item: {
          user_id: userId,
          id: 'wrong',
          amount: -9999,
          type: 'adjustment',
          description: descriptions.adjustment,
          created_at: now.toISOString(),
        },
      }),
    );
    await expectRefusal(/contradict each other: the balance would be \$-86\.19/);
  });

  test('a restore is refused if the balance changes between the read and the write', async () => {
    await damage();
    changeBalanceDuringWrite();
    await expect(restore()).rejects.toThrow(/changed while it was restored/);
    await restore();
    expect(await violations()).toEqual([]);
  });

  test.each([
    ['an unknown table', ['other'], /not a restored table/],
    ['a live table', () => [String(process.env.TABLE_USER_PROFILES)], /not a restored table/],
    ['no ledger', () => [`${process.env.TABLE_USER_PROFILES}-restored`], /needs the profiles, the ledger and the batches/],
  ])('a restore is refused with %s', (_, names, message) => {
    expect(() => restoredTables(typeof names === 'function' ? names() : names)).toThrow(message);
  });
});

/** Changes the balance immediately before the restore writes the profile. */
function changeBalanceDuringWrite(): void {
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      if (!('TransactItems' in args.input)) return next(args);
      dynamo().middlewareStack.remove('change');
      await setProfile({ credits: 8 });
      return next(args);
    },
    { step: 'initialize', name: 'change' },
  );
}

test('the copies contain all rows of the account', async () => {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: String(copies.creditTransactions),
      KeyConditionExpression: 'user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
    }),
  );
  expect(Items).toHaveLength(3);
});
