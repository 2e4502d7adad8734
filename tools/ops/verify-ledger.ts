/**
 * Checks all accounts, including deleted accounts. The sum of the ledger rows must be equal to the balance. The reserved credits must be
 * equal to the cost of the running items. Every hold must have an execution that will capture or release it. The check changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { findExecution } from '#lambdas/batch/executions.ts';
import { type Account, accountIdsOfPart, ledgerSums, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { readWork } from '#lambdas/store/batches.ts';
import { openHolds } from '#lambdas/store/open-holds.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { findViolations, heldCents } from '#shared/credits/ledger.ts';
import type { Cents } from '#shared/money.ts';

export type LedgerAudit = {
  accounts: number;
  /** Sum of all differences in all accounts: between balances and ledger rows, and between reserved credits and running items. */
  difference: Cents;
  staleHolds: number;
  /** One sentence per violation. */
  violations: string[];
};

/**
 * A hold is stale only if its batch is older than this time. A younger batch may have no execution for two reasons: it may not have started
 * yet, or the reconcile job has not restarted it yet. The job runs every five minutes.
 */
const staleAfterMs = 15 * 60_000;
/**
 * The audit reads an account several times before it reports a violation. The balance may change during the reads, and the index of open
 * holds may be out of date.
 */
const readsMax = 6;
const rereadPauseMs = 500;

type Hold = { batchId: string; cents: Cents; isStale: boolean };
type HoldsByUser = Map<string, string[]>;
type Dependencies = { readExecutionStatus: typeof findExecution; pauseMs: number };

export async function verifyLedger(
  now: Date,
  { readExecutionStatus = findExecution, pauseMs = rereadPauseMs }: Partial<Dependencies> = {},
): Promise<LedgerAudit> {
  const result: LedgerAudit = { accounts: 0, difference: 0, staleHolds: 0, violations: [] };
  const listedIds = new Set<string>();
  const openBatchIds = await openHoldsByUser();
  for await (const userId of accountIdsOfPart(0, 1)) {
    listedIds.add(userId);
    result.accounts += 1;
    await verifyAccount(userId, { openBatchIds, result, now, readExecutionStatus, pauseMs });
  }
  // An account can be created after its part of the list was read.
  const exists = async (userId: string) => listedIds.has(userId) || (await readAccount(userId)) !== undefined;
  for (const [userId, sum] of await ledgerSums()) {
    if (await exists(userId)) continue;
    result.difference += Math.abs(sum);
    result.violations.push(`${userId}: has ledger rows of ${sum} cents, but no account`);
  }
  for (const userId of openBatchIds.keys()) {
    if (await exists(userId)) continue;
    result.staleHolds += 1;
    result.violations.push(`${userId}: has a running batch, but no account`);
  }
  return result;
}

/** Reads the whole index once for all accounts. Reads the index again only for an account whose amounts do not match. */
async function openHoldsByUser(): Promise<HoldsByUser> {
  const open: HoldsByUser = new Map();
  for await (const { userId, batchId } of openHolds()) open.set(userId, [...(open.get(userId) ?? []), batchId]);
  return open;
}

type Audit = Dependencies & { openBatchIds: HoldsByUser; result: LedgerAudit; now: Date };

async function verifyAccount(userId: string, { openBatchIds, result, now, readExecutionStatus, pauseMs }: Audit): Promise<void> {
  let batchIds = openBatchIds.get(userId) ?? [];
  for (let attempt = 1; ; attempt++) {
    const accountBefore = await readAccount(userId);
    const sum = await sumOfLedger(userId);
    const holds = await readHolds(userId, batchIds, { now, readExecutionStatus });
    const account = await readAccount(userId);
    if (!accountBefore || !account) return;
    const runningItemsCents = holds.reduce((all, { cents }) => all + cents, 0);
    const difference = Math.abs(account.credits - sum) + Math.abs(heldCents(account) - runningItemsCents);
    const staleHolds = holds.filter(({ isStale }) => isStale);
    const violations = [
      ...findViolations(account, sum),
      ...(heldCents(account) === runningItemsCents
        ? []
        : [`${heldCents(account)} cents are reserved, but the running items cost ${runningItemsCents} cents`]),
      ...staleHolds.map(({ batchId, cents }) => `the hold of batch ${batchId} (${cents} cents) has no execution that will settle it`),
    ];
    if (violations.length > 0 && (hasChanged(accountBefore, account) || difference > 0) && attempt < readsMax) {
      await pause(pauseMs);
      batchIds = (await openHoldsByUser()).get(userId) ?? [];
      continue;
    }
    result.difference += difference;
    result.staleHolds += staleHolds.length;
    result.violations.push(...violations.map((violation) => `${userId}: ${violation}`));
    return;
  }
}

const hasChanged = (before: Account, after: Account): boolean => before.credits !== after.credits || before.available !== after.available;

async function readHolds(
  userId: string,
  batchIds: string[],
  { now, readExecutionStatus }: Pick<Audit, 'now' | 'readExecutionStatus'>,
): Promise<Hold[]> {
  const holds: Hold[] = [];
  for (const batchId of batchIds) {
    const work = await readWork(userId, batchId);
    if (work?.batch.status !== 'running') continue;
    const cents = work.items.filter(({ status }) => !hasEnded(status)).reduce((sum, item) => sum + item.cents, 0);
    const isOld = now.getTime() - Date.parse(work.batch.createdAt) > staleAfterMs;
    holds.push({ batchId, cents, isStale: isOld && (await readExecutionStatus(work.batch)) !== 'running' });
  }
  return holds;
}
