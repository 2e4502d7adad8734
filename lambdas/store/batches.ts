/** Batches and their items. Only ledger.ts changes balances. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type BatchKind, batchKinds, promptCharactersMax } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import {
  type Batch,
  type BatchItem,
  type BatchOfPage,
  batchKey,
  fromRow,
  type Item,
  itemKey,
  itemPositions,
  partition,
  type StoredEdit,
  type StoredImage,
  type StoredVideo,
  snake,
  toRow,
  type VideoItem,
} from './batch-rows.ts';
import { dynamo, type RowUpdate, updateOnce, wasRefused } from './dynamo.ts';

/**
 * Writes the item rows before the batch row exists. They have no effect until it exists, and then only those that it lists.
 * @throws AppError BatchIdReused if a row exists from another request or with another price.
 */
export async function putItems(items: Item[], requestHash: string): Promise<void> {
  await inParallel(items, async (item) => {
    const { TableName, Key } = itemKey(item.userId, item.batchId, item.index);
    try {
      await dynamo().send(
        new PutCommand({
          TableName,
          Item: { ...Key, ...toRow(item), request_hash: requestHash },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    } catch (error) {
      if (!wasRefused(error)) throw error;
      const { Item: there } = await dynamo().send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const isSame = there?.request_hash === requestHash && there.item_id === item.itemId && there.cents === item.cents;
      if (!isSame) throw new AppError('BatchIdReused', { cause: error });
    }
  });
}

const writesAtOnce = 20;

export async function inParallel<Value>(values: Value[], run: (value: Value) => Promise<void>): Promise<void> {
  const queue = values.values();
  await Promise.all(
    Array.from({ length: Math.min(writesAtOnce, values.length) }, async () => {
      for (const value of queue) await run(value);
    }),
  );
}

export async function readBatchRow(userId: string, batchId: string): Promise<Batch | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...batchKey(userId, batchId), ConsistentRead: true }));
  return row && fromRow<Batch>(row);
}

/** Returns a batch with its items in order; undefined if this user has no batch of this id. Other kinds of work are ignored. */
export async function readBatch(userId: string, batchId: string): Promise<{ batch: BatchOfPage; items: BatchItem[] } | undefined> {
  const found = await readWork(userId, batchId);
  return found && isBatch(found) ? found : undefined;
}

const isBatchKind = (kind: WorkKind): kind is BatchKind => batchKinds.some((one) => one === kind);

/** Work of any kind: its row, and its items in order. */
export type Work = { batch: Batch; items: Item[] };

/** Whether a page ordered this work as a batch. */
export const isBatch = (found: Work): found is { batch: BatchOfPage; items: BatchItem[] } => isBatchKind(found.batch.kind);

/** Like `readBatch`, but for every kind of work. */
export async function readWork(userId: string, workId: string): Promise<Work | undefined> {
  const rows: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamo().send(
      new QueryCommand({
        TableName: requiredEnv('TABLE_BATCHES'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': partition(userId, workId) },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  const meta = rows.find((row) => row.sk === 'meta');
  if (!meta) return undefined;
  const batch = fromRow<Batch>(meta);
  const named = new Set(itemPositions(batch).map(({ index, itemId }) => `${index} ${itemId}`));
  const isHeld = (row: Record<string, unknown>) => workKinds[batch.kind].items === 'later' || named.has(`${row.index} ${row.item_id}`);
  const items = rows.filter((row) => row.sk !== 'meta' && isHeld(row)).map((row) => fromRow<Item>(row));
  return { batch, items };
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
  const batches = await Promise.all(Items.map((row) => readBatchRow(userId, String(row.pk).slice(userId.length + 1))));
  return batches.filter((batch) => batch?.status === 'running' && isBatchKind(batch.kind)) as BatchOfPage[];
}

type Change = Partial<
  Pick<
    VideoItem,
    | 'status'
    | 'startedAt'
    | 'photoKey'
    | 'photoSize'
    | 'notes'
    | 'plan'
    | 'frameKey'
    | 'outpaintTries'
    | 'attempts'
    | 'cancelRequestedAt'
    | 'vendorPerson'
    | 'vendorDay'
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

export type Changes = {
  set?: Change;
  /** Set only if the fields are absent. */
  once?: Change;
  /** Increase by one. */
  increment?: ('attempts' | 'outpaintTries')[];
  /** Increase by the given amount. */
  add?: { vendorMils?: number };
  remove?: (keyof Change)[];
  /** Condition: none of these fields exists. */
  ifAbsent?: (keyof Change)[];
  /** Condition: all of these fields exist. */
  ifPresent?: (keyof Change)[];
  /** Condition: all of these fields have these values. */
  ifEquals?: Change;
  /** Condition: each counter is below its value. An absent counter is 0. */
  ifLessThan?: Partial<Record<'attempts' | 'outpaintTries', number>>;
};

/** Changes fields of an item that has not ended. @returns the item after the change; undefined if a condition failed. */
export async function changeItem(
  item: { userId: string; batchId: string; index: number },
  { set = {}, once = {}, increment = [], add = {}, remove = [], ifAbsent = [], ifPresent = [], ifEquals = {}, ifLessThan = {} }: Changes,
): Promise<Item | undefined> {
  const values: Record<string, unknown> = { ':queued': 'queued', ':generating': 'generating' };
  const names: Record<string, string> = { '#status': 'status' };
  const name = (field: string) => {
    names[`#${field}`] = snake(field);
    return `#${field}`;
  };
  const value = (field: string, content: unknown, prefix = '') => {
    values[`:${prefix}${field}`] = content;
    return `:${prefix}${field}`;
  };
  const sets = [
    ...Object.entries(set).map(([field, content]) => `${name(field)} = ${value(field, content)}`),
    ...Object.entries(once).map(([field, content]) => `${name(field)} = if_not_exists(${name(field)}, ${value(field, content)})`),
  ];
  const clauses = {
    SET: sets,
    ADD: [
      ...increment.map((field) => `${name(field)} ${value('one', 1)}`),
      ...Object.entries(add).map(([field, amount]) => `${name(field)} ${value(field, amount, 'add_')}`),
    ],
    REMOVE: remove.map(name),
  };
  const conditions = [
    '#status IN (:queued, :generating)',
    ...ifAbsent.map((field) => `attribute_not_exists(${name(field)})`),
    ...ifPresent.map((field) => `attribute_exists(${name(field)})`),
    ...Object.entries(ifEquals).map(([field, content]) => `${name(field)} = ${value(field, content, 'is_')}`),
    ...Object.entries(ifLessThan).map(
      ([field, most]) => `(attribute_not_exists(${name(field)}) OR ${name(field)} < ${value(field, most, 'below_')})`,
    ),
  ];
  return updateItem({
    ...itemKey(item.userId, item.batchId, item.index),
    UpdateExpression: Object.entries(clauses)
      .filter(([, parts]) => parts.length > 0)
      .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
      .join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  });
}

/** Updates an item. @returns the item after the update; undefined if the condition failed. */
export async function updateItem(update: RowUpdate): Promise<Item | undefined> {
  const row = await updateOnce(update);
  return row && fromRow<Item>(row);
}

/** Shortens a text to the length that the summary row of a batch stores. */
export const summaryText = (text: string): string => [...text].slice(0, promptCharactersMax).join('');
