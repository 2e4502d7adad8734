/**
 * The ids of all accounts whose deletion was requested, with the time of the request and without personal data. This table is never
 * restored to an earlier time. After a restore of the other tables, it shows which deletions must be repeated (docs/runbook.md).
 */
import { GetCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { type Action, dynamo, isWritten } from './dynamo.ts';

const deletedAccountKey = (userId: string) => ({ TableName: requiredEnv('TABLE_DELETED_ACCOUNTS'), Key: { id: userId } });

/** Returns the write that records a deletion. A second write keeps the time of the first request. */
export const recordDeletion = (userId: string, requestedAt: string): Action => ({
  Update: {
    ...deletedAccountKey(userId),
    UpdateExpression: 'SET requested_at = if_not_exists(requested_at, :at)',
    ExpressionAttributeValues: { ':at': requestedAt },
  },
});

/**
 * Records a deletion that was requested before this table existed.
 * @returns false if the deletion is already recorded.
 */
export function recordEarlierDeletion(userId: string, requestedAt: string): Promise<boolean> {
  const { TableName, Key } = deletedAccountKey(userId);
  const row = { ...Key, requested_at: requestedAt };
  return isWritten(dynamo().send(new PutCommand({ TableName, Item: row, ConditionExpression: 'attribute_not_exists(id)' })));
}

/** Returns the time at which the deletion of an account was requested, or undefined if it was never requested. */
export async function readDeletionTime(userId: string): Promise<string | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...deletedAccountKey(userId), ConsistentRead: true }));
  return row?.requested_at;
}

export async function* recordedDeletions(): AsyncGenerator<{ userId: string; requestedAt: string }> {
  const scan = { TableName: requiredEnv('TABLE_DELETED_ACCOUNTS'), ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan))
    for (const { id, requested_at: requestedAt } of Items) yield { userId: String(id), requestedAt };
}
