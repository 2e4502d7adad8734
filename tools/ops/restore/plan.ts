/**
 * Decides how to restore one account, as a pure function. There are different rules for work and for money:
 *
 *   work     An ended batch or run returns to its state at the restore point, with all its rows. Newer work stays as it is.
 *   ledger   Rows are added or returned to their earlier content, but never removed. So everything that was paid, charged or credited
 *            after the restore point stays. Ledger rows never change after their write, so a different row is a damaged row.
 *   balance  The balances are computed from the ledger and the payments, and are never copied.
 */
import { isDeepStrictEqual } from 'node:util';
import { areBalancesValid, descriptions } from '#shared/credits/ledger.ts';
import { type Cents, twoDecimals } from '#shared/money.ts';
import { workKinds } from '#shared/work/kinds.ts';
import {
  type AccountRows,
  batchIdOf,
  keyOf,
  type RestorableTable,
  type Row,
  restorableTableNames,
  runningBatchIds,
} from './account-rows.ts';

export type RowChange = { table: RestorableTable; row: Row };

export type RestorePlan = {
  /** Rows to write. The rows in `added` have keys for which there is no live row. */
  added: RowChange[];
  changed: RowChange[];
  removed: RowChange[];
  /** Ledger rows to write, together with the profile. */
  ledger: { added: Row[]; changed: Row[] };
  profile: Row;
  isProfileChanged: boolean;
  /** One sentence for each batch that is in the copy but is not restored. */
  notes: string[];
};

export type Refusal = { refusal: string };

/** @param copy the rows at the restore point. A table that was not restored has no rows here. */
export function planRestore(live: AccountRows, copy: AccountRows): RestorePlan | Refusal {
  const [liveProfile] = live.userProfiles;
  const [copiedProfile] = copy.userProfiles;
  if (!copiedProfile) return { refusal: 'The restored table contains no such account. Restore the tables to a later time.' };
  if (copiedProfile.closing_at || liveProfile?.closing_at)
    return { refusal: 'The owner requested the deletion of this account. A deleted account is never restored.' };
  const running = runningBatchIds(live);
  if (running.length > 0)
    return { refusal: `Work of this account is running: ${running.join(', ')}. Wait until it has ended, and run the command again.` };
  const openOrders = live.batches.filter(isOpenOrder);
  if (openOrders.length > 0)
    return {
      refusal: `A large order of this account is open. Ask the seller to stop it, wait until it has ended, and run the command again.`,
    };

  const ledger = planRows('creditTransactions', live, copy);
  const rows = mergedRows('creditTransactions', live, ledger);
  const payments = [...live.payments, ...planRows('payments', live, copy).added];
  const boughtCents = sumOf(payments, 'credits');
  const purchasedCents = sumOf(rows.filter(isOfType('purchase')), 'amount');
  if (purchasedCents < boughtCents)
    return {
      refusal: `Payments for $${twoDecimals(boughtCents)} of credits are stored, but the ledger would contain only $${twoDecimals(purchasedCents)} of purchases. Restore the tables to a time after the last payment (${latestOf(payments)}) and before the damage.`,
    };
  const profile = restoredProfile(liveProfile, copiedProfile, { rows, payments });
  const { credits, available, debt = 0 } = profile as { credits: Cents; available: Cents; debt?: Cents };
  if (!areBalancesValid({ credits, available }) || debt < 0 || (debt > 0 && available > 0))
    return {
      refusal: `The ledger and the payments contradict each other: the balance would be $${twoDecimals(credits)} with a debt of $${twoDecimals(debt)}. Restore the tables to a different time.`,
    };
  const work = planWork(live, copy);
  return {
    ...work,
    added: [...work.added, ...toChanges('payments', planRows('payments', live, copy).added)],
    ledger: { added: ledger.added, changed: ledger.changed },
    profile,
    isProfileChanged: !liveProfile || !isSameRow(liveProfile, profile),
  };
}

/** A large order that has started and not ended (lambdas/store/large-orders.ts). */
const isOpenOrder = ({ sk, hold_shard: shard }: Row): boolean => sk === 'order' && shard !== undefined;

const isOfType = (type: string) => (row: Row) => row.type === type;
const sumOf = (rows: Row[], name: string): Cents => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
const latestOf = (rows: Row[]): string =>
  rows
    .map(({ updated_at: updatedAt }) => String(updatedAt))
    .sort()
    .at(-1) ?? '';
const toChanges = (table: RestorableTable, rows: Row[]): RowChange[] => rows.map((row) => ({ table, row }));

/** A restore ignores the id of the last write, because this id changes with each write. */
const isSameRow = ({ last_write: _, ...a }: Row, { last_write: __, ...b }: Row): boolean => isDeepStrictEqual(a, b);

/** Compares the rows of one table. Does not decide which rows are restored. */
function planRows(table: RestorableTable, live: AccountRows, copy: AccountRows): { added: Row[]; changed: Row[] } {
  const liveRows = new Map(live[table].map((row) => [keyOf(table, row), row]));
  const different = copy[table].map((row) => ({ row, liveRow: liveRows.get(keyOf(table, row)) }));
  return {
    added: different.filter(({ liveRow }) => !liveRow).map(({ row }) => row),
    changed: different.filter(({ row, liveRow }) => liveRow && !isSameRow(row, liveRow)).map(({ row }) => row),
  };
}

function mergedRows(table: RestorableTable, live: AccountRows, { added, changed }: { added: Row[]; changed: Row[] }): Row[] {
  const rows = new Map(live[table].map((row) => [keyOf(table, row), row]));
  for (const row of [...added, ...changed]) rows.set(keyOf(table, row), row);
  return [...rows.values()];
}

/** Ledger rows that change a debt: claims of refunds, payments of a debt, and money that a bank returned. */
const debtDescriptions: string[] = [descriptions.refund, descriptions.debt, descriptions.returned];
const countedVideos: string[] = Object.values(workKinds).flatMap(({ deliveredCounter, description }) =>
  deliveredCounter ? [description] : [],
);

/**
 * Returns the profile with computed balances. No work is running, so no credits are held. Each claim adds its amount to `reclaimed` of its
 * payment. The ledger row of the claim contains only the paid part, so the difference is the debt.
 */
function restoredProfile(live: Row | undefined, copy: Row, { rows, payments }: { rows: Row[]; payments: Row[] }): Row {
  const credits = sumOf(rows, 'amount');
  const debt =
    sumOf(payments, 'reclaimed') +
    sumOf(
      rows.filter(({ description }) => debtDescriptions.includes(String(description))),
      'amount',
    );
  const { welcome_shard: _, last_write: __, ...identity } = copy;
  return {
    ...identity,
    // The mark of the welcome mail is kept, because the mail may have been sent after the restore point.
    ...(live?.welcome_shard !== undefined && { welcome_shard: live.welcome_shard }),
    ...(Boolean(live?.is_trusted || copy.is_trusted) && { is_trusted: true }),
    credits,
    available: credits,
    ...((debt !== 0 || copy.debt !== undefined || live?.debt !== undefined) && { debt }),
    total_money_spent: Math.max(sumOf(payments, 'paid'), Number(copy.total_money_spent ?? 0)),
    total_videos_generated: rows.filter(({ type, description }) => type === 'deduction' && countedVideos.includes(String(description)))
      .length,
    active_batches: 0,
    ...((copy.active_operations ?? live?.active_operations) !== undefined && { active_operations: 0 }),
    ...((copy.active_orders ?? live?.active_orders) !== undefined && { active_orders: 0 }),
  };
}

/** A batch or a run with the rows that belong to it. */
type Work = { meta?: Row; rows: Map<string, RowChange> };

const workTables = restorableTableNames.filter((table) => !['userProfiles', 'creditTransactions', 'payments'].includes(table));

function groupWork(account: AccountRows): Map<string, Work> {
  const groups = new Map<string, Work>();
  for (const table of workTables)
    for (const row of account[table]) {
      // A mail about ended work must not be sent twice, so the row of a mail is never restored.
      if (table === 'batches' && row.sk === 'mail') continue;
      // An earlier state of an open large order would order items a second time.
      if (table === 'batches' && isOpenOrder(row)) continue;
      const id = table === 'batches' ? batchIdOf(String(row.pk)) : String(row.batch_id ?? row.sk).split('#', 1)[0]!;
      const work: Work = groups.get(id) ?? { rows: new Map() };
      work.rows.set(`${table}\n${keyOf(table, row)}`, { table, row });
      if (table === 'batches' && row.sk === 'meta') work.meta = row;
      groups.set(id, work);
    }
  return groups;
}

function planWork(live: AccountRows, copy: AccountRows): Pick<RestorePlan, 'added' | 'changed' | 'removed' | 'notes'> {
  const plan: Pick<RestorePlan, 'added' | 'changed' | 'removed' | 'notes'> = { added: [], changed: [], removed: [], notes: [] };
  const liveWork = groupWork(live);
  for (const [id, copied] of groupWork(copy)) {
    const current = liveWork.get(id);
    const reason = reasonToKeep(current?.meta, copied.meta);
    if (reason) {
      plan.notes.push(`${id} stays as it is: ${reason}`);
      continue;
    }
    for (const [key, change] of copied.rows) {
      const currentRow = current?.rows.get(key)?.row;
      if (!currentRow) plan.added.push(change);
      else if (!isSameRow(currentRow, change.row)) plan.changed.push(change);
    }
    // A row can be removed only if its work is restored and the copy contains its table.
    for (const [key, change] of current?.rows ?? []) if (!copied.rows.has(key) && copy[change.table].length > 0) plan.removed.push(change);
  }
  return plan;
}

function reasonToKeep(current: Row | undefined, copied: Row | undefined): string | undefined {
  if (copied?.status === 'running') return 'it was running at the restore point';
  const hasNewerWork =
    String(current?.ended_at ?? '') > String(copied?.ended_at ?? '') ||
    Number(current?.resumptions ?? 0) > Number(copied?.resumptions ?? 0);
  if (current && !copied) return 'it is newer than the restore point';
  return current && hasNewerWork ? 'it has newer work' : undefined;
}
