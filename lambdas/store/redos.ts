/**
 * Redos: batches that make results of an earlier batch again. Each redo has a row in the partition of the first batch of its chain, so that
 * the read of this batch also returns its redos. The row is written in the transaction that holds the credits of the redo.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { redosPerBatchMax } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, partition, redoKey, redoPrefix } from './batch-rows.ts';
import { readBatchRow } from './batches.ts';
import { type Action, dynamo } from './dynamo.ts';

export type RedoLink = Required<Pick<Batch, 'parentBatchId' | 'rootBatchId'>>;

/**
 * Returns the link from a new batch to its parent. Returns undefined if the chain has reached its maximum length: then the new batch is
 * independent. A circle is impossible, because a parent exists before its redo, and the link of a redo never changes.
 * @throws AppError BatchNotFound for an unknown parent, a parent of another user, and a parent of another kind.
 */
export async function redoLinkOf(userId: string, parentBatchId: string, kind: WorkKind): Promise<RedoLink | undefined> {
  const parent = await readBatchRow(userId, parentBatchId);
  if (parent?.kind !== kind) throw new AppError('BatchNotFound');
  const { rootBatchId = parentBatchId } = parent;
  return (await countRedos(userId, rootBatchId)) < redosPerBatchMax ? { parentBatchId, rootBatchId } : undefined;
}

async function countRedos(userId: string, rootBatchId: string): Promise<number> {
  const { Count = 0 } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_BATCHES'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': partition(userId, rootBatchId), ':prefix': redoPrefix },
      ConsistentRead: true,
      Limit: redosPerBatchMax,
      Select: 'COUNT',
    }),
  );
  return Count;
}

/** Returns the write that adds a redo to its chain. The list is empty for a batch that is not a redo. */
export function redoPuts({ userId, batchId, rootBatchId, createdAt }: Batch): Action[] {
  if (rootBatchId === undefined) return [];
  const key = redoKey(userId, rootBatchId, { batchId, createdAt });
  return [{ Put: { TableName: requiredEnv('TABLE_BATCHES'), Item: { ...key, user_id: userId, batch_id: batchId } } }];
}
