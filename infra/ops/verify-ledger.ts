/**
 * Looks through all accounts, closed ones too: whether the rows of each sum to its balance, whether what is reserved is what its
 * running items cost, and whether every hold will be settled by somebody. It changes nothing.
 */
import { findExecution } from '#lambdas/batch/executions.ts';
import { type Account, accountIdsOfPart, ledgerSums, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { readBatch } from '#lambdas/store/batches.ts';
import { openHolds } from '#lambdas/store/open-holds.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { faultsOf, reserved } from '#shared/credits/ledger.ts';
import type { Cents } from '#shared/money.ts';

export type Verified = {
  accounts: number;
  /** By how much balances and reserves differ from what they are made of, all accounts together. */
  difference: Cents;
  staleHolds: number;
  /** What is wrong, in words. */
  faults: string[];
};

/** A batch that began just now may not have its execution yet; one that broke off is taken up every five minutes. */
const staleAfterMs = 15 * 60_000;
/** A balance may move while its rows are read. */
const triesMax = 10;

type Hold = { batchId: string; cents: Cents; isStale: boolean };

export async function verifyLedger(now: Date): Promise<Verified> {
  const found: Verified = { accounts: 0, difference: 0, staleHolds: 0, faults: [] };
  const known = new Set<string>();
  const holders = new Set<string>();
  for await (const { userId } of openHolds()) holders.add(userId);
  for await (const userId of accountIdsOfPart(0, 1)) {
    known.add(userId);
    found.accounts += 1;
    await verifyAccount(userId, holders.has(userId), found, now);
  }
  for (const [userId, sum] of await ledgerSums()) {
    if (known.has(userId)) continue;
    found.difference += Math.abs(sum);
    found.faults.push(`${userId}: rows of ${sum} cents, and no account`);
  }
  for (const userId of holders) {
    if (known.has(userId)) continue;
    found.staleHolds += 1;
    found.faults.push(`${userId}: a batch that runs, and no account`);
  }
  return found;
}

async function verifyAccount(userId: string, mayHold: boolean, found: Verified, now: Date): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await readAccount(userId);
    const sum = await sumOfLedger(userId);
    const holds = mayHold ? await holdsOf(userId, now) : [];
    const account = await readAccount(userId);
    if (!before || !account) return;
    const held = holds.reduce((all, { cents }) => all + cents, 0);
    const difference = Math.abs(account.credits - sum) + Math.abs(reserved(account) - held);
    const stale = holds.filter(({ isStale }) => isStale);
    const faults = [
      ...faultsOf(account, sum),
      ...(reserved(account) === held ? [] : [`${reserved(account)} cents are reserved, and running items cost ${held}`]),
      ...stale.map(({ batchId, cents }) => `the hold of batch ${batchId} (${cents} cents) is nobody's to settle`),
    ];
    if (faults.length > 0 && (hasMoved(before, account) || difference > 0) && attempt < triesMax) continue;
    found.difference += difference;
    found.staleHolds += stale.length;
    found.faults.push(...faults.map((fault) => `${userId}: ${fault}`));
    return;
  }
}

const hasMoved = (before: Account, after: Account): boolean => before.credits !== after.credits || before.available !== after.available;

async function holdsOf(userId: string, now: Date): Promise<Hold[]> {
  const holds: Hold[] = [];
  for await (const open of openHolds()) {
    if (open.userId !== userId) continue;
    const found = await readBatch(userId, open.batchId);
    if (found?.batch.status !== 'running') continue;
    const cents = found.items.filter(({ status }) => !hasEnded(status)).reduce((sum, item) => sum + item.cents, 0);
    const isOld = now.getTime() - Date.parse(found.batch.createdAt) > staleAfterMs;
    holds.push({ batchId: open.batchId, cents, isStale: isOld && (await findExecution(found.batch)) !== 'running' });
  }
  return holds;
}
