/**
 * History of ended batches: one row for each batch, and one row for each large order, with the fields of the list. The results are in the
 * items of the batches.
 */
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { VariableName } from '#shared/environment.ts';
import type { Cents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import type { Key } from './cursor.ts';
import { type Action, dynamo, isWritten } from './dynamo.ts';

/** A row of generation_history or image_generation_history, with the field names of docs/spec.md 14.1. */
export type HistoryRow = {
  user_id: string;
  batch_id: string;
  /** Set if the batch was ordered together with other batches. */
  order_id?: string;
  /**
   * Set for a large order (large-orders.ts) and for its batches. The id of the row of the order is the id of the order. Lists contain only
   * this row.
   */
  is_large_order?: true;
  /**
   * Set if the kind of the work differs from the kind of the table. Runs and batches of edits are in the image table (docs/spec.md 9.5,
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
  /** Keys of the posters or thumbnails of the first results. */
  thumbnail_keys?: string[];
  /** File names of the photos without extension, for the search. */
  file_names?: string[];
  /** The sum of the charged items, and the sum of the failed items without a result. */
  charged_cents?: Cents;
  failed_cents?: Cents;
  /** The first run of the chain. Set if this run made results of an earlier run again. No list contains such a row. */
  root_id?: string;
  /** Number of results that later runs made again, and the sum that was charged for them. */
  redone_images?: number;
  redone_cents?: Cents;
  /** The first batch that ordered the failed items again. */
  retried_by?: string;
  /** The name that the seller has written. */
  name?: string;
  /** Ids of the kept results. */
  kept_items?: Set<string>;
};

const tables: Record<BatchKind, VariableName> = { video: 'TABLE_GENERATION_HISTORY', image: 'TABLE_IMAGE_GENERATION_HISTORY' };

export const historyTable = (history: BatchKind): string => requiredEnv(tables[history]);

const historyKey = (kind: BatchKind, userId: string, batchId: string) => ({
  TableName: historyTable(kind),
  Key: { user_id: userId, batch_id: batchId },
});

/** Returns the write of a row, for the transaction that ends the batch. The name and the kept results of the row stay. */
export function historyWrite({ table, row: { user_id, batch_id, ...fields } }: { table: string; row: Record<string, unknown> }): Action {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: table,
      Key: { user_id, batch_id },
      UpdateExpression: `SET ${entries.map((_, index) => `#f${index} = :f${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#f${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:f${index}`, value])),
    },
  };
}

/**
 * Returns the write that adds the results of a redo to a row: the row of the first run of its chain, or the row of its large order. The
 * write is for the transaction that ends the redo. If the run or the order has not ended, this write creates the row without a creation
 * time. The end of the run or of the order then adds all other fields.
 */
export const historyRedoIncrease = (
  kind: BatchKind,
  { userId, batchId, images, cents }: { userId: string; batchId: string; images: number; cents: Cents },
): Action => ({
  Update: {
    ...historyKey(kind, userId, batchId),
    UpdateExpression: 'ADD redone_images :images, redone_cents :cents',
    ExpressionAttributeValues: { ':images': images, ':cents': cents },
  },
});

type Page = { limit: number; after?: Key | null | undefined; from?: string | undefined };

/**
 * Lists the rows of a user, newest first.
 * @param after the key of the row before the first returned row.
 * @param from the time of the oldest row.
 * @returns the rows, and the key at which the list continues.
 */
export async function listHistory(kind: BatchKind, userId: string, { limit, after, from }: Page) {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: historyTable(kind),
      IndexName: 'by_created_at',
      KeyConditionExpression: `user_id = :user${from ? ' AND created_at >= :from' : ''}`,
      ExpressionAttributeValues: { ':user': userId, ...(from && { ':from': from }) },
      ScanIndexForward: false,
      // A consistent read includes a batch that has just ended. It is possible because the index is a local secondary index.
      ConsistentRead: true,
      Limit: limit,
      ...(after && { ExclusiveStartKey: after }),
    }),
  );
  return { rows: Items as HistoryRow[], lastKey: LastEvaluatedKey };
}

export const historyPositionOf = ({ user_id, batch_id, created_at }: HistoryRow): Key => ({ user_id, batch_id, created_at });

export async function readHistory(kind: BatchKind, userId: string, batchId: string): Promise<HistoryRow | undefined> {
  const { Item } = await dynamo().send(new GetCommand({ ...historyKey(kind, userId, batchId), ConsistentRead: true }));
  // Before the batch ends, a row can contain only the ids of kept results.
  return Item?.created_at === undefined ? undefined : (Item as HistoryRow);
}

/**
 * Sets the seller's name of a run. An empty name removes it.
 * @returns false if the run is not in the history.
 */
export const nameHistory = (kind: BatchKind, userId: string, batchId: string, name: string): Promise<boolean> =>
  isWritten(
    dynamo().send(
      new UpdateCommand({
        ...historyKey(kind, userId, batchId),
        UpdateExpression: name ? 'SET #name = :name' : 'REMOVE #name',
        ConditionExpression: 'attribute_exists(created_at)',
        ExpressionAttributeNames: { '#name': 'name' },
        ...(name && { ExpressionAttributeValues: { ':name': name } }),
      }),
    ),
  );

/**
 * Adds or removes the id of a kept result. A seller can keep a result while the batch runs. In this case, this write creates the row
 * without a creation time, so that no list contains it. The end of the batch adds the other fields.
 */
export async function markHistoryKept(
  kind: BatchKind,
  { userId, batchId, itemId }: { userId: string; batchId: string; itemId: string },
  isKept: boolean,
): Promise<void> {
  const update = new UpdateCommand({
    ...historyKey(kind, userId, batchId),
    UpdateExpression: `${isKept ? 'ADD' : 'DELETE'} kept_items :item`,
    ...(!isKept && { ConditionExpression: 'attribute_exists(user_id)' }),
    ExpressionAttributeValues: { ':item': new Set([itemId]) },
  });
  await isWritten(dynamo().send(update));
}

/** Records that the failed items of a run were ordered again, so that the history offers the retry only once. */
export async function markHistoryRetried(kind: BatchKind, userId: string, batchId: string, retryId: string): Promise<void> {
  const update = new UpdateCommand({
    ...historyKey(kind, userId, batchId),
    UpdateExpression: 'SET retried_by = if_not_exists(retried_by, :retry)',
    ConditionExpression: 'attribute_exists(created_at)',
    ExpressionAttributeValues: { ':retry': retryId },
  });
  await isWritten(dynamo().send(update));
}

/** Returns the write that removes one failed item from the price of a retry. If the batch still runs, its end sets the price again. */
export const historyRetryDecrease = (
  kind: BatchKind,
  { userId, batchId, cents }: { userId: string; batchId: string; cents: Cents },
): Action => ({
  Update: {
    ...historyKey(kind, userId, batchId),
    UpdateExpression: 'ADD failed_cents :minus',
    ExpressionAttributeValues: { ':minus': -cents },
  },
});
