import { startRunRequest } from '#shared/pipeline/api.ts';
import { handle } from '../platform/handle.ts';
import { getRun } from './get-run.ts';
import { startRun } from './start-run.ts';

export const handler = handle({ endpoint: 'startRun', body: startRunRequest }, async ({ caller, body, now }) => {
  await startRun(caller.userId, body, now);
  return { status: 202, body: await getRun(caller.userId, body.runId, now) };
});
