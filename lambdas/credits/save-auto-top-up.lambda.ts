import { saveAutoTopUpRequest } from '#shared/credits/auto-top-up-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { saveAutoTopUp } from './change-auto-top-up.ts';

export const handler = limitedCall({ endpoint: 'saveAutoTopUp', body: saveAutoTopUpRequest }, async ({ user, body, now }) => ({
  body: await saveAutoTopUp(user, body, now),
}));
