import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { continueRun } from './continue-run.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run-id.ts';

export const handler = handle({ endpoint: 'continueRun' }, async ({ caller, address, path, now }) => {
  const runId = runIdIn(path);
  await countRate('run', { userId: caller.userId, address }, now);
  await continueRun(caller.userId, runId, now);
  return { status: 202, body: await getRun(caller.userId, runId, now) };
});
