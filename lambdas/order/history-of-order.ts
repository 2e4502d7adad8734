/** The row of a large order in the history. The lists of the history contain this row instead of the rows of its batches. */
import { historyThumbnailsMax } from '#shared/history/api.ts';
import { spentCents } from '#shared/order/rules.ts';
import { fileNamesOf, promptsText } from '../batch/history-texts.ts';
import type { Action } from '../store/dynamo.ts';
import { type HistoryRow, historyTable, historyWrite, readHistory } from '../store/history.ts';
import { type LargeOrder, readOrderItemsIfKept } from '../store/large-orders.ts';

/** If the first batches have no result, the row has no thumbnail, so that the end of an order reads a limited number of rows. */
const batchesReadMax = 8;

/** Returns the write of the row, for the transaction that ends the order, or undefined if no batch was started. */
export async function historyOfOrder(order: LargeOrder): Promise<Action | undefined> {
  if (order.batchIds.length === 0) return undefined;
  const { kind } = order.settings;
  return historyWrite({ table: historyTable(kind), row: await rowOf(order) });
}

async function rowOf(order: LargeOrder): Promise<HistoryRow> {
  const { userId, orderId, settings, count, completed, failed, startedAt, quotedAt } = order;
  const items = (await readOrderItemsIfKept(order)) ?? [];
  return {
    user_id: userId,
    // The end of the order is the only write with the id of the order. A batch of this user with the same id would have the same row.
    batch_id: orderId,
    order_id: orderId,
    is_large_order: true,
    prompt: promptsText(items),
    total_images: count,
    completed_images: completed,
    failed_images: failed,
    status: completed === count ? 'completed' : completed > 0 ? 'partial' : failed > 0 ? 'failed' : 'cancelled',
    aspect_ratio: settings.aspectRatio,
    model: settings.model,
    created_at: startedAt ?? quotedAt,
    thumbnail_keys: await firstThumbnails(order),
    file_names: fileNamesOf(items),
    charged_cents: spentCents(order),
  };
}

async function firstThumbnails({ userId, settings, batchIds }: LargeOrder): Promise<string[]> {
  const keys: string[] = [];
  for (const batchId of batchIds.slice(0, batchesReadMax)) {
    keys.push(...((await readHistory(settings.kind, userId, batchId))?.thumbnail_keys ?? []));
    if (keys.length >= historyThumbnailsMax) break;
  }
  return keys.slice(0, historyThumbnailsMax);
}
