import { getCheckoutQuery } from '#shared/credits/payment-calls.ts';
import { handle } from '../platform/handle.ts';
import { getCheckout } from './get-checkout.ts';

export const handler = handle({ endpoint: 'getCheckout', query: getCheckoutQuery }, async ({ caller, query, now }) => ({
  body: await getCheckout(caller.userId, query.session_id, now),
}));
