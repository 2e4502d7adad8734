import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { RunStatus } from '#shared/pipeline/api.ts';
import { type Run, readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';
import { nextOf, phaseOf, type RunRef } from './run.ts';

/**
 * Maximum number of reads. Another read is needed if the seller stops the run between a read and the following write. This can happen only
 * once, because a seller can stop a run only once.
 */
const readsMax = 3;

/**
 * Ends a run after an error. The run is paused and keeps all its data, so that it can continue later (docs/spec.md 10.5). If the seller
 * requested a stop while the step failed, the run is stopped instead.
 * @returns the new status of the run.
 */
export async function pauseRun({ userId, batchId }: RunRef, code: ErrorCode, now: Date): Promise<RunStatus> {
  for (let read = 1; read <= readsMax; read++) {
    const run = await readRun(userId, batchId);
    if (!run) throw new AppError('RunNotFound');
    if (run.status !== 'running') return run.status;
    const end = endOf(run, code);
    if (await endRun(run, end, now)) return end.status;
  }
  throw new AppError('LedgerConflict', { details: { reason: 'The run changed again at each attempt to pause it.' } });
}

function endOf(run: Run, code: ErrorCode): Parameters<typeof endRun>[1] {
  if (run.stopRequestedAt) return { status: nextOf(run) === 'complete' ? 'completed' : 'stopped' };
  const during = code === 'InsufficientCredits' ? undefined : phaseOf(run);
  return { status: 'paused', error: { code, ...(during && { during }) } };
}
