import { handle } from '../platform/handle.ts';
import { receiveFalWebhook } from './receive-fal-webhook.ts';
import { webhookQuery } from './webhook-address.ts';

export const handler = handle({ endpoint: 'receiveFalWebhook', query: webhookQuery }, async ({ query, headers, rawBody, now }) => {
  await receiveFalWebhook({ query, headers, rawBody, now });
  return { body: { received: true } };
});
