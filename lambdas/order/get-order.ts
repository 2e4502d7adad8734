/** Returns a large order with its progress. */
import { countersOf } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { readWork } from '../store/batches.ts';
import { type LargeOrder, type OrderRef, readLargeOrder } from '../store/large-orders.ts';

/** @throws AppError OrderNotFound, also for an order of another user. */
export async function getOrder(ref: OrderRef): Promise<OrderResponse> {
  const order = await readLargeOrder(ref);
  if (!order) throw new AppError('OrderNotFound');
  return orderResponse(order);
}

/** The row counts the items of ended batches. The items of running batches are counted here. */
export async function orderResponse(order: LargeOrder): Promise<OrderResponse> {
  const { orderId, settings, status, pauseReason, quotedAt, startAt, startedAt, endedAt, unitCents, ceilingCents, count, batchIds } = order;
  const works = await Promise.all(order.running.map(({ batchId }) => readWork(order.userId, batchId)));
  const items = works.flatMap((work) => work?.items ?? []);
  const withdrawn = items.filter(({ isWithdrawn }) => isWithdrawn).length;
  const running = countersOf(items.filter(({ isWithdrawn }) => !isWithdrawn));
  const completed = order.completed + running.completed;
  return {
    ...{ orderId, kind: settings.kind, model: settings.model, aspectRatio: settings.aspectRatio },
    status,
    ...(pauseReason && { pauseReason }),
    ...{ quotedAt, startAt, startedAt, endedAt },
    counters: {
      total: count,
      completed,
      failed: order.failed + running.failed,
      cancelled: order.cancelled + running.cancelled,
      processing: running.processing,
      queued: running.queued,
      left: order.remaining.length + withdrawn,
    },
    unit: dollarsFromCents(unitCents),
    total: dollarsFromCents(unitCents * count),
    ceiling: dollarsFromCents(ceilingCents),
    spent: dollarsFromCents(unitCents * completed),
    held: dollarsFromCents(unitCents * (running.processing + running.queued)),
    batchIds,
  };
}
