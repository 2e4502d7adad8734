/** Batches and their items. Only ledger.ts changes balances. */
import { GetCommand, PutCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type OrderedKind, orderedKinds, promptCharactersMax } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';
import {
  type Batch,
  type BatchItem,
  type BatchOfPage,
  batchKey,
  type Item,
  isItemRow,
  isRedoRow,
  itemKey,
  itemPositions,
  partition,
  type StoredEdit,
  type StoredImage,
  type StoredVideo,
  type VideoItem,
} from './batch-rows.ts';
import { dynamo, insert, isWritten, type RowUpdate, updateOnce } from './dynamo.ts';
import { type FieldChanges, fromRow, toRow, updateOfFields } from './row-fields.ts';

/**
 * Writes the item rows before the batch row exists. Until then, the item rows have no effect. After that, only the items in the list of the
 * batch row have an effect.
 * @throws AppError BatchIdReused if an item row already exists, but for another request or with another price.
 */
export async function putItems(items: Item[], requestHash: string): Promise<void> {
  await inParallel(items, async (item) => {
    const key = itemKey(item.userId, item.batchId, item.index);
    const { Put } = insert(key, { ...toRow(item), request_hash: requestHash });
    if (await isWritten(dynamo().send(new PutCommand(Put)))) return;
    const { Item: existing } = await dynamo().send(new GetCommand({ ...key, ConsistentRead: true }));
    const isSame = existing?.request_hash === requestHash && existing.item_id === item.itemId && existing.cents === item.cents;
    if (!isSame) throw new AppError('BatchIdReused');
  });
}

export async function readBatchRow(userId: string, batchId: string): Promise<Batch | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...batchKey(userId, batchId), ConsistentRead: true }));
  return row && fromRow<Batch>(row);
}

/** Returns a batch with its items in order, or undefined if this user has no batch with this id. Other kinds of work are ignored. */
export async function readBatch(userId: string, batchId: string): Promise<WorkOfPage | undefined> {
  const work = await readWork(userId, batchId);
  return work && isBatch(work) ? work : undefined;
}

const isBatchKind = (kind: WorkKind): kind is OrderedKind => orderedKinds.some((one) => one === kind);

/** Work of any kind: its row, its items in order, and the batches that made its results again, oldest first. */
export type Work = { batch: Batch; items: Item[]; redoBatchIds: string[] };

/** A batch that a page ordered. */
type WorkOfPage = Omit<Work, 'batch' | 'items'> & { batch: BatchOfPage; items: BatchItem[] };

/** Returns whether this work is a batch that a page ordered. */
export const isBatch = (work: Work): work is Work & WorkOfPage => isBatchKind(work.batch.kind);

/** Works in the same way as `readBatch`, but for every kind of work. */
export async function readWork(userId: string, workId: string): Promise<Work | undefined> {
  const rows: Record<string, unknown>[] = [];
  const query = {
    TableName: requiredEnv('TABLE_BATCHES'),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partition(userId, workId) },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) rows.push(...Items);
  const meta = rows.find((row) => row.sk === 'meta');
  if (!meta) return undefined;
  const batch = fromRow<Batch>(meta);
  const listedItems = new Set(itemPositions(batch).map(({ index, itemId }) => `${index} ${itemId}`));
  const isOrdered = (row: Record<string, unknown>) =>
    workKinds[batch.kind].items === 'later' || listedItems.has(`${row.index} ${row.item_id}`);
  const items = rows.filter((row) => isItemRow(row) && isOrdered(row)).map((row) => fromRow<Item>(row));
  return { batch, items, redoBatchIds: rows.filter(isRedoRow).map((row) => String(row.batch_id)) };
}

export async function readItem(userId: string, batchId: string, index: number): Promise<Item | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...itemKey(userId, batchId, index), ConsistentRead: true }));
  return row && fromRow<Item>(row);
}

/** Lists a user's running batches, newest first. */
export async function listActiveBatches(userId: string): Promise<BatchOfPage[]> {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_BATCHES'),
      IndexName: 'active_by_user',
      KeyConditionExpression: 'active_user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
    }),
  );
  // The index also contains the open large orders (large-orders.ts).
  const batches = await Promise.all(
    Items.filter(({ sk }) => sk === 'meta').map((row) => readBatchRow(userId, String(row.pk).slice(userId.length + 1))),
  );
  return batches.filter((batch) => batch?.status === 'running' && isBatchKind(batch.kind)) as BatchOfPage[];
}

type Change = Partial<
  Pick<
    VideoItem,
    | 'status'
    | 'startedAt'
    | 'photoKey'
    | 'prompt'
    | 'isPromptWritten'
    | 'promptAttempts'
    | 'photoSize'
    | 'notes'
    | 'plan'
    | 'frameKey'
    | 'outpaintAttempts'
    | 'attempts'
    | 'cancelRequestedAt'
    | 'vendorPerson'
    | 'vendorDay'
    | 'admittedAt'
    | 'intentAt'
    | 'requestId'
    | 'workStartedAt'
    | 'taskToken'
    | 'outcome'
    | 'vendor'
    | 'original'
    | 'cropFallback'
  >
> & { result?: StoredVideo | StoredImage | StoredEdit };

export type Changes = FieldChanges<Change, 'attempts' | 'outpaintAttempts' | 'promptAttempts' | 'vendorMils'>;

/**
 * Changes fields of an item that has not ended.
 * @returns the item after the change, or undefined if a condition failed.
 */
export const changeItem = (
  { userId, batchId, index }: Pick<Item, 'userId' | 'batchId' | 'index'>,
  changes: Changes,
): Promise<Item | undefined> => updateItem(updateOfFields(itemKey(userId, batchId, index), hasNotEnded, changes));

const hasNotEnded = {
  condition: '#status IN (:queued, :generating)',
  names: { '#status': 'status' },
  values: { ':queued': 'queued', ':generating': 'generating' },
};

/**
 * Updates an item.
 * @returns the item after the update, or undefined if the condition failed.
 */
export async function updateItem(update: RowUpdate): Promise<Item | undefined> {
  const row = await updateOnce(update);
  return row && fromRow<Item>(row);
}

/** Shortens a text to the length that the summary row of a batch stores. */
export const summaryText = (text: string): string => [...text].slice(0, promptCharactersMax).join('');
