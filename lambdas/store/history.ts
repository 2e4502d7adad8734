/** History of ended batches: one row per batch with the fields of the list. Results are read from the batch items. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { VariableName } from '#shared/environment.ts';
import { requiredEnv } from '../platform/config.ts';
import { cursorOf, keyOf } from './cursor.ts';
import { dynamo } from './dynamo.ts';

/** A row of generation_history or image_generation_history, with the field names of docs/spec.md 14.1. */
export type HistoryRow = {
  user_id: string;
  batch_id: string;
  /** Set if the batch was ordered together with other batches. */
  order_id?: string;
  /**
   * Set if the kind of the work differs from the kind of the table: runs and batches of edits are in the image table (docs/spec.md 9.5,
   * 10.9).
   */
  kind?: 'pipeline' | 'edit';
  prompt: string;
  total_images: number;
  completed_images: number;
  failed_images: number;
  status: 'completed' | 'partial' | 'failed' | 'cancelled';
  aspect_ratio: string;
  model: string;
  created_at: string;
  /** Key of the first result's poster or thumbnail. */
  thumbnail_key?: string;
};

const tables: Record<BatchKind, VariableName> = { video: 'TABLE_GENERATION_HISTORY', image: 'TABLE_IMAGE_GENERATION_HISTORY' };

export const historyTable = (history: BatchKind): string => requiredEnv(tables[history]);

export async function listHistory(kind: BatchKind, userId: string, { limit, cursor }: { limit: number; cursor?: string }) {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: historyTable(kind),
      IndexName: 'by_created_at',
      KeyConditionExpression: 'user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
      // A consistent read includes a batch that has just ended. A consistent read is possible because the index is a local secondary index.
      ConsistentRead: true,
      Limit: limit,
      ExclusiveStartKey: keyOf('history', cursor, userId),
    }),
  );
  return { rows: Items as HistoryRow[], nextCursor: cursorOf(LastEvaluatedKey) };
}

export async function readHistory(kind: BatchKind, userId: string, batchId: string): Promise<HistoryRow | undefined> {
  const Key = { user_id: userId, batch_id: batchId };
  const { Item } = await dynamo().send(new GetCommand({ TableName: historyTable(kind), Key, ConsistentRead: true }));
  return Item as HistoryRow | undefined;
}
