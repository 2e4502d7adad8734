import { codeOf, failure } from '../batch/failure-code.ts';
import { returnSlots } from '../batch/slots.ts';
import { task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { releaseHeld } from './hold-image.ts';
import { runRef } from './run.ts';

export const handler = task(runRef.extend({ error: failure }), async ({ input, now }) => {
  const run = await readRun(input.userId, input.batchId);
  const released = run !== undefined && (await releaseHeld(run, codeOf(input.error.Error), now));
  const item = run?.item && (await readItem(input.userId, input.batchId, run.item.index));
  if (item) await returnSlots(item, now, { failure: codeOf(input.error.Error) });
  return { released };
});
