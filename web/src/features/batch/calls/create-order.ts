/**
 * POST /api/orders: orders up to three batches together. The server accepts either all or none of them. The same order id gets the same
 * response.
 */
import { type CreateOrderRequest, createOrderResponse } from '#shared/batch/order.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';

export const createOrder = (request: CreateOrderRequest) =>
  retryCall(() => callApi('createOrder', { body: request, schema: createOrderResponse }));
