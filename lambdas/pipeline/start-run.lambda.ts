import { startRunRequest } from '#shared/pipeline/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { getRun } from './get-run.ts';
import { startRun } from './start-run.ts';

export const handler = limitedCall({ endpoint: 'startRun', body: startRunRequest }, async ({ user, body, now }) => {
  await startRun(user, body, now);
  return { status: 202, body: await getRun(user.userId, body.runId, now) };
});
