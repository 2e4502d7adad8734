import { randomUUID } from 'node:crypto';
import { createCheckoutRequest } from '#shared/credits/payment-calls.ts';
import { handle } from '../platform/handle.ts';
import { createCheckout, refuseOthers } from './create-checkout.ts';

export const handler = handle({ endpoint: 'createCheckout', body: createCheckoutRequest }, async ({ caller, body, headers, now }) => {
  refuseOthers(caller.userId, headers['x-user-id']);
  return { body: await createCheckout({ userId: caller.userId, order: body, requestId: randomUUID() }, now) };
});
