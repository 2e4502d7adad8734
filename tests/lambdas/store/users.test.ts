/** Tests calls of a user while another call creates the account, with the local tables. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { createAccount } from '#lambdas/store/accounts.ts';
import { readUser } from '#lambdas/store/users.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const create = (userId: string) => createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);

test('a call that arrives before its account exists waits for the account', async () => {
  const userId = randomUUID();
  const user = readUser(userId);
  await create(userId);
  expect(await user).toMatchObject({ userId, tier: 'neverPaid' });
});

test('a call without an account is refused', async () => {
  await expect(readUser(randomUUID())).rejects.toMatchObject({ code: 'AccountNotFound' });
});

test('a call of an account that is being deleted is refused', async () => {
  const userId = randomUUID();
  await create(userId);
  await requestDeletion(userId, 'ada', now);
  await expect(readUser(userId)).rejects.toMatchObject({ code: 'AccountDeleted' });
});
