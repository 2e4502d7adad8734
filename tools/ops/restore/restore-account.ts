/**
 * Restores the rows of one account from restored copies of the tables. If the command stops before its end, a second run does the remaining
 * steps. A second run is safe: the rows of batches, items and pipeline runs do not depend on each other, and each ledger row is written in
 * one transaction with the new balance.
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { inParallel } from '#lambdas/platform/in-parallel.ts';
import { accountKey, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { readDeletionTime } from '#lambdas/store/deleted-accounts.ts';
import { type Action, dynamo, isWritten, transact } from '#lambdas/store/dynamo.ts';
import { findViolations } from '#shared/credits/ledger.ts';
import { type Cents, twoDecimals } from '#shared/money.ts';
import { CommandError } from '../request.ts';
import {
  type AccountRows,
  batchIdOf,
  keyOf,
  liveTable,
  type RestorableTable,
  type Row,
  readAccountRows,
  readLiveRows,
  restorableTableNames,
  restorableTables,
  type TableNames,
} from './account-rows.ts';
import { planRestore, type RestorePlan, type RowChange } from './plan.ts';

/** DynamoDB allows 100 actions in a transaction. Two of them are needed for the profile and the check of the deletion. */
const ledgerRowsPerWrite = 90;

/** A restore needs these tables. The status of a batch decides whether the rows of this batch in the other tables may change. */
const neededTables: RestorableTable[] = ['userProfiles', 'creditTransactions', 'batches'];

/**
 * Finds the live table of each restored table. The name of a restored table consists of the name of the live table, a hyphen and a suffix.
 * @throws CommandError
 */
export function restoredTables(names: readonly string[]): TableNames {
  const tables: TableNames = {};
  for (const name of names) {
    const table = restorableTableNames.find((one) => name.startsWith(`${liveTable(one)}-`));
    if (!table)
      throw new CommandError(
        `'${name}' is not a restored table of an account. The name must be the name of a live table, a hyphen and a suffix, for example: ${restorableTableNames.map((one) => `${liveTable(one)}-restored`).join(', ')}`,
      );
    tables[table] = name;
  }
  const missing = neededTables.filter((table) => !tables[table]);
  if (missing.length > 0)
    throw new CommandError(
      `A restore needs the profiles, the ledger and the batches. Also set --from-table for a copy of ${missing.map(liveTable).join(' and ')}.`,
    );
  return tables;
}

export type RestoreOptions = { isApplied: boolean };

/**
 * Restores an account, or only describes the changes.
 * @throws CommandError with a sentence about the reason if nothing can be restored.
 */
export async function restoreAccount(userId: string, from: TableNames, { isApplied }: RestoreOptions): Promise<string> {
  if (await readDeletionTime(userId)) throw new CommandError('The owner deleted this account. A deleted account is never restored.');
  const copy = await readAccountRows(userId, from);
  const live = await readLiveRows(userId, new Set(copy.batches.map(({ pk }) => batchIdOf(String(pk)))));
  const plan = planRestore(live, copy);
  if ('refusal' in plan) throw new CommandError(plan.refusal);
  const summary = describePlan(plan, live);
  if (!isApplied) return [...summary, notWrittenYet].join('\n');
  return [...summary, await writePlan(userId, plan, live)].join('\n');
}

export const notWrittenYet = 'Nothing is written yet. To write these changes, repeat the command with --apply.';

/** @throws CommandError if the account changed during the restore, or is not consistent after it. */
export async function writePlan(userId: string, plan: RestorePlan, live: AccountRows): Promise<string> {
  await writeWork(plan);
  await writeLedger(userId, plan, { profile: live.userProfiles[0], rows: live.creditTransactions });
  return verify(userId);
}

export function describePlan(
  { added, changed, removed, ledger, profile, isProfileChanged, notes }: RestorePlan,
  { userProfiles: [live] }: AccountRows,
): string[] {
  const countIn = (changes: RowChange[], table: RestorableTable) => changes.filter((change) => change.table === table).length;
  const lines = restorableTableNames.map((table) => {
    const counts = [added, changed, removed].map((changes) => countIn(changes, table));
    if (table === 'creditTransactions') counts.splice(0, 2, ledger.added.length, ledger.changed.length);
    if (table === 'userProfiles' && isProfileChanged) counts[live ? 1 : 0] = 1;
    const [addedCount, changedCount, removedCount] = counts;
    return `${table.padEnd(24)} ${addedCount} added, ${changedCount} changed, ${removedCount} removed`;
  });
  const balance = (row: Row | undefined) => (typeof row?.credits === 'number' ? `$${twoDecimals(row.credits)}` : 'none');
  return [`${profile.id}  ${profile.email}`, ...lines, ...notes, `balance ${balance(live)} before, ${balance(profile)} after`];
}

async function writeWork({ added, changed, removed }: RestorePlan): Promise<void> {
  await inParallel(added, async ({ table, row }) => {
    const [partitionKey] = restorableTables[table].key;
    const put = { TableName: liveTable(table), Item: row, ConditionExpression: `attribute_not_exists(${partitionKey})` };
    await isWritten(dynamo().send(new PutCommand(put)));
  });
  await inParallel(changed, async ({ table, row }) => {
    const isBatch = table === 'batches' && row.sk === 'meta';
    const put = {
      TableName: liveTable(table),
      Item: row,
      // The seller may have continued a paused before/after run after this command read it. A running batch must not be overwritten.
      ...(isBatch && {
        ConditionExpression: '#status <> :running',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':running': 'running' },
      }),
    };
    if (!(await isWritten(dynamo().send(new PutCommand(put))))) throw new CommandError(changedMeanwhile);
  });
  await inParallel(removed, async ({ table, row }) => {
    const Key = Object.fromEntries(restorableTables[table].key.map((name) => [name, row[name]]));
    await dynamo().send(new DeleteCommand({ TableName: liveTable(table), Key }));
  });
}

const changedMeanwhile = 'The account changed while it was restored. Some rows are restored. Run the command again.';

type LiveLedger = { profile: Row | undefined; rows: Row[] };

/** Writes the ledger rows in groups. After each group, the balance is the sum of the rows that are already written. */
async function writeLedger(userId: string, { ledger, profile, isProfileChanged }: RestorePlan, live: LiveLedger): Promise<void> {
  const amounts = new Map(live.rows.map((row) => [keyOf('creditTransactions', row), Number(row.amount)]));
  // Positive amounts are written first, so that the balance is not negative if the command stops between two groups.
  const rows = [...ledger.added, ...ledger.changed].sort((a, b) => Number(b.amount) - Number(a.amount));
  if (rows.length === 0 && !isProfileChanged) return;
  let previousProfile = live.profile;
  for (let start = 0; start === 0 || start < rows.length; start += ledgerRowsPerWrite) {
    const group = rows.slice(start, start + ledgerRowsPerWrite);
    const puts = group.map((row): Action => ledgerWrite(row, amounts.get(keyOf('creditTransactions', row))));
    for (const row of group) amounts.set(keyOf('creditTransactions', row), Number(row.amount));
    const isLast = start + ledgerRowsPerWrite >= rows.length;
    const credits = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
    // A later group will charge a part of these credits, so the available credits must not exceed their final value.
    const nextProfile = isLast ? profile : { ...profile, credits, available: Math.max(0, Math.min(credits, Number(profile.available))) };
    const refusals = await transact({
      profile: profileWrite(nextProfile, previousProfile),
      rows: puts,
      deletion: {
        ConditionCheck: {
          TableName: requiredEnv('TABLE_DELETED_ACCOUNTS'),
          Key: { id: userId },
          ConditionExpression: 'attribute_not_exists(id)',
        },
      },
    });
    if (refusals) throw new CommandError(changedMeanwhile);
    previousProfile = nextProfile;
  }
}

function ledgerWrite(row: Row, liveAmount: number | undefined): Action {
  return {
    Put: {
      TableName: liveTable('creditTransactions'),
      Item: row,
      ...(liveAmount === undefined
        ? { ConditionExpression: 'attribute_not_exists(id)' }
        : { ConditionExpression: 'amount = :seen', ExpressionAttributeValues: { ':seen': liveAmount } }),
    },
  };
}

/** Fields that change with every order, payment and charge. */
const watchedFields = ['credits', 'available', 'debt', 'active_batches', 'active_operations'] as const;

function profileWrite(profile: Row, previous: Row | undefined): Action {
  const { TableName } = accountKey(String(profile.id));
  if (!previous) return { Put: { TableName, Item: profile, ConditionExpression: 'attribute_not_exists(id)' } };
  const present = watchedFields.filter((name) => previous[name] !== undefined);
  const absent = watchedFields.filter((name) => previous[name] === undefined);
  return {
    Put: {
      TableName,
      Item: profile,
      ConditionExpression: [
        'attribute_exists(id) AND attribute_not_exists(closing_at)',
        ...present.map((name) => `${name} = :${name}`),
        ...absent.map((name) => `attribute_not_exists(${name})`),
      ].join(' AND '),
      ...(present.length > 0 && { ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:${name}`, previous[name]])) }),
    },
  };
}

/** @throws CommandError if the account is not consistent after the restore. */
async function verify(userId: string): Promise<string> {
  const account = await readAccount(userId);
  const sum: Cents = await sumOfLedger(userId);
  const violations = account ? findViolations(account, sum) : ['there is no account'];
  if (violations.length > 0) throw new CommandError(`The account is not consistent after the restore: ${violations.join('; ')}.`);
  return 'The account is restored. Its balance is the sum of its ledger.';
}
