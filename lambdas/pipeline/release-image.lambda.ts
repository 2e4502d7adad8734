import { codeOf, failure } from '../batch/failure-code.ts';
import { task } from '../platform/task.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { releaseHeld } from './hold-image.ts';
import { runRef } from './run.ts';

export const handler = task(runRef.extend({ error: failure }), async ({ input, now }) => {
  const run = await readRun(input.userId, input.batchId);
  return { released: run !== undefined && (await releaseHeld(run, codeOf(input.error.Error), now)) };
});
