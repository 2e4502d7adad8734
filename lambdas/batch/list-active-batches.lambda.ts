import * as z from 'zod';
import type { ActiveOrder, ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { listActiveBatches } from '../store/batches.ts';
import { type LargeOrder, listOpenOrders } from '../store/large-orders.ts';
import { countItems } from '../store/order-progress.ts';

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
  const { orderId, settings, status, startedAt, quotedAt } = order;
  const { total, completed, failed, cancelled } = await countItems(order);
  return { orderId, kind: settings.kind, status, createdAt: startedAt ?? quotedAt, total, ended: completed + failed + cancelled };
}
