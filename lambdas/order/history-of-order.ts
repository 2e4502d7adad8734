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
  const batches = await firstBatches(order);
  return {
    user_id: userId,
    // Only the end of the order writes a row with this id. A batch of this user with the same id would have the same row.
    batch_id: orderId,
    order_id: orderId,
    is_large_order: true,
    // The rows of the batches contain the prompts that AI Write has written.
    prompt: promptsText(batches),
    total_images: count,
    completed_images: completed,
    failed_images: failed,
    status: completed === count ? 'completed' : completed > 0 ? 'partial' : failed > 0 ? 'failed' : 'cancelled',
    aspect_ratio: settings.aspectRatio,
    model: settings.model,
    created_at: startedAt ?? quotedAt,
    thumbnail_keys: thumbnailsOf(batches).slice(0, historyThumbnailsMax),
    file_names: fileNamesOf(items),
    charged_cents: spentCents(order),
  };
}

/** Returns the rows of the first batches that are needed for the thumbnails. */
async function firstBatches({ userId, settings, batchIds }: LargeOrder): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (const batchId of batchIds.slice(0, batchesReadMax)) {
    const row = await readHistory(settings.kind, userId, batchId);
    if (row) rows.push(row);
    if (thumbnailsOf(rows).length >= historyThumbnailsMax) break;
  }
  return rows;
}

const thumbnailsOf = (rows: readonly HistoryRow[]): string[] => rows.flatMap(({ thumbnail_keys = [] }) => thumbnail_keys);
