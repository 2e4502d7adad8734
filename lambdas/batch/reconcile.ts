/**
 * Restarts interrupted batches every five minutes and at each start of the local cloud. An index contains each batch with a hold until the
 * batch has ended. If the execution of a batch ended early, this job starts another execution. The steps of the new execution continue from
 * the stored photo, order or video. Only these steps change balances, so that the job needs no permission to change balances. The job needs
 * no grace period, because a second start with the same execution name has no effect.
 */
import { needsManualReview, reconcileAction } from '#shared/batch/reconcile.ts';
import { findViolations } from '#shared/credits/ledger.ts';
import { log } from '../platform/log.ts';
import { accountIdsOfPart, readAccount, sumOfLedger } from '../store/accounts.ts';
import { readBatchRow, readWork } from '../store/batches.ts';
import { incrementResumeCount, openHolds } from '../store/open-holds.ts';
import { findExecution, startExecution } from './executions.ts';

const intervalMinutes = 5;
/** Each run of the job audits one part of the accounts, so that each account is audited once a day. */
const auditParts = (24 * 60) / intervalMinutes;
/** A balance may change while its rows are read. So the job reports an account only if each attempt finds a violation. */
const auditAttemptsMax = 3;

export type ReconcileCounts = { started: number; resumed: number; reported: number };

export async function reconcile(now: Date): Promise<ReconcileCounts> {
  const counts: ReconcileCounts = { started: 0, resumed: 0, reported: 0 };
  const users = new Set<string>();
  for await (const { userId, batchId } of openHolds()) {
    users.add(userId);
    // A failure with one batch must not block the other batches.
    await reconcileBatch(userId, batchId, counts).catch((error) => {
      counts.reported += 1;
      log('error', 'a batch could not be reconciled', { batchId, error });
    });
  }
  const part = Math.floor(now.getTime() / 60_000 / intervalMinutes) % auditParts;
  for await (const userId of accountIdsOfPart(part, auditParts)) users.add(userId);
  // A failure with one account must not block the other accounts.
  for (const userId of users)
    await audit(userId, counts).catch((error) => log('error', 'an account could not be audited', { userId, error }));
  if (counts.started + counts.resumed + counts.reported > 0) log('warn', 'the reconcile job restarted batches or found errors', counts);
  return counts;
}

async function reconcileBatch(userId: string, batchId: string, counts: ReconcileCounts): Promise<void> {
  const firstRead = await readBatchRow(userId, batchId);
  if (!firstRead) return;
  const execution = await findExecution(firstRead);
  // Read the batch after the state of its execution, because an execution first ends its batch and then ends.
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
