/**
 * Restarts interrupted batches every five minutes and at each start of the local cloud. An index contains each batch with a hold until
 * the batch has ended. If the execution of a batch ended early, this job starts another one. Its steps continue from the stored photo,
 * order or video. So the job needs no permission to change balances. It needs no grace period, because a second start with the same
 * execution name has no effect.
 */
import { needsManualReview, reconcileAction } from '#shared/batch/reconcile.ts';
import { findViolations } from '#shared/credits/ledger.ts';
import { log } from '../platform/log.ts';
import { accountIdsOfPart, readAccount, sumOfLedger } from '../store/accounts.ts';
import { readBatchRow, readWork } from '../store/batches.ts';
import { incrementResumeCount, openHolds } from '../store/open-holds.ts';
import { findExecution, startExecution } from './executions.ts';

const everyMinutes = 5;
/** Each pass audits one part of the accounts, so that each account is audited once a day. */
const auditParts = (24 * 60) / everyMinutes;
/** A balance may change while its rows are read. So a violation is reported only if each try finds one. */
const auditTriesMax = 3;

export type Reconciled = { started: number; resumed: number; reported: number };

export async function reconcile(now: Date): Promise<Reconciled> {
  const done: Reconciled = { started: 0, resumed: 0, reported: 0 };
  const users = new Set<string>();
  for await (const { userId, batchId } of openHolds()) {
    users.add(userId);
    // A failure with one batch must not block the others.
    await reconcileBatch(userId, batchId, done).catch((error) => {
      done.reported += 1;
      log('error', 'a batch could not be reconciled', { batchId, error });
    });
  }
  const part = Math.floor(now.getTime() / 60_000 / everyMinutes) % auditParts;
  for await (const userId of accountIdsOfPart(part, auditParts)) users.add(userId);
  // A failure with one account must not block the others.
  for (const userId of users)
    await audit(userId, done).catch((error) => log('error', 'an account could not be audited', { userId, error }));
  if (done.started + done.resumed + done.reported > 0) log('warn', 'reconciled', done);
  return done;
}

async function reconcileBatch(userId: string, batchId: string, done: Reconciled): Promise<void> {
  const known = await readBatchRow(userId, batchId);
  if (!known) return;
  const execution = await findExecution(known);
  // Read the batch after the state of its execution, because an execution first ends its batch and then ends.
  const found = execution === 'running' ? undefined : await readWork(userId, batchId);
  if (!found || found.batch.resumptions !== known.resumptions) return;
  const { batch, items } = found;
  const resumptions = batch.resumptions ?? 0;
  const care = reconcileAction({ batch: batch.status, execution });
  if (care === 'start') {
    await startExecution(batch, items);
    done.started += 1;
  }
  if (care === 'resume' && (await incrementResumeCount(batch))) {
    await startExecution({ ...batch, resumptions: resumptions + 1 }, items);
    done.resumed += 1;
  }
  if (care === 'resume' && needsManualReview(resumptions)) throw new Error(`The execution of this batch ended early ${resumptions} times`);
}

async function audit(userId: string, done: Reconciled): Promise<void> {
  const faults = await faultsIn(userId);
  if (faults.length === 0) return;
  done.reported += 1;
  log('error', 'an account contradicts its ledger', { userId, faults });
}

async function faultsIn(userId: string): Promise<string[]> {
  let faults: string[] = [];
  for (let tries = 0; tries < auditTriesMax; tries++) {
    const before = await readAccount(userId);
    const sum = await sumOfLedger(userId);
    const after = await readAccount(userId);
    if (!before || !after) return [];
    faults = findViolations(after, sum);
    if (faults.length === 0) return faults;
  }
  return faults;
}
