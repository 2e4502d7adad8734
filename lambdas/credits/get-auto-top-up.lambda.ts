import { getAutoTopUpQuery } from '#shared/credits/auto-top-up-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { getAutoTopUp } from './get-auto-top-up.ts';

export const handler = limitedCall({ endpoint: 'getAutoTopUp', query: getAutoTopUpQuery }, async ({ user, query, now }) => ({
  body: await getAutoTopUp(user, query.session_id, now),
}));
