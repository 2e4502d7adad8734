import { keepRequest } from '#shared/batch/keep.ts';
import { limitedCall } from '../store/limited-call.ts';
import { keepRunResult } from './keep-run-result.ts';
import { runIdIn } from './run.ts';

export const handler = limitedCall({ endpoint: 'keepRunResult', body: keepRequest }, async ({ user, path, body }) => ({
  body: await keepRunResult(user.userId, runIdIn(path), body.keep),
}));
