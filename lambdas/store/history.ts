/** The history of ended batches: one row a batch with what the list shows. Results are read from the batch's items. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchKind } from '#shared/batch/batch.ts';
import { requiredEnv } from '../platform/config.ts';
import { cursorOf, keyOf } from './cursor.ts';
import { dynamo } from './dynamo.ts';

/** A row of generation_history or of image_generation_history, with SPEC's field names. */
export type HistoryRow = {
  user_id: string;
  batch_id: string;
  /** Says that a row is not of the table's own kind: a before/after run stands among the images (Q51). */
  kind?: 'pipeline';
  prompt: string;
  total_images: number;
  completed_images: number;
  failed_images: number;
  status: 'completed' | 'partial' | 'failed' | 'cancelled';
  aspect_ratio: string;
  model: string;
  created_at: string;
  /** Where the poster or the thumbnail of the first result lies. */
  thumbnail_key?: string;
};

const tables: Record<BatchKind, string> = { video: 'TABLE_GENERATION_HISTORY', image: 'TABLE_IMAGE_GENERATION_HISTORY' };

export const historyTable = (kind: BatchKind): string => requiredEnv(tables[kind]);

export async function listHistory(kind: BatchKind, userId: string, { limit, cursor }: { limit: number; cursor?: string }) {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: historyTable(kind),
      IndexName: 'by_created_at',
      KeyConditionExpression: 'user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
      // A batch that has just ended is in the list at once; a local index can be read like this.
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
