/** Finds the delivered items for the results in a request. */
import { AppError } from '#shared/errors.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { itemOfResult } from '../store/media-keys.ts';
import { keyFrom } from '../store/own-media.ts';

type WithResult<Kind extends BatchItem> = Kind extends BatchItem ? Kind & { result: NonNullable<Kind['result']> } : never;
export type Delivered = WithResult<BatchItem>;

/**
 * Returns each item once, in the order of the request.
 * @throws AppError AddressNotAllowed for a text that is not the key or the URL of a result of the caller.
 * @throws AppError BatchNotFound.
 * @throws AppError NotFound for a result that does not exist.
 */
export async function deliveredItems(userId: string, results: readonly string[]): Promise<Delivered[]> {
  const requestedItems = [];
  for (const one of results) {
    const item = itemOfResult(userId, await keyFrom(one));
    if (!item) throw new AppError('AddressNotAllowed');
    requestedItems.push(item);
  }
  const rows = new Map<string, BatchItem>();
  for (const batchId of new Set(requestedItems.map((item) => item.batchId))) {
    const work = await readBatch(userId, batchId);
    if (!work) throw new AppError('BatchNotFound');
    for (const item of work.items) rows.set(`${batchId}/${item.itemId}`, item);
  }
  const ids = new Set(requestedItems.map(({ batchId, itemId }) => `${batchId}/${itemId}`));
  return [...ids].map((id) => {
    const item = rows.get(id);
    if (!item || !isDelivered(item)) throw new AppError('NotFound');
    return item;
  });
}

/**
 * Returns whether the caller may see the result. The caller may see a charged result, and a free result that arrived after the time-out of
 * its item (get-batch.ts).
 */
const isDelivered = (item: BatchItem): item is Delivered =>
  item.result !== undefined && (item.status === 'completed' || (item.status === 'failed' && item.kind === 'video'));
