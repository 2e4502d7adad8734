/** Tests responses of Cognito that the local cloud does not produce, in the two functions that read users from Cognito. */
import { randomUUID } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InternalErrorException,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#lambdas/store/accounts.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
const leaseEnd = new Date('2026-11-21T08:15:00Z');
const email = 'ada@example.com';
const users = mockClient(CognitoIdentityProviderClient);
const secrets = mockClient(SecretsManagerClient);
let services: Awaited<ReturnType<typeof startTablesAndStorage>>;
let userId: string;
let readAccount: (userId: string) => Promise<Account | undefined>;

beforeAll(async () => {
  services = await startTablesAndStorage();
  secrets.on(GetSecretValueCommand).resolves({ SecretString: 'key' });
  ({ readAccount } = await import('#lambdas/store/accounts.ts'));
});
afterAll(async () => {
  users.restore();
  secrets.restore();
  await services.stop();
});
beforeEach(() => {
  userId = randomUUID();
});
afterEach(() => {
  users.reset();
  vi.restoreAllMocks();
});

const errorFields = { message: 'Rate exceeded', $metadata: {} };
const failures: [string, Error][] = [
  ['a throttle', new TooManyRequestsException(errorFields)],
  ['an internal error', new InternalErrorException(errorFields)],
  ['a lost response', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
];
const user = () => ({
  Username: 'google_1',
  UserAttributes: [
    { Name: 'sub', Value: userId },
    { Name: 'email', Value: `${userId}@example.com` },
    { Name: 'email_verified', Value: 'true' },
  ],
});

describe('the first call of getProfile', () => {
  const callGetProfile = async () =>
    (await import('#lambdas/auth/get-profile.ts')).getProfile(
      { userId, username: 'google_1' },
      { address: '127.0.0.1', acceptLanguage: undefined },
      now,
    );

  test.each(failures)(
    'after %s, the first call does not create an account, but the next call creates it with the bonus',
    async (_, error) => {
      users.on(AdminGetUserCommand).rejectsOnce(error).resolves(user());
      await expect(callGetProfile()).rejects.toBe(error);
      expect(await readAccount(userId)).toBeUndefined();
      expect(await callGetProfile()).toMatchObject({ id: userId, credits: 5 });
    },
  );
});

describe('the deletion of an account', () => {
  async function createAccountToDelete(): Promise<void> {
    const { createAccount } = await import('#lambdas/store/accounts.ts');
    const { requestDeletion } = await import('#lambdas/store/account-deletions.ts');
    await createAccount({ userId, email, name: 'Ada' }, now);
    await requestDeletion(userId, 'google_1', now);
  }
  const runJob = async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { deleteAccounts } = await import('#lambdas/auth/close-accounts.ts');
    await deleteAccounts(now, leaseEnd);
    vi.restoreAllMocks();
  };
  const isDeleted = async () => (await readAccount(userId))?.deletedAt !== undefined;

  test.each(failures)(
    'if the deletion of the Cognito user fails with %s, the profile remains, and the next execution of the job deletes it',
    async (_, error) => {
      await createAccountToDelete();
      users.on(AdminGetUserCommand).resolves(user()).on(AdminDeleteUserCommand).rejectsOnce(error).resolves({});
      await runJob();
      expect(await isDeleted()).toBe(false);
      await runJob();
      expect(await isDeleted()).toBe(true);
      expect(users.commandCalls(AdminDeleteUserCommand)).toHaveLength(2);
    },
  );

  test('the deletion finishes if an earlier execution of the job deleted the Cognito user, but did not receive the response', async () => {
    await createAccountToDelete();
    users.on(AdminGetUserCommand).rejects(new UserNotFoundException(errorFields));
    await runJob();
    expect(await isDeleted()).toBe(true);
    expect(users.commandCalls(AdminDeleteUserCommand)).toHaveLength(0);
  });

  test('the deletion does not delete a new user who has the same user name', async () => {
    await createAccountToDelete();
    users.on(AdminGetUserCommand).resolves({ ...user(), UserAttributes: [{ Name: 'sub', Value: randomUUID() }] });
    await runJob();
    expect(await isDeleted()).toBe(true);
    expect(users.commandCalls(AdminDeleteUserCommand)).toHaveLength(0);
  });
});
