import { handle } from '../platform/handle.ts';
import { continueRun } from './continue-run.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run-id.ts';

export const handler = handle({ endpoint: 'continueRun' }, async ({ caller, path, now }) => {
  const runId = runIdIn(path);
  await continueRun(caller.userId, runId, now);
  return { status: 202, body: await getRun(caller.userId, runId, now) };
});
