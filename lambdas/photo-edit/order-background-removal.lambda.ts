import { randomUUID } from 'node:crypto';
import { handle } from '../platform/handle.ts';
import { orderEdit } from './order-edit.ts';
import { readOrder } from './read-order.ts';

export const handler = handle({ endpoint: 'orderBackgroundRemoval' }, async ({ caller, headers, rawBody, now }) => {
  const order = await readOrder('remove-background', { contentType: headers['content-type'], rawBody });
  return { status: 202, body: await orderEdit(caller.userId, order, randomUUID(), now) };
});
