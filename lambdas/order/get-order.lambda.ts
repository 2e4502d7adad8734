import { handle } from '../platform/handle.ts';
import { getOrder } from './get-order.ts';
import { orderIn } from './order-id.ts';

export const handler = handle({ endpoint: 'getOrder' }, async ({ caller, path }) => ({
  body: await getOrder(orderIn(caller.userId, path.orderId)),
}));
