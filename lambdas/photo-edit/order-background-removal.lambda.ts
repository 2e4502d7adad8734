import { randomUUID } from 'node:crypto';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { orderEdit } from './order-edit.ts';
import { readOrder } from './read-order.ts';

export const handler = handle({ endpoint: 'orderBackgroundRemoval' }, async ({ caller, address, headers, rawBody, now }) => {
  await countRate('run', { userId: caller.userId, address }, now);
  const order = await readOrder('remove-background', { contentType: headers['content-type'], rawBody });
  return { status: 202, body: await orderEdit(caller.userId, order, randomUUID(), now) };
});
