import { AppError } from '#shared/errors.ts';
import { task } from '../platform/task.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { nextStepOf, runRef } from './run.ts';

export const handler = task(runRef, async ({ input }) => {
  const run = await readRun(input.userId, input.batchId);
  if (!run) throw new AppError('RunNotFound');
  return nextStepOf(run);
});
