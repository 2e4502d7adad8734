import { createOrderRequest } from '#shared/batch/order.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createOrder } from './create-order.ts';

export const handler = limitedCall({ endpoint: 'createOrder', body: createOrderRequest }, async ({ user, body, now }) => {
  return { status: 202, body: await createOrder(user, body, now) };
});
