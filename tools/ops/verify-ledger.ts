/**
 * Checks all accounts, including deleted accounts. The sum of the ledger rows must be equal to the balance; the reserved credits must be
 * equal to the cost of the running items; and every hold must have an execution that will settle it. The check changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { findExecution } from '#lambdas/batch/executions.ts';
import { type Account, accountIdsOfPart, ledgerSums, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { readWork } from '#lambdas/store/batches.ts';
import { openHolds } from '#lambdas/store/open-holds.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { findViolations, reserved } from '#shared/credits/ledger.ts';
import type { Cents } from '#shared/money.ts';

export type Verified = {
  accounts: number;
  /** Sum of all differences in all accounts: between balances and ledger rows, and between reserved credits and running items. */
  difference: Cents;
  staleHolds: number;
  /** One sentence per violation. */
  faults: string[];
};

/**
 * Before this time, a missing execution is normal. A new batch may not have an execution yet, and the reconcile job restarts an interrupted
 * execution within five minutes.
 */
const staleAfterMs = 15 * 60_000;
/** Several attempts are needed, because a balance may change while its rows are read, and the index of open holds may not be up to date. */
const attemptsMax = 6;
const attemptPauseMs = 500;

type Hold = { batchId: string; cents: Cents; isStale: boolean };
type HoldsByUser = Map<string, string[]>;
type Dependencies = { find: typeof findExecution; pauseMs: number };

export async function verifyLedger(
  now: Date,
  { find = findExecution, pauseMs = attemptPauseMs }: Partial<Dependencies> = {},
): Promise<Verified> {
  const result: Verified = { accounts: 0, difference: 0, staleHolds: 0, faults: [] };
  const listedIds = new Set<string>();
  const open = await openHoldsByUser();
  for await (const userId of accountIdsOfPart(0, 1)) {
    listedIds.add(userId);
    result.accounts += 1;
    await verifyAccount(userId, { open, result, now, find, pauseMs });
  }
  // An account may have been created after the accounts were listed.
  const exists = async (userId: string) => listedIds.has(userId) || (await readAccount(userId)) !== undefined;
  for (const [userId, sum] of await ledgerSums()) {
    if (await exists(userId)) continue;
    result.difference += Math.abs(sum);
    result.faults.push(`${userId}: rows of ${sum} cents, and no account`);
  }
  for (const userId of open.keys()) {
    if (await exists(userId)) continue;
    result.staleHolds += 1;
    result.faults.push(`${userId}: a batch that runs, and no account`);
  }
  return result;
}

/** Reads the whole index once for all accounts. The index is read again only for an account whose amounts do not match. */
async function openHoldsByUser(): Promise<HoldsByUser> {
  const open: HoldsByUser = new Map();
  for await (const { userId, batchId } of openHolds()) open.set(userId, [...(open.get(userId) ?? []), batchId]);
  return open;
}

type Audit = Dependencies & { open: HoldsByUser; result: Verified; now: Date };

async function verifyAccount(userId: string, { open, result, now, find, pauseMs }: Audit): Promise<void> {
  let batchIds = open.get(userId) ?? [];
  for (let attempt = 1; ; attempt++) {
    const accountBefore = await readAccount(userId);
    const sum = await sumOfLedger(userId);
    const holds = await readHolds(userId, batchIds, { now, find });
    const account = await readAccount(userId);
    if (!accountBefore || !account) return;
    const held = holds.reduce((all, { cents }) => all + cents, 0);
    const difference = Math.abs(account.credits - sum) + Math.abs(reserved(account) - held);
    const stale = holds.filter(({ isStale }) => isStale);
    const faults = [
      ...findViolations(account, sum),
      ...(reserved(account) === held ? [] : [`${reserved(account)} cents are reserved, and running items cost ${held}`]),
      ...stale.map(({ batchId, cents }) => `the hold of batch ${batchId} (${cents} cents) has no execution that will settle it`),
    ];
    if (faults.length > 0 && (hasChanged(accountBefore, account) || difference > 0) && attempt < attemptsMax) {
      await pause(pauseMs);
      batchIds = (await openHoldsByUser()).get(userId) ?? [];
      continue;
    }
    result.difference += difference;
    result.staleHolds += stale.length;
    result.faults.push(...faults.map((fault) => `${userId}: ${fault}`));
    return;
  }
}

const hasChanged = (before: Account, after: Account): boolean => before.credits !== after.credits || before.available !== after.available;

async function readHolds(userId: string, batchIds: string[], { now, find }: Pick<Audit, 'now' | 'find'>): Promise<Hold[]> {
  const holds: Hold[] = [];
  for (const batchId of batchIds) {
    const work = await readWork(userId, batchId);
    if (work?.batch.status !== 'running') continue;
    const cents = work.items.filter(({ status }) => !hasEnded(status)).reduce((sum, item) => sum + item.cents, 0);
    const isOld = now.getTime() - Date.parse(work.batch.createdAt) > staleAfterMs;
    holds.push({ batchId, cents, isStale: isOld && (await find(work.batch)) !== 'running' });
  }
  return holds;
}
