import { startRunRequest } from '#shared/pipeline/api.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { getRun } from './get-run.ts';
import { startRun } from './start-run.ts';

export const handler = handle({ endpoint: 'startRun', body: startRunRequest }, async ({ caller, address, body, now }) => {
  await countRate('run', { userId: caller.userId, address }, now);
  await startRun(caller.userId, body, now);
  return { status: 202, body: await getRun(caller.userId, body.runId, now) };
});
