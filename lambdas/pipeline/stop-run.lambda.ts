import { limitedCall } from '../store/limited-call.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run.ts';
import { stopRun } from './stop-run.ts';

export const handler = limitedCall({ endpoint: 'stopRun' }, async ({ user, path, now }) => {
  const runId = runIdIn(path);
  await stopRun(user.userId, runId, now);
  return { body: await getRun(user.userId, runId, now) };
});
