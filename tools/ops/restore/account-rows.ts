/** Reads all rows of one account that a restore can change, from the live tables or from restored copies of the tables. */
import { setTimeout as pause } from 'node:timers/promises';
import { paginateQuery, paginateScan, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { partition } from '#lambdas/store/batch-rows.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { VariableName } from '#shared/environment.ts';
import { CommandError } from '../request.ts';

export type Row = Record<string, unknown>;

/**
 * The tables of a restore, and the attributes of their keys. The other tables contain counters and queues. They must not get earlier
 * values.
 */
export const restorableTables = {
  userProfiles: { variable: 'TABLE_USER_PROFILES', key: ['id'] },
  creditTransactions: { variable: 'TABLE_CREDIT_TRANSACTIONS', key: ['user_id', 'id'] },
  payments: { variable: 'TABLE_PAYMENTS', key: ['id'] },
  batches: { variable: 'TABLE_BATCHES', key: ['pk', 'sk'] },
  generationHistory: { variable: 'TABLE_GENERATION_HISTORY', key: ['user_id', 'batch_id'] },
  imageGenerationHistory: { variable: 'TABLE_IMAGE_GENERATION_HISTORY', key: ['user_id', 'batch_id'] },
  pipelineRuns: { variable: 'TABLE_PIPELINE_RUNS', key: ['user_id', 'sk'] },
} as const satisfies Record<string, { variable: VariableName; key: readonly string[] }>;

export type RestorableTable = keyof typeof restorableTables;
export const restorableTableNames = Object.keys(restorableTables) as RestorableTable[];

export const liveTable = (table: RestorableTable): string => requiredEnv(restorableTables[table].variable);

/** The key of a row as one text. */
export const keyOf = (table: RestorableTable, row: Row): string => restorableTables[table].key.map((name) => String(row[name])).join('\n');

/** The names of the tables in DynamoDB. A table that is not in this list is not read. */
export type TableNames = Partial<Record<RestorableTable, string>>;
export type AccountRows = Record<RestorableTable, Row[]>;

export const liveTables = (): TableNames => Object.fromEntries(restorableTableNames.map((table) => [table, liveTable(table)]));

/**
 * Maximum number of rows of one account in one table. If there are more rows, restore the whole table. The limit also keeps the memory use
 * low.
 */
const rowsMax = 100_000;

/**
 * Reads the rows of an account. The index of the batches may be out of date, so the function also reads the partitions of `batchIds`.
 * @throws CommandError if the account has too many rows.
 */
export async function readAccountRows(userId: string, names: TableNames, batchIds: Iterable<string> = []): Promise<AccountRows> {
  const byUser = (table: RestorableTable) => readRows(names[table], 'user_id = :id', userId);
  const [profiles, creditTransactions, generationHistory, imageGenerationHistory, pipelineRuns] = await Promise.all([
    readRows(names.userProfiles, 'id = :id', userId),
    byUser('creditTransactions'),
    byUser('generationHistory'),
    byUser('imageGenerationHistory'),
    byUser('pipelineRuns'),
  ]);
  return {
    userProfiles: profiles,
    creditTransactions,
    payments: await readPayments(names.payments, userId),
    batches: await readBatches(names.batches, userId, batchIds),
    generationHistory,
    imageGenerationHistory,
    pipelineRuns,
  };
}

async function readRows(
  table: string | undefined,
  condition: string,
  id: string,
  changes: Partial<QueryCommandInput> = {},
): Promise<Row[]> {
  if (!table) return [];
  const query = {
    TableName: table,
    KeyConditionExpression: condition,
    ExpressionAttributeValues: { ':id': id },
    ConsistentRead: true,
    ...changes,
  };
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) {
    rows.push(...Items);
    if (rows.length > rowsMax) throw new CommandError(`The account has more than ${rowsMax} rows in ${table}. Restore the whole table.`);
  }
  return rows;
}

async function readBatches(table: string | undefined, userId: string, batchIds: Iterable<string>): Promise<Row[]> {
  if (!table) return [];
  const keys = await readRows(table, 'user_id = :id', userId, { IndexName: 'by_user', ConsistentRead: false });
  const partitions = new Set([...keys.map(({ pk }) => String(pk)), ...[...batchIds].map((batchId) => partition(userId, batchId))]);
  const rows: Row[] = [];
  for (const pk of partitions) rows.push(...(await readRows(table, 'pk = :id', pk)));
  return rows;
}

/**
 * The table has no index of users, so the function reads the whole table. This is acceptable, because only operators call this function.
 */
async function readPayments(table: string | undefined, userId: string): Promise<Row[]> {
  if (!table) return [];
  const scan = {
    TableName: table,
    FilterExpression: 'user_id = :user',
    ExpressionAttributeValues: { ':user': userId },
    ConsistentRead: true,
  };
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client: dynamo() }, scan)) rows.push(...Items);
  return rows;
}

/** Time after which the indexes of DynamoDB contain every earlier write. Usually, the delay is less than a second. */
const indexDelayMs = 2000;

/**
 * Reads the rows of the live account. If the counters of the account show running work, but no running work is found, the index may be out
 * of date. Then the function reads the rows again.
 */
export async function readLiveRows(userId: string, batchIds: Iterable<string>): Promise<AccountRows> {
  const ids = [...batchIds];
  const rows = await readAccountRows(userId, liveTables(), ids);
  if (!hasRunningWork(rows) || runningBatchIds(rows).length > 0) return rows;
  await pause(indexDelayMs);
  return readAccountRows(userId, liveTables(), ids);
}

const hasRunningWork = ({ userProfiles: [profile] }: AccountRows): boolean =>
  Number(profile?.active_batches ?? 0) + Number(profile?.active_operations ?? 0) > 0;

export const runningBatchIds = ({ batches }: AccountRows): string[] =>
  batches.filter(({ sk, status }) => sk === 'meta' && status === 'running').map(({ pk }) => batchIdOf(String(pk)));

/** Returns the id at the end of a partition key: `<user id>#<batch id>`, or `<user id>#order#<order id>`. */
export const batchIdOf = (pk: string): string => pk.slice(pk.indexOf('#') + 1);
