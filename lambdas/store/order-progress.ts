/** Counts the items of a large order. Its row counts only the items of ended batches. */
import { countersOf } from '#shared/batch/batch.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { readWork } from './batches.ts';
import type { LargeOrder } from './large-orders.ts';

/** Reads the running batches of the order, and returns the number of its items in each state. */
export async function countItems(order: LargeOrder): Promise<OrderResponse['counters']> {
  const works = await Promise.all(order.running.map(({ batchId }) => readWork(order.userId, batchId)));
  const items = works.flatMap((work) => work?.items ?? []);
  const withdrawn = items.filter(({ isWithdrawn }) => isWithdrawn).length;
  const running = countersOf(items.filter(({ isWithdrawn }) => !isWithdrawn));
  return {
    total: order.count,
    completed: order.completed + running.completed,
    failed: order.failed + running.failed,
    cancelled: order.cancelled + running.cancelled,
    processing: running.processing,
    queued: running.queued,
    left: order.remaining.length + withdrawn,
  };
}
