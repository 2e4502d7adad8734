import { controlOrderRequest } from '#shared/order/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { continueOrSkip } from './continue-order.ts';
import { controlOrder } from './control-order.ts';
import { getOrder } from './get-order.ts';
import { orderIn } from './order-id.ts';

export const handler = limitedCall({ endpoint: 'controlOrder', body: controlOrderRequest }, async ({ user, path, body, now }) => {
  const ref = orderIn(user.userId, path.orderId);
  await controlOrder(ref, body, now);
  await continueOrSkip(ref, now);
  return { body: await getOrder(ref) };
});
