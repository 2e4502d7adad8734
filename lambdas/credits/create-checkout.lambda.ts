import { randomUUID } from 'node:crypto';
import { createCheckoutRequest } from '#shared/credits/payment-calls.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { createCheckout, refuseOthers } from './create-checkout.ts';

export const handler = handle(
  { endpoint: 'createCheckout', body: createCheckoutRequest },
  async ({ caller, address, body, headers, now }) => {
    refuseOthers(caller.userId, headers['x-user-id']);
    await countRate('checkout', { userId: caller.userId, address }, now);
    return { body: await createCheckout({ userId: caller.userId, order: body, requestId: randomUUID() }, now) };
  },
);
