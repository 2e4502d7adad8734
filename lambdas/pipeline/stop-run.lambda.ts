import { handle } from '../platform/handle.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run-id.ts';
import { stopRun } from './stop-run.ts';

export const handler = handle({ endpoint: 'stopRun' }, async ({ caller, path, now }) => {
  const runId = runIdIn(path);
  await stopRun(caller.userId, runId, now);
  return { body: await getRun(caller.userId, runId, now) };
});
