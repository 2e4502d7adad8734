/** Lists the running batches from a sparse index. Each of them holds credits. Also counts how often each batch was resumed. */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, batchKey } from './batch-rows.ts';
import { dynamo, updateOnce } from './dynamo.ts';

/** The shards of the index. With several shards, the load is not on a single partition, and jobs can read the shards in parallel. */
export const holdShards: readonly number[] = Array.from({ length: 8 }, (_, shard) => shard);

/**
 * Fields that put a batch row into the index `open_holds`. The row is in the index until the batch ends. The index contains no item rows,
 * because the batch must still be ended after its last item has ended.
 */
export const holdFields = ({ batchId, createdAt }: Pick<Batch, 'batchId' | 'createdAt'>) => ({
  hold_shard: String(Number.parseInt(batchId.slice(0, 8), 16) % holdShards.length || 0),
  held_at: createdAt,
});

/** Lists the running batches of all users. In each shard, the oldest batch is the first. */
export async function* openHolds(): AsyncGenerator<OpenHold> {
  for (const shard of holdShards) yield* openHoldsOfShard(shard);
}

export type OpenHold = { userId: string; batchId: string };

/** Lists the running batches of one shard, the oldest batch first. */
export async function* openHoldsOfShard(shard: number): AsyncGenerator<OpenHold> {
  const query = {
    TableName: requiredEnv('TABLE_BATCHES'),
    IndexName: 'open_holds',
    KeyConditionExpression: 'hold_shard = :shard',
    ExpressionAttributeValues: { ':shard': String(shard) },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const { pk } of Items) yield idsFromKey(String(pk));
}

function idsFromKey(pk: string): OpenHold {
  const separatorIndex = pk.lastIndexOf('#');
  return { userId: pk.slice(0, separatorIndex), batchId: pk.slice(separatorIndex + 1) };
}

/**
 * Counts one more execution of a running batch.
 * @returns false if another call has already counted this execution, or if the batch has ended.
 */
export async function incrementResumeCount({ userId, batchId, resumptions = 0 }: Batch): Promise<boolean> {
  const changedRow = await updateOnce({
    ...batchKey(userId, batchId),
    UpdateExpression: 'SET resumptions = :next',
    ConditionExpression: '#status = :running AND (attribute_not_exists(resumptions) OR resumptions < :next)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':running': 'running', ':next': resumptions + 1 },
  });
  return changedRow !== undefined;
}
