/** Continues a paused run. If an image is next, its cost is held in the same transaction. */
import { AppError } from '#shared/errors.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import { startExecution } from '../batch/executions.ts';
import { throwInDollars } from '../batch/start-work.ts';
import { log } from '../platform/log.ts';
import { readBatchRow } from '../store/batches.ts';
import { reopenBatch } from '../store/ledger.ts';
import { type Run, readRun, runUpdate } from '../store/pipeline-runs.ts';
import { imageItem, isResumable } from './run.ts';

/** @throws AppError RunNotFound, NothingToContinue, InsufficientCredits (details in dollars) before ActiveBatchLimit. */
export async function continueRun(userId: string, runId: string, now: Date): Promise<void> {
  const [run, batch] = await Promise.all([readRun(userId, runId), readBatchRow(userId, runId)]);
  if (!run || !batch) throw new AppError('RunNotFound');
  if (!isResumable(run)) throw new AppError('NothingToContinue');
  const item = needsImage(run) ? imageItem(run, run.holds) : undefined;
  const change = runUpdate(run, {
    set: {
      status: 'running',
      attempts: 0,
      activeSince: now.toISOString(),
      ...(item && { item: { itemId: item.itemId, index: item.index } }),
    },
    remove: ['error', ...(item ? [] : (['item'] as const))],
    increment: item ? ['holds'] : [],
    ifEquals: { status: 'paused', holds: run.holds },
  });
  const isReopened = await reopenBatch(batch, item, now, [{ Update: change }]).catch(throwInDollars);
  // A concurrent call has already continued the run.
  if (!isReopened) return;
  const reopened = await readBatchRow(userId, runId);
  if (reopened?.status === 'running') await startExecution(reopened, []).catch(logStartFailure);

  /** Only logs the error, because the reconcile job starts the run. */
  function logStartFailure(error: unknown): void {
    log('error', 'the credits of a run are held, but the run could not be continued', { batchId: runId, error });
  }
}

/**
 * Returns true if the next paid step makes an image. In a run without known areas, the next steps are an analysis, which is free, and then
 * an image.
 */
const needsImage = ({ state }: Run): boolean => state === undefined || ['generate', 'improve'].includes(nextStep(state).do);
