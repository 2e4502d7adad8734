/**
 * Stops a run. A running one is only marked: its execution ends it and settles its hold. A paused one has no execution, so it is ended
 * here.
 */
import { AppError } from '#shared/errors.ts';
import { readItem } from '../store/batches.ts';
import { markCancelled } from '../store/cancelled-items.ts';
import { changeRun, type Run, readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';

/** Maximum reads. A run may be paused or continued between a read and its write. */
const looksMax = 3;

/** @throws AppError RunNotFound, NothingToStop if it has ended. */
export async function stopRun(userId: string, runId: string, now: Date): Promise<void> {
  for (let look = 1; look <= looksMax; look++) {
    const run = await readRun(userId, runId);
    if (!run) throw new AppError('RunNotFound');
    if (run.status === 'paused' && (await endRun(run, { status: 'stopped' }, now))) return;
    if (run.status === 'running' && (await markStopped(run, now))) return;
    if (run.status !== 'paused' && run.status !== 'running') break;
  }
  throw new AppError('NothingToStop');
}

/** Marks a running run as stopped. @returns false if it is no longer running. */
async function markStopped(run: Run, now: Date): Promise<boolean> {
  const { userId, runId, stopRequestedAt = now.toISOString() } = run;
  const marked = await changeRun(run, { set: { stopRequestedAt }, ifEquals: { status: 'running' } });
  if (!marked) return false;
  // An image that is not yet stored is dropped without charge.
  const item = marked.item && (await readItem(userId, runId, marked.item.index));
  if (item) await markCancelled(item, now).catch(unlessTooMany);
  return true;
}

/** If today's cancel limit is reached, the image is finished and charged, and the run stops afterwards. */
function unlessTooMany(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'CancelLimit')) throw error;
}
