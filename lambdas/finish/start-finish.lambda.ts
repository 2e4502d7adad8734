import { finishRequest } from '#shared/finish/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { startFinish } from './start-finish.ts';

export const handler = limitedCall({ endpoint: 'startFinish', body: finishRequest }, async ({ user, body, now }) => ({
  status: body.action === 'quote' ? 200 : 202,
  body: await startFinish(user, body, now),
}));
