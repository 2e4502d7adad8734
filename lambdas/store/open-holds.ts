/** The index of batches that hold credits, from their start to their end, and the count of their resumes. */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, batchKey } from './batch-rows.ts';
import { dynamo, updateOnce } from './dynamo.ts';

/** Number of index shards, so that a full scan does not load one partition. */
const holdShards = 8;

/**
 * The fields that put a batch row into the index of open holds, from its start to its end. Item rows would leave the index too early: a
 * batch still has to end after its last item.
 */
export const holdFields = ({ batchId, createdAt }: Pick<Batch, 'batchId' | 'createdAt'>) => ({
  hold_shard: String(Number.parseInt(batchId.slice(0, 8), 16) % holdShards || 0),
  held_at: createdAt,
});

/** Lists the running batches of all users, with the oldest of each shard first. */
export async function* openHolds(): AsyncGenerator<{ userId: string; batchId: string }> {
  for (let shard = 0; shard < holdShards; shard++) {
    const query = {
      TableName: requiredEnv('TABLE_BATCHES'),
      IndexName: 'open_holds',
      KeyConditionExpression: 'hold_shard = :shard',
      ExpressionAttributeValues: { ':shard': String(shard) },
    };
    for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { pk } of Items) yield namesIn(String(pk));
  }
}

function namesIn(pk: string): { userId: string; batchId: string } {
  const cut = pk.lastIndexOf('#');
  return { userId: pk.slice(0, cut), batchId: pk.slice(cut + 1) };
}

/** Counts one more execution of a running batch. @returns false if another call counted it, or the batch has ended. */
export async function incrementResumeCount({ userId, batchId, resumptions = 0 }: Batch): Promise<boolean> {
  const counted = await updateOnce({
    ...batchKey(userId, batchId),
    UpdateExpression: 'SET resumptions = :next',
    ConditionExpression: '#status = :running AND (attribute_not_exists(resumptions) OR resumptions < :next)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':running': 'running', ':next': resumptions + 1 },
  });
  return counted !== undefined;
}
