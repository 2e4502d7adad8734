/** Pauses, resumes, stops and reorders a large order. Each action can be repeated. */
import { AppError } from '#shared/errors.ts';
import { centsFromDollars, dollarsFromCents } from '#shared/money.ts';
import type { ControlOrderRequest } from '#shared/order/api.ts';
import { hasOrderEnded, heldItems, isCeilingAllowed, movedToFront, pausedFor, resumed, spentCents, stopped } from '#shared/order/rules.ts';
import { withdrawItems } from '../batch/cancel-batch.ts';
import { type LargeOrder, type OrderRef, readLargeOrder, readOrderItems, writeOrder } from '../store/large-orders.ts';

/** Another attempt is needed only if another call or an ended batch has changed the order. */
const attemptsMax = 20;

/**
 * Writes the new state. If the order is now paused or stopped, then withdraws the items that have not started. After a crash between the
 * two steps, the remaining items of the window are made, or a repeated call withdraws them.
 * @throws AppError OrderNotFound, OrderEnded, CeilingTooLow with the smallest allowed amount, SkuNotFound, LedgerConflict
 */
export async function controlOrder(ref: OrderRef, request: ControlOrderRequest, now: Date): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const order = await readLargeOrder(ref);
    if (!order || order.status === 'quoted') throw new AppError('OrderNotFound');
    if (hasOrderEnded(order.status)) throw new AppError('OrderEnded');
    const next = await changed(order, request);
    if (!(await writeOrder(next))) continue;
    if (request.action === 'pause' || request.action === 'stop')
      for (const { batchId } of next.running) await withdrawItems(ref.userId, batchId, now);
    return;
  }
  throw new AppError('LedgerConflict');
}

async function changed(order: LargeOrder, request: ControlOrderRequest): Promise<LargeOrder> {
  switch (request.action) {
    case 'pause':
      return merged(order, pausedFor(order, 'seller'));
    case 'stop':
      return merged(order, stopped(order));
    case 'resume':
      return merged(order, resumed(withCeiling(order, request.ceiling)));
    case 'front':
      return merged(order, movedToFront(order, await positionsOf(order, request.skus)));
  }
}

/** Removes `pauseReason` and `testLeft` of the old state, because the new state may not have these fields. */
function merged(order: LargeOrder, state: Omit<LargeOrder, keyof OrderRef> | Parameters<typeof resumed>[0]): LargeOrder {
  const { pauseReason: _, testLeft: __, ...rest } = order;
  return { ...rest, ...state };
}

function withCeiling(order: LargeOrder, ceiling: number | undefined): LargeOrder {
  if (ceiling === undefined) return order;
  const ceilingCents = centsFromDollars(ceiling);
  if (isCeilingAllowed(order, ceilingCents)) return { ...order, ceilingCents };
  const least = Math.max(order.unitCents, spentCents(order) + heldItems(order) * order.unitCents);
  throw new AppError('CeilingTooLow', { details: { unit: dollarsFromCents(least) } });
}

/** Returns the positions of all items of these products. @throws AppError SkuNotFound */
async function positionsOf(order: LargeOrder, skus: string[]): Promise<number[]> {
  const items = await readOrderItems(order);
  const positions = new Map<string, number[]>();
  for (const [position, { sku }] of items.entries()) if (sku) positions.set(sku, [...(positions.get(sku) ?? []), position]);
  return skus.flatMap((sku) => {
    const found = positions.get(sku);
    if (!found) throw new AppError('SkuNotFound', { details: { sku } });
    return found;
  });
}
