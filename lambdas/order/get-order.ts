/** Returns a large order with its progress. */
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { type LargeOrder, type OrderRef, readLargeOrder } from '../store/large-orders.ts';
import { countItems } from '../store/order-progress.ts';

/** @throws AppError OrderNotFound, also for an order of another user. */
export async function getOrder(ref: OrderRef): Promise<OrderResponse> {
  const order = await readLargeOrder(ref);
  if (!order) throw new AppError('OrderNotFound');
  return orderResponse(order);
}

export async function orderResponse(order: LargeOrder): Promise<OrderResponse> {
  const { orderId, settings, status, pauseReason, quotedAt, startAt, startedAt, endedAt, unitCents, ceilingCents, count, batchIds } = order;
  const counters = await countItems(order);
  return {
    ...{ orderId, kind: settings.kind, model: settings.model, aspectRatio: settings.aspectRatio },
    status,
    ...(pauseReason && { pauseReason }),
    ...{ quotedAt, startAt, startedAt, endedAt },
    counters,
    unit: dollarsFromCents(unitCents),
    total: dollarsFromCents(unitCents * count),
    ceiling: dollarsFromCents(ceilingCents),
    spent: dollarsFromCents(unitCents * counters.completed),
    held: dollarsFromCents(unitCents * (counters.processing + counters.queued)),
    batchIds,
  };
}
