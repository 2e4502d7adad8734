/** Lists and permanently deletes all rows of a user, except the profile and the ledger. */
import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { dynamo } from './dynamo.ts';
import { isLargeOrderKey, type OrderRef, refOf } from './large-orders.ts';
import { deleteFinishTags } from './tickets.ts';

type Key = Record<string, string>;

/** The tables, the index of each table that finds rows by user, and the key of each table. */
const tables = [
  { name: 'TABLE_BATCHES', index: 'by_user', key: ['pk', 'sk'] },
  { name: 'TABLE_GENERATION_HISTORY', key: ['user_id', 'batch_id'] },
  { name: 'TABLE_IMAGE_GENERATION_HISTORY', key: ['user_id', 'batch_id'] },
  { name: 'TABLE_PIPELINE_RUNS', key: ['user_id', 'sk'] },
  { name: 'TABLE_PRODUCTS', key: ['user_id', 'sk'] },
  { name: 'TABLE_DAILY_USES', key: ['user_id', 'day_use'] },
] as const;

/** Lists the keys of a user's rows in one table, page by page. */
async function* keysOf(userId: string, table: (typeof tables)[number]): AsyncGenerator<Key[]> {
  const query = {
    TableName: requiredEnv(table.name),
    // This index does not support consistent reads. If it does not contain a row yet, the final cleanup deletes the row.
    ...('index' in table ? { IndexName: table.index } : { ConsistentRead: true }),
    KeyConditionExpression: 'user_id = :user',
    ExpressionAttributeValues: { ':user': userId },
    ExpressionAttributeNames: Object.fromEntries(table.key.map((name) => [`#${name}`, name])),
    ProjectionExpression: table.key.map((name) => `#${name}`).join(', '),
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) yield Items as Key[];
}

/** Deletes all rows in these tables. A row that no longer exists causes no error. */
export async function deleteUserRows(userId: string): Promise<void> {
  for (const table of tables)
    for await (const keys of keysOf(userId, table))
      await inParallel(keys, async (Key) => {
        await dynamo().send(new DeleteCommand({ TableName: requiredEnv(table.name), Key }));
      });
  await deleteFinishTags(userId);
}

/** Lists all large orders of a user, including quotes. */
export async function listLargeOrders(userId: string): Promise<OrderRef[]> {
  const refs: OrderRef[] = [];
  for await (const keys of keysOf(userId, tables[0])) refs.push(...keys.filter(isLargeOrderKey).map(({ pk = '' }) => refOf(pk)));
  return refs;
}

/** Lists the ids of all batches of a user, including single calls. */
export async function listBatchIds(userId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const keys of keysOf(userId, tables[0]))
    for (const { pk = '', sk } of keys) if (sk === 'meta') ids.push(pk.slice(userId.length + 1));
  return ids;
}
