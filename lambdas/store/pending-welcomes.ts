/** The sparse index of new accounts with a signup bonus whose welcome mail is not done. */
import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { accountKey } from './accounts.ts';
import { dynamo } from './dynamo.ts';
import { welcomeShard } from './welcome-fields.ts';

/** Lists the accounts that were created before a time and whose welcome mail is not done. The oldest account is the first. */
export async function* pendingWelcomes(createdBefore: Date): AsyncGenerator<string> {
  const query = {
    TableName: requiredEnv('TABLE_USER_PROFILES'),
    IndexName: 'welcome',
    KeyConditionExpression: 'welcome_shard = :shard AND created_at <= :before',
    ExpressionAttributeValues: { ':shard': welcomeShard, ':before': createdBefore.toISOString() },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { id } of Items) yield String(id);
}

export async function markWelcomeMailDone(userId: string): Promise<void> {
  await dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression: 'REMOVE welcome_shard',
      // Without this condition, the update would create a row for an account that does not exist.
      ConditionExpression: 'attribute_exists(id)',
    }),
  );
}
