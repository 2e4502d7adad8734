/**
 * Accounts that their owners have deleted, from the wish to the last trace. Each write may be made twice. What stays is the ledger,
 * which says who was charged what by an id that stands for nobody any more, and the profile's row without its person.
 *
 *   asked        closing_at; what is available is forfeited, by a row, so that nothing can be started
 *   nothing runs what came back is forfeited too, until both balances are zero
 *   erased       no e-mail, no name; deleted_at
 *   over         out of the index of those that close
 */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { closureId, descriptions } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { accountKey, ledgerPut, readAccount } from './accounts.ts';
import { dynamo, transact, wasRefused } from './dynamo.ts';

/** All of them under one key: they are few, and each only for an hour or two. */
const closingShard = 'closing';
/** Each further try means that a balance moved in between. */
const triesMax = 20;

/**
 * Notes the wish, for good. The name by which the sign-in is found is kept until that is deleted.
 * @returns false where there is no such account.
 */
export async function requestDeletion(userId: string, username: string, now: Date): Promise<boolean> {
  try {
    await dynamo().send(
      new UpdateCommand({
        ...accountKey(userId),
        UpdateExpression: 'SET closing_at = if_not_exists(closing_at, :now), closing_shard = :shard, username = :username',
        ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(deleted_at)',
        ExpressionAttributeValues: { ':now': now.toISOString(), ':shard': closingShard, ':username': username },
      }),
    );
    return true;
  } catch (error) {
    if (wasRefused(error)) return false;
    throw error;
  }
}

/**
 * Takes all that is available out of a closing account, by one row each time.
 * @throws AppError LedgerConflict where its balance kept moving.
 */
export async function forfeitBalance(userId: string, now: Date): Promise<void> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const account = await readAccount(userId);
    if (!account?.closingAt || account.available === 0) return;
    const { available, forfeits } = account;
    const refusals = await transact([
      {
        Update: {
          ...accountKey(userId),
          UpdateExpression: 'ADD credits :minus, available :minus, forfeits :one',
          ConditionExpression: `available = :all AND attribute_exists(closing_at) AND ${forfeits === 0 ? 'attribute_not_exists(forfeits)' : 'forfeits = :seen'}`,
          ExpressionAttributeValues: { ':minus': -available, ':all': available, ':one': 1, ...(forfeits > 0 && { ':seen': forfeits }) },
        },
      },
      ledgerPut({
        userId,
        id: closureId(forfeits),
        createdAt: now.toISOString(),
        amount: -available,
        type: 'adjustment',
        description: descriptions.closure,
      }),
    ]);
    if (!refusals) return;
  }
  throw new AppError('LedgerConflict');
}

/** Takes the person out of a profile whose balances are zero. @throws Error where they are not: a person must look. */
export async function eraseProfile(userId: string, now: Date): Promise<void> {
  await dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression:
        'SET deleted_at = if_not_exists(deleted_at, :now) REMOVE email, #name, username, welcome_bonus, person, welcome_shard, #language',
      ConditionExpression: 'attribute_exists(closing_at) AND credits = :none AND available = :none',
      ExpressionAttributeNames: { '#name': 'name', '#language': 'language' },
      ExpressionAttributeValues: { ':now': now.toISOString(), ':none': 0 },
    }),
  );
}

/** Nothing is left to be done. */
export async function finishDeletion(userId: string): Promise<void> {
  await dynamo().send(new UpdateCommand({ ...accountKey(userId), UpdateExpression: 'REMOVE closing_shard' }));
}

export async function* closingAccounts(): AsyncGenerator<string> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamo().send(
      new QueryCommand({
        TableName: requiredEnv('TABLE_USER_PROFILES'),
        IndexName: 'closing',
        KeyConditionExpression: 'closing_shard = :shard',
        ExpressionAttributeValues: { ':shard': closingShard },
        ExclusiveStartKey: start,
      }),
    );
    for (const { id } of page.Items ?? []) yield String(id);
    start = page.LastEvaluatedKey;
  } while (start);
}
