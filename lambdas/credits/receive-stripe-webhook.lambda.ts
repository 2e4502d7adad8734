import { handle } from '../platform/handle.ts';
import { receiveStripeWebhook } from './receive-stripe-webhook.ts';

export const handler = handle({ endpoint: 'receiveStripeWebhook' }, async ({ headers, rawBody, now }) => {
  await receiveStripeWebhook({ headers, rawBody, now });
  return { body: { received: true } };
});
