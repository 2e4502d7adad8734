import * as z from 'zod';
import type { ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { listActiveBatches } from '../store/batches.ts';
import { listOpenOrders } from '../store/large-orders.ts';

/** This call lists only running batches, because ended batches are in the history. */
const query = z.object({ active: z.literal('true') });

export const handler = handle({ endpoint: 'listActiveBatches', query }, async ({ caller }) => {
  const [batches, orders] = await Promise.all([listActiveBatches(caller.userId), listOpenOrders(caller.userId)]);
  const body: ListActiveBatchesResponse = {
    items: batches.map(({ batchId, orderId, kind, createdAt, items }) => ({ batchId, orderId, kind, createdAt, total: items.length })),
    orders: orders.map(({ orderId, settings: { kind }, status, startedAt, quotedAt, count, ...order }) => ({
      orderId,
      kind,
      status,
      createdAt: startedAt ?? quotedAt,
      total: count,
      ended: order.completed + order.failed + order.cancelled,
    })),
  };
  return { body };
});
