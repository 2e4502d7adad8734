import * as z from 'zod';
import type { ActiveOrder, ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { orderResponse } from '../order/get-order.ts';
import { handle } from '../platform/handle.ts';
import { listActiveBatches } from '../store/batches.ts';
import { type LargeOrder, listOpenOrders } from '../store/large-orders.ts';

/** This call lists only running batches, because ended batches are in the history. */
const query = z.object({ active: z.literal('true') });

export const handler = handle({ endpoint: 'listActiveBatches', query }, async ({ caller }) => {
  const [batches, orders] = await Promise.all([listActiveBatches(caller.userId), listOpenOrders(caller.userId)]);
  const body: ListActiveBatchesResponse = {
    items: batches.map(({ batchId, orderId, kind, createdAt, items }) => ({ batchId, orderId, kind, createdAt, total: items.length })),
    orders: await Promise.all(orders.map(activeOrder)),
  };
  return { body };
});

async function activeOrder(order: LargeOrder): Promise<ActiveOrder> {
  const { orderId, kind, status, counters } = await orderResponse(order);
  const ended = counters.completed + counters.failed + counters.cancelled;
  return { orderId, kind, status, createdAt: order.startedAt ?? order.quotedAt, total: counters.total, ended };
}
