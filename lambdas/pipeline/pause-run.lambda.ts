import { codeOf, failure } from '../batch/failure-code.ts';
import { task } from '../platform/task.ts';
import { pauseRun } from './pause-run.ts';
import { runRef } from './run.ts';

export const handler = task(runRef.extend({ error: failure }), async ({ input, now }) => ({
  status: await pauseRun(input, codeOf(input.error.Error), now),
}));
