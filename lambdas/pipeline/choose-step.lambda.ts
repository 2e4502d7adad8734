import { AppError } from '#shared/errors.ts';
import { task } from '../platform/task.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { nextOf } from './next.ts';
import { runRef } from './run-id.ts';

export const handler = task(runRef, async ({ input }) => {
  const run = await readRun(input.userId, input.batchId);
  if (!run) throw new AppError('RunNotFound');
  return { do: nextOf(run) };
});
