/**
 * The writes of an account deletion, from the request to the end. Each write may be repeated. The ledger and the profile row remain
 * permanently. After the deletion, the profile row has no personal data, so the user id in the ledger no longer identifies a person.
 *
 *   requested    closing_at is set; a ledger row removes the available credits, so that no work can be started
 *   idle         no work is running; released credits are also removed, until `credits` and `available` are zero
 *   erased       e-mail and name are removed; deleted_at is set
 *   finished     the account leaves the index `closing`
 */
import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { closureId, descriptions } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey, ledgerPut, readAccount } from './accounts.ts';
import { recordDeletion } from './deleted-accounts.ts';
import { dynamo, transact } from './dynamo.ts';

/** All accounts have the same index key, because the index contains only few accounts, each of them for one or two hours. */
const closingShard = 'closing';
/** Maximum number of attempts. Another attempt is needed only if the balance changed after it was read. */
const attemptsMax = 20;

/**
 * Records the deletion request permanently, in the profile and in the table that is never restored. The username is stored until the user
 * is deleted from the user pool.
 * @param username if undefined, no user is deleted from the user pool.
 * @returns false if the account does not exist.
 */
export async function requestDeletion(userId: string, username: string | undefined, now: Date): Promise<boolean> {
  const requestedAt = now.toISOString();
  const refusals = await transact({
    account: {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `SET closing_at = if_not_exists(closing_at, :now), closing_shard = :shard${username ? ', username = :username' : ''}`,
        ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(deleted_at)',
        ExpressionAttributeValues: { ':now': requestedAt, ':shard': closingShard, ...(username && { ':username': username }) },
      },
    },
    record: recordDeletion(userId, requestedAt),
  });
  return !refusals;
}

/**
 * Removes all available credits from an account that is being deleted. Each removal writes one ledger row.
 * @throws AppError LedgerConflict if the balance keeps changing.
 */
export async function removeBalance(userId: string, now: Date): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const account = await readAccount(userId);
    if (!account?.closingAt || account.available === 0) return;
    const { available, balanceRemovalCount } = account;
    const refusals = await transact({
      account: {
        Update: {
          ...accountKey(userId),
          UpdateExpression: 'ADD credits :minus, available :minus, forfeits :one',
          ConditionExpression: `available = :all AND attribute_exists(closing_at) AND ${balanceRemovalCount === 0 ? 'attribute_not_exists(forfeits)' : 'forfeits = :seen'}`,
          ExpressionAttributeValues: {
            ':minus': -available,
            ':all': available,
            ':one': 1,
            ...(balanceRemovalCount > 0 && { ':seen': balanceRemovalCount }),
          },
        },
      },
      row: ledgerPut({
        userId,
        id: closureId(balanceRemovalCount),
        createdAt: now.toISOString(),
        amount: -available,
        type: 'adjustment',
        description: descriptions.closure,
      }),
    });
    if (!refusals) return;
  }
  throw new AppError('LedgerConflict');
}

/**
 * Removes the personal data from a profile.
 * @throws Error if a balance is not zero. Such an account needs manual review.
 */
export async function eraseProfile(userId: string, now: Date): Promise<void> {
  await dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression:
        'SET deleted_at = if_not_exists(deleted_at, :now) REMOVE email, #name, username, welcome_bonus, person, welcome_shard, #language, marketplaces, auto_top_up, auto_top_up_below, auto_top_up_shard',
      ConditionExpression: 'attribute_exists(closing_at) AND credits = :none AND available = :none',
      ExpressionAttributeNames: { '#name': 'name', '#language': 'language' },
      ExpressionAttributeValues: { ':now': now.toISOString(), ':none': 0 },
    }),
  );
}

/** Removes the account from the index `closing`. */
export async function finishDeletion(userId: string): Promise<void> {
  await dynamo().send(new UpdateCommand({ ...accountKey(userId), UpdateExpression: 'REMOVE closing_shard' }));
}

export async function* closingAccounts(): AsyncGenerator<string> {
  const query = {
    TableName: requiredEnv('TABLE_USER_PROFILES'),
    IndexName: 'closing',
    KeyConditionExpression: 'closing_shard = :shard',
    ExpressionAttributeValues: { ':shard': closingShard },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { id } of Items) yield String(id);
}
