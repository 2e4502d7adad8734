import { limitedCall } from '../store/limited-call.ts';
import { continueRun } from './continue-run.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run.ts';

export const handler = limitedCall({ endpoint: 'continueRun' }, async ({ user, path, now }) => {
  const runId = runIdIn(path);
  await continueRun(user.userId, runId, now);
  return { status: 202, body: await getRun(user.userId, runId, now) };
});
