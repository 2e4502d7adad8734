import { randomUUID } from 'node:crypto';
import { limitedCall } from '../store/limited-call.ts';
import { orderEdit } from './order-edit.ts';
import { readOrder } from './read-order.ts';

export const handler = limitedCall({ endpoint: 'orderImageEditing' }, async ({ user, headers, rawBody, now }) => {
  const order = await readOrder('image-editing', { contentType: headers['content-type'], rawBody });
  return { status: 202, body: await orderEdit(user, order, randomUUID(), now) };
});
