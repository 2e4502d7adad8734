import { AppError } from '#shared/errors.ts';
import { task } from '../platform/task.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';
import { releaseHeld } from './hold-image.ts';
import { nextOf, runRef } from './run.ts';

/** Ends a run that is complete or was stopped by the seller. */
export const handler = task(runRef, async ({ input, now }) => {
  const run = await readRun(input.userId, input.batchId);
  if (!run) throw new AppError('RunNotFound');
  if (run.status !== 'running') return { ended: false };
  const next = nextOf(run);
  if (next !== 'complete' && next !== 'stop') throw new Error('This run is neither complete nor stopped');
  // The run may have been stopped before its next image was made. In this case, the credits for this image are still held.
  await releaseHeld(run, 'Cancelled', now);
  const ended = await endRun(run, { status: next === 'stop' ? 'stopped' : 'completed' }, now);
  if (!ended && (await readRun(input.userId, input.batchId))?.status === 'running') throw new AppError('LedgerConflict');
  return { ended };
});
