/**
 * Repeats the deletions of accounts after a restore of whole tables. The deletion job (lambdas/auth/close-accounts.ts) then deletes the
 * accounts again within minutes. The command can run any number of times.
 */
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { readAccount } from '#lambdas/store/accounts.ts';
import { recordEarlierDeletion, recordedDeletions } from '#lambdas/store/deleted-accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';

export type ReplayCounts = {
  /** Deleted accounts that exist again because of a restore. */
  revived: number;
  /** Deletions that are only in the profiles, because they were requested before records of deletions existed. */
  recorded: number;
};

/** @param isApplied if false, the function only counts. */
export async function replayDeletions(isApplied: boolean): Promise<ReplayCounts> {
  const counts: ReplayCounts = { revived: 0, recorded: 0 };
  const recordedIds = new Set<string>();
  for await (const { userId, requestedAt } of recordedDeletions()) {
    recordedIds.add(userId);
    const account = await readAccount(userId);
    if (!account || account.closingAt) continue;
    counts.revived += 1;
    if (isApplied) await requestDeletion(userId, await findUsername(userId), new Date(requestedAt));
  }
  for await (const { userId, requestedAt } of closedProfiles()) {
    if (recordedIds.has(userId)) continue;
    counts.recorded += 1;
    if (isApplied) await recordEarlierDeletion(userId, requestedAt);
  }
  return counts;
}

async function* closedProfiles(): AsyncGenerator<{ userId: string; requestedAt: string }> {
  const scan = {
    TableName: requiredEnv('TABLE_USER_PROFILES'),
    FilterExpression: 'attribute_exists(closing_at)',
    ProjectionExpression: 'id, closing_at',
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan))
    for (const { id, closing_at: requestedAt } of Items) yield { userId: String(id), requestedAt };
}

/** Returns the name of a user in the user pool, or undefined if the user is already deleted there. */
export async function findUsername(userId: string): Promise<string | undefined> {
  const userPool = new CognitoIdentityProviderClient({});
  // The filter is a text, so the id must not contain quotes. An id contains only hexadecimal digits and hyphens.
  if (!/^[0-9a-f-]+$/i.test(userId)) return undefined;
  const { Users = [] } = await userPool.send(
    new ListUsersCommand({ UserPoolId: requiredEnv('USER_POOL_ID'), Filter: `sub = "${userId}"`, Limit: 1 }),
  );
  userPool.destroy();
  return Users[0]?.Username;
}
