/** The batches of a large order: their items, their price, and their start. */

import { itemRequestOf, type OrderItem } from '#shared/order/items.ts';
import { withBatch } from '#shared/order/rules.ts';
import { requestMilsOf } from '../batch/cost-of.ts';
import { itemsOf } from '../batch/create-batch.ts';
import { startBatch } from '../batch/start-batch.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { type LargeOrder, orderWrite } from '../store/large-orders.ts';
import type { User } from '../store/users.ts';

/** Returns the items of a batch with the price of the quote. */
function batchItemsOf({ userId, settings, unitCents }: LargeOrder, batchId: string, items: OrderItem[]): BatchItem[] {
  const requests = items.map((item) => itemRequestOf(settings, item));
  const priced = itemsOf(userId, { batchId, kind: settings.kind, items: requests } as Parameters<typeof itemsOf>[1]);
  return priced.map((item, index) => {
    const { sku, direction, options = [] } = items[index] as OrderItem;
    return {
      ...item,
      cents: unitCents,
      ...(sku && { sku }),
      ...(settings.aiWrite && direction !== undefined && { aiWrite: { ...settings.aiWrite, direction, options } }),
    };
  });
}

type Start = { order: LargeOrder; user: User; batchId: string; positions: number[] };

/**
 * Starts a batch with these items. One transaction holds their price, writes the row of the batch, and moves the items in the row of the
 * order. So an item is never in two batches, and a crash leaves either no change or a batch that the reconcile job can start.
 * @param items all items of the order.
 * @throws AppError LedgerConflict if the order has changed since it was read, and the errors of `startBatch`.
 */
export async function startOrderBatch({ order, user, batchId, positions }: Start, items: OrderItem[], now: Date): Promise<void> {
  const { orderId, settings } = order;
  const ordered = positions.map((position) => items[position] as OrderItem);
  await startBatch(
    {
      user: { ...user, address: '' },
      batchId,
      kind: settings.kind,
      largeOrder: {
        orderId,
        write: () => orderWrite({ ...order, ...withBatch(order, { batchId, positions }), batchIds: [...order.batchIds, batchId] }),
      },
      request: { orderId, batchId, positions },
      items: async () => batchItemsOf(order, batchId, ordered),
      requestMils: requestMilsOf,
      // The photos were checked for the quote. If a photo has expired since, only its item fails.
    },
    now,
  );
}
