import { randomUUID } from 'node:crypto';
import { createCheckoutRequest } from '#shared/credits/payment-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { assertOwnUserId, createCheckout } from './create-checkout.ts';

export const handler = limitedCall({ endpoint: 'createCheckout', body: createCheckoutRequest }, async ({ user, body, headers, now }) => {
  assertOwnUserId(user.userId, headers['x-user-id']);
  return { body: await createCheckout({ user, order: body, requestId: randomUUID() }, now) };
});
