/**
 * Restarts interrupted batches every five minutes and at each start of the local cloud. An index contains each batch with a hold until the
 * batch has ended. If the execution of a batch ended early, this job starts another execution. Its steps continue from the stored photo,
 * order or video.
 *
 * Only these steps change balances, so the job needs no permission for this. The job also needs no waiting time, because a second start
 * with the same execution name has no effect.
 */
import { needsManualReview, reconcileAction } from '#shared/batch/reconcile.ts';
import { findViolations } from '#shared/credits/ledger.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import { accountIdsOfPart, readAccount, sumOfLedger } from '../store/accounts.ts';
import { readBatchRow, readWork } from '../store/batches.ts';
import { holdShards, incrementResumeCount, openHoldsOfShard } from '../store/open-holds.ts';
import { findExecution, startExecution } from './executions.ts';

const intervalMinutes = 5;
/** Each run of the job audits one part of the accounts, so that each account is audited once a day. */
const auditParts = (24 * 60) / intervalMinutes;
/** A balance may change while its rows are read. So the job reports an account only if every attempt finds a violation. */
const auditAttemptsMax = 3;

export type ReconcileCounts = { started: number; resumed: number; reported: number };

export async function reconcile(now: Date): Promise<ReconcileCounts> {
  const counts: ReconcileCounts = { started: 0, resumed: 0, reported: 0 };
  const users = new Set<string>();
  // The shards are processed in parallel. With thousands of running batches, one shard after another would take longer than the time-out of
  // the function.
  await Promise.all(holdShards.map((shard) => reconcileShard(shard, counts, users)));
  const part = Math.floor(now.getTime() / 60_000 / intervalMinutes) % auditParts;
  for await (const userId of accountIdsOfPart(part, auditParts)) users.add(userId);
  // A failure with one account must not block the other accounts.
  await inParallel([...users], (userId) =>
    audit(userId, counts).catch((error) => log('error', 'an account could not be audited', { userId, error })),
  );
  if (counts.started + counts.resumed + counts.reported > 0) log('warn', 'the reconcile job restarted batches or found errors', counts);
  return counts;
}

/** Reconciles the batches of one shard one after another, and adds their sellers to `users`. A failure does not block other batches. */
async function reconcileShard(shard: number, counts: ReconcileCounts, users: Set<string>): Promise<void> {
  const reportFailure = (text: string, fields: Record<string, unknown>) => {
    counts.reported += 1;
    log('error', text, fields);
  };
  try {
    for await (const { userId, batchId } of openHoldsOfShard(shard)) {
      users.add(userId);
      await reconcileBatch(userId, batchId, counts).catch((error) => reportFailure('a batch could not be reconciled', { batchId, error }));
    }
  } catch (error) {
    reportFailure('the running batches of a shard could not be read', { shard, error });
  }
}

async function reconcileBatch(userId: string, batchId: string, counts: ReconcileCounts): Promise<void> {
  const firstRead = await readBatchRow(userId, batchId);
  if (!firstRead) return;
  const execution = await findExecution(firstRead);
  // The batch is read after the state of its execution, because an execution first ends its batch and then ends.
  const work = execution === 'running' ? undefined : await readWork(userId, batchId);
  if (!work || work.batch.resumptions !== firstRead.resumptions) return;
  const { batch, items } = work;
  const resumeCount = batch.resumptions ?? 0;
  const action = reconcileAction({ batchStatus: batch.status, execution });
  if (action === 'start') {
    await startExecution(batch, items);
    counts.started += 1;
  }
  if (action === 'resume' && (await incrementResumeCount(batch))) {
    await startExecution({ ...batch, resumptions: resumeCount + 1 }, items);
    counts.resumed += 1;
  }
  if (action === 'resume' && needsManualReview(resumeCount))
    throw new Error(`The execution of this batch ended early ${resumeCount} times`);
}

async function audit(userId: string, counts: ReconcileCounts): Promise<void> {
  const violations = await findLastingViolations(userId);
  if (violations.length === 0) return;
  counts.reported += 1;
  log('error', 'the balances of an account do not match its ledger', { userId, violations });
  record('LedgerMismatch', {});
}

async function findLastingViolations(userId: string): Promise<string[]> {
  let violations: string[] = [];
  for (let attempt = 0; attempt < auditAttemptsMax; attempt++) {
    const accountBefore = await readAccount(userId);
    const sum = await sumOfLedger(userId);
    const accountAfter = await readAccount(userId);
    if (!accountBefore || !accountAfter) return [];
    violations = findViolations(accountAfter, sum);
    if (violations.length === 0) return violations;
  }
  return violations;
}
