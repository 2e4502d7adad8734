import { getCheckoutQuery } from '#shared/credits/payment-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { getCheckout } from './get-checkout.ts';

export const handler = limitedCall({ endpoint: 'getCheckout', query: getCheckoutQuery }, async ({ user, query, now }) => ({
  body: await getCheckout(user, query.session_id, now),
}));
