import { nameHistoryRequest } from '#shared/history/api.ts';
import { batchIdIn } from '../batch/batch-id.ts';
import { limitedCall } from '../store/limited-call.ts';
import { kindOf, nameRun } from './history.ts';

export const handler = limitedCall({ endpoint: 'nameHistory', body: nameHistoryRequest }, async ({ user, path, body }) => ({
  body: await nameRun(kindOf(path.kind), user.userId, batchIdIn(path), body.name),
}));
