/** Tests the commands that restore a file, move an account and repeat deletions. */
import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closingAccounts, requestDeletion } from '#lambdas/store/account-deletions.ts';
import { accountKey, createAccount, readAccount } from '#lambdas/store/accounts.ts';
import { readDeletionTime } from '#lambdas/store/deleted-accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { creditPurchase } from '#lambdas/store/payments.ts';
import { bucket, credentials, startTestS3, type TestS3 } from '#local/aws/s3/testing.ts';
import { run } from '#tools/ops/commands.ts';
import { liveTables, readAccountRows } from '#tools/ops/restore/account-rows.ts';
import { verifyLedger } from '#tools/ops/verify-ledger.ts';
import { createBatchRows } from '../fixtures/batch-rows.ts';
import { runWithCrash } from '../fixtures/crash.ts';
import { startTables } from '../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const users = mockClient(CognitoIdentityProviderClient);
let tables: Awaited<ReturnType<typeof startTables>>;
let s3: TestS3;

beforeAll(async () => {
  tables = await startTables();
  s3 = await startTestS3();
  s3.store.enableVersioning(bucket);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    MEDIA_BUCKET: bucket,
  });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  users.restore();
  delete process.env.AWS_ENDPOINT_URL_S3;
  await s3?.stop();
  await tables?.stop();
});
beforeEach(() => {
  users.reset();
  users.on(ListUsersCommand).resolves({ Users: [] });
});

const ops = (command: string, parameters: string[], options: object = {}) =>
  run({ command, parameters, actor: 'tester', stage: 'prod', ...options }, now);
const textOf = async (key: string) => (await s3.store.readObject(bucket, key))?.body.toString();

async function newAccount(email: string): Promise<string> {
  const userId = randomUUID();
  await createAccount({ userId, email, name: 'Ada' }, now);
  return userId;
}

describe('restore-file', () => {
  let key: string;
  beforeEach(async () => {
    key = `results/${randomUUID()}/batch/item.mp4`;
    await s3.store.putObject(bucket, key, 'first');
  });

  test('the command restores a deleted file, even if it was deleted twice', async () => {
    await s3.store.deleteObject(bucket, key);
    await s3.store.deleteObject(bucket, key);
    expect(await ops('restore-file', [key])).toContain('The file is restored.');
    expect(await textOf(key)).toBe('first');
  });

  test('the command restores the selected version of an overwritten file', async () => {
    const [first] = (await s3.store.listVersions(bucket, { prefix: key })).versions;
    await s3.store.putObject(bucket, key, 'wrong');
    expect(await ops('restore-file', [key])).toContain(String(first?.version.versionId));
    expect(await textOf(key)).toBe('wrong');
    const version = String(first?.version.versionId);
    expect(await ops('restore-file', [key], { version })).toContain('has its content of');
    expect(await textOf(key)).toBe('first');
  });

  test('the command changes no other file whose key starts with the same text', async () => {
    const other = `${key}.jpg`;
    await s3.store.putObject(bucket, other, 'other');
    for (const one of [key, other]) await s3.store.deleteObject(bucket, one);
    await ops('restore-file', [key]);
    expect([await textOf(key), await textOf(other)]).toEqual(['first', undefined]);
  });

  test.each<[string, (userId: string) => Promise<unknown>, RegExp]>([
    ['a file of a deleted account', (userId) => requestDeletion(userId, 'Google_1', now), /deleted the account/],
    ['a file without versions', () => removeAllVersions(), /No version/],
  ])('the command refuses %s', async (_, prepare, message) => {
    const userId = await newAccount('ada@example.com');
    key = key.replace(/results\/[^/]+/, `results/${userId}`);
    await s3.store.putObject(bucket, key, 'first');
    await s3.store.deleteObject(bucket, key);
    await prepare(userId);
    await expect(ops('restore-file', [key])).rejects.toThrow(message);
    expect(await textOf(key)).toBeUndefined();
  });

  async function removeAllVersions(): Promise<void> {
    const { versions } = await s3.store.listVersions(bucket, { prefix: key });
    for (const { version } of versions) await s3.store.deleteVersion(bucket, key, String(version.versionId));
  }
});

describe('replay-deletions', () => {
  const isClosing = async (userId: string) => {
    for await (const listed of closingAccounts()) if (listed === userId) return true;
    return false;
  };

  test('the command deletes an account that exists again after a restore of tables', async () => {
    const userId = await newAccount('ada@example.com');
    const [restored] = (await readAccountRows(userId, liveTables())).userProfiles;
    await requestDeletion(userId, 'Google_1', now);
    await dynamo().send(new PutCommand({ TableName: accountKey(userId).TableName, Item: restored }));
    users.on(ListUsersCommand, { Filter: `sub = "${userId}"` }).resolves({ Users: [{ Username: 'Google_1' }] });

    expect(await ops('replay-deletions', [])).toMatch(/^1 deleted accounts exist again/);
    expect(await isClosing(userId)).toBe(false);
    await ops('replay-deletions', [], { isApplied: true });
    expect(await readAccount(userId)).toMatchObject({ closingAt: now.toISOString(), username: 'Google_1' });
    expect(await isClosing(userId)).toBe(true);
    expect(await ops('replay-deletions', [], { isApplied: true })).toMatch(/^0 accounts/);
  });

  test('the command records a deletion that was requested before the records existed', async () => {
    const userId = await newAccount('ada@example.com');
    await requestDeletion(userId, 'Google_1', now);
    await dynamo().send(new DeleteCommand({ TableName: process.env.TABLE_DELETED_ACCOUNTS, Key: { id: userId } }));
    await ops('replay-deletions', [], { isApplied: true });
    expect(await readDeletionTime(userId)).toBe(now.toISOString());
  });

  test('the command keeps the time of the first request in the record', async () => {
    const userId = await newAccount('ada@example.com');
    await requestDeletion(userId, 'Google_1', now);
    await requestDeletion(userId, 'Google_1', new Date('2026-12-01T00:00:00Z'));
    expect(await readDeletionTime(userId)).toBe(now.toISOString());
  });
});

describe('move-account', () => {
  let from: string;
  let to: string;
  /** The old account has a bonus of 500 cents and a payment of 1000 cents. The new account has no bonus. */
  beforeEach(async () => {
    from = await newAccount('ada@example.com');
    await creditPurchase({ userId: from, sessionId: from, paymentId: from, credits: 1000, paid: 1000 }, { now });
    await s3.store.putObject(bucket, `results/${from}/batch/item.mp4`, 'video', { contentType: 'video/mp4' });
    to = randomUUID();
    await createAccount({ userId: to, email: 'Ada@example.com', name: 'Ada', bonusPersonId: null }, now);
  });
  const move = (isApplied = true) => ops('move-account', [from, to], { isApplied });
  const violations = async () =>
    (await verifyLedger(now, { readExecutionStatus: async () => 'running', pauseMs: 0 })).violations.filter((text) =>
      [from, to].some((userId) => text.startsWith(userId)),
    );
  const expectMoved = async () => {
    expect(await readAccount(to)).toMatchObject({ credits: 1500, available: 1500, totalMoneySpent: 1000, email: 'ada@example.com' });
    expect(await textOf(`results/${to}/batch/item.mp4`)).toBe('video');
    expect((await readAccountRows(to, liveTables())).payments).toHaveLength(1);
    expect((await readAccount(from))?.closingAt).toBe(now.toISOString());
    expect(await violations()).toEqual([]);
  };

  test('the command moves rows, payments and files, and then deletes the old account', async () => {
    expect(await move(false)).toContain('balance $0.00 before, $15.00 after');
    expect(await readAccount(to)).toMatchObject({ credits: 0 });
    expect(await readAccount(from)).not.toHaveProperty('closingAt');
    expect(await move()).toContain('removes the old account');
    await expectMoved();
    await expect(move()).rejects.toThrow('already moved');
  });

  test('a second run completes a move that stops after any of its calls', async () => {
    for (let position = 1; ; position++) {
      const calls = await runWithCrash(position, true, () => move());
      if (calls < position) break;
      if ((await readAccount(from))?.closingAt) break;
    }
    await expectMoved();
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'the old user can still sign in',
      async () => users.on(ListUsersCommand).resolves({ Users: [{ Username: 'Google_1' }] }),
      /still contains the old user/,
    ],
    [
      'the accounts have different e-mail addresses',
      () =>
        dynamo().send(
          new UpdateCommand({
            ...accountKey(to),
            UpdateExpression: 'SET email = :other',
            ExpressionAttributeValues: { ':other': 'eve@example.com' },
          }),
        ),
      /different e-mail addresses/,
    ],
    ['the old account is deleted', () => requestDeletion(from, undefined, now), /deleted or was already moved/],
    ['the new account does not exist', () => dynamo().send(new DeleteCommand(accountKey(to))), /must exist/],
    ['work of the old account is running', () => holdForBatch(createBatchRows(from, [100], now).batch), /is running/],
  ])('a move is refused if %s', async (_, prepare, message) => {
    await prepare();
    const before = await readAccountRows(from, liveTables());
    await expect(move()).rejects.toThrow(message);
    expect(await readAccountRows(from, liveTables())).toEqual(before);
    expect(await textOf(`results/${to}/batch/item.mp4`)).toBeUndefined();
  });
});

test.each<[string, string[], RegExp]>([
  ['restore-account', [], /user id/],
  ['restore-account', ['ada@example.com'], /user id/],
  ['restore-account', [randomUUID()], /--from-table/],
  ['restore-file', [], /key of the file/],
  ['move-account', [randomUUID()], /the old and the new user id/],
])('the command %s with %j is refused', async (command, parameters, message) => {
  await expect(async () => ops(command, parameters)).rejects.toThrow(message);
});
