import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { RunStatus } from '#shared/pipeline/api.ts';
import { type Run, readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';
import { nextOf, phaseOf, type RunRef } from './run.ts';

/** The seller can stop a run only once, so the second read sees the stop that raced with the first one. */
const looksMax = 3;

/**
 * Ends a run after an error. Pauses it with everything kept, so that it can be continued (docs/spec.md 10.5), or stops it if the seller
 * requested a stop while the step failed.
 * @returns the new status of the run.
 */
export async function pauseRun({ userId, batchId }: RunRef, code: ErrorCode, now: Date): Promise<RunStatus> {
  for (let look = 1; look <= looksMax; look++) {
    const run = await readRun(userId, batchId);
    if (!run) throw new AppError('RunNotFound');
    if (run.status !== 'running') return run.status;
    const end = endOf(run, code);
    if (await endRun(run, end, now)) return end.status;
  }
  throw new AppError('LedgerConflict', { details: { reason: 'The run changed while it was being paused.' } });
}

function endOf(run: Run, code: ErrorCode): Parameters<typeof endRun>[1] {
  if (run.stopRequestedAt) return { status: nextOf(run) === 'complete' ? 'completed' : 'stopped' };
  const during = code === 'InsufficientCredits' ? undefined : phaseOf(run);
  return { status: 'paused', error: { code, ...(during && { during }) } };
}
