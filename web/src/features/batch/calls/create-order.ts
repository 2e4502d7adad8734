/** POST /api/orders: orders up to three batches together. Either all batches are accepted or no batch. The same order id returns the same response. */
import { type CreateOrderRequest, createOrderResponse } from '#shared/batch/order.ts';
import { callApi } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';

export const createOrder = (request: CreateOrderRequest) =>
  insist(() => callApi('createOrder', { body: request, schema: createOrderResponse }));
