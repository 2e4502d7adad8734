/**
 * Stops a run. For a running run, this function only writes a stop mark. Then the execution ends the run and captures or releases the hold.
 * A paused run has no execution, so this function itself ends the run.
 */
import { AppError } from '#shared/errors.ts';
import { leaveQueues } from '../batch/slots.ts';
import { readItem } from '../store/batches.ts';
import { markCancelled } from '../store/cancelled-items.ts';
import { changeRun, type Run, readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';

/** Maximum number of reads. A run may be paused or continued between a read and its write. */
const readsMax = 3;

/** @throws AppError RunNotFound, NothingToStop if the run has ended. */
export async function stopRun(userId: string, runId: string, now: Date): Promise<void> {
  for (let read = 1; read <= readsMax; read++) {
    const run = await readRun(userId, runId);
    if (!run) throw new AppError('RunNotFound');
    if (run.status === 'paused' && (await endRun(run, { status: 'stopped' }, now))) return;
    if (run.status === 'running' && (await markStopped(run, now))) return;
    if (run.status !== 'paused' && run.status !== 'running') break;
  }
  throw new AppError('NothingToStop');
}

/**
 * Writes the stop mark of a running run.
 * @returns false if the run is no longer running.
 */
async function markStopped(run: Run, now: Date): Promise<boolean> {
  const { userId, runId, stopRequestedAt = now.toISOString() } = run;
  const markedRun = await changeRun(run, { set: { stopRequestedAt }, ifEquals: { status: 'running' } });
  if (!markedRun) return false;
  // An image that is not stored yet is discarded and not charged.
  const item = markedRun.item && (await readItem(userId, runId, markedRun.item.index));
  const cancelledItem = item && (await markCancelled(item, now).catch(ignoreCancelLimit));
  if (cancelledItem) await leaveQueues(cancelledItem, now);
  return true;
}

/** Ignores the error if today's cancel limit is reached. The image is then finished and charged, and the run stops after this image. */
function ignoreCancelLimit(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'CancelLimit')) throw error;
}
