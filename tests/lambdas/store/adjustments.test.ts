/**
 * Tests balance changes by support, with the local tables. Each case changes the balance once. The balance never becomes negative. Added
 * credits pay the debt first.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBalance, requestDeletion } from '#lambdas/store/account-deletions.ts';
import { accountKey, createAccount, listLedger, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T10:00:00.000Z');

async function createTestAccount(debt = 0): Promise<string> {
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  if (debt > 0)
    await dynamo().send(
      new UpdateCommand({ ...accountKey(userId), UpdateExpression: 'SET debt = :debt', ExpressionAttributeValues: { ':debt': debt } }),
    );
  return userId;
}
const adjust = (userId: string, amount: number, reference: string = randomUUID()) =>
  adjustBalance({ userId, amount, reason: 'A reason', actor: 'ops' }, reference, now);
const readBalances = async (userId: string) => {
  const { credits, available, debt } = (await readAccount(userId)) ?? {};
  expect(await sumOfLedger(userId)).toBe(credits);
  return [credits, available, debt];
};

test('only one of many parallel adjustments with the same reference changes the balance', async () => {
  const userId = await createTestAccount();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => adjust(userId, 300, 'case')));
  expect(outcomes.sort()).toEqual(['adjusted', ...Array(7).fill('done-before')]);
  expect(await readBalances(userId)).toEqual([800, 800, 0]);
});

test.each([
  ['a part of the debt', 200, 500, [500, 500, 300], [200, -200]],
  ['the whole debt, and the account gets the remaining credits', 700, 500, [700, 700, 0], [700, -500]],
  ['exactly the debt', 500, 500, [500, 500, 0], [500, -500]],
])('credits from support pay a debt: %s', async (_, amount, debt, balances, amounts) => {
  const userId = await createTestAccount(debt);
  expect(await adjust(userId, amount)).toBe('adjusted');
  expect(await readBalances(userId)).toEqual(balances);
  const { rows } = await listLedger(userId, { limit: 10 });
  expect(
    rows
      .filter(({ type }) => type === 'adjustment')
      .map((row) => row.amount)
      .sort((one, other) => other - one),
  ).toEqual(amounts);
});

test.each([
  ['more than the available balance', -501, 'insufficient-credits'],
  ['the whole available balance', -500, 'adjusted'],
])('a deduction of %s (%i cents) has the outcome %s', async (_, amount, outcome) => {
  const userId = await createTestAccount();
  expect(await adjust(userId, amount)).toBe(outcome);
  expect(await readBalances(userId)).toEqual(outcome === 'insufficient-credits' ? [500, 500, 0] : [0, 0, 0]);
});

test('an account that does not exist or is being deleted is not changed', async () => {
  expect(await adjust(randomUUID(), 100)).toBe('no-account');
  const userId = await createTestAccount();
  await requestDeletion(userId, 'Google_1', now);
  await removeBalance(userId, now);
  expect(await adjust(userId, 100)).toBe('no-account');
  expect(await readBalances(userId)).toEqual([0, 0, 0]);
});
