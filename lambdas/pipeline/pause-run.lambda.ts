import { AppError } from '#shared/errors.ts';
import { codeOf, failure } from '../batch/failure-code.ts';
import { task } from '../platform/task.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';
import { phaseOf } from './next.ts';
import { runRef } from './run-id.ts';

/** Keeps everything of a run that an error stopped, so that it can be continued (Q48). */
export const handler = task(runRef.extend({ error: failure }), async ({ input, now }) => {
  const run = await readRun(input.userId, input.batchId);
  if (!run) throw new AppError('RunNotFound');
  if (run.status !== 'running') return { paused: false };
  const code = codeOf(input.error.Error);
  const during = code === 'InsufficientCredits' ? undefined : phaseOf(run);
  return { paused: await endRun(run, { status: 'paused', error: { code, ...(during && { during }) } }, now) };
});
