/**
 * Checks whether a file in `results/` belongs to a delivered item. A step stores the file before the item is charged. So the file of a
 * running, cancelled or failed item can also exist. The seller has not paid for such a file, so it must not become the photo of another
 * order.
 */

import { folderOf } from '#shared/upload/media-folders.ts';
import { itemPositions } from './batch-rows.ts';
import { readBatchRow, readItem } from './batches.ts';

export const isResult = (userId: string, key: string): boolean => key.startsWith(folderOf('results', userId));

/** @param key the key of a result of this user. */
export async function isDeliveredResult(userId: string, key: string): Promise<boolean> {
  const [batchId = '', name = ''] = key.slice(folderOf('results', userId).length).split('/');
  const itemId = name.split('.')[0];
  const batch = await readBatchRow(userId, batchId);
  // A run copies its best image to `results/` only at its end. Before that, each image of the run was charged separately.
  if (batch?.kind === 'pipeline') return true;
  const position = batch && itemPositions(batch).find((one) => one.itemId === itemId);
  const item = position && (await readItem(userId, batchId, position.index));
  if (!item?.result) return false;
  // A late video is also delivered, although its item has failed.
  const isDelivered = item.status === 'completed' || (item.kind === 'video' && item.status === 'failed');
  return isDelivered && (item.result.key === key || ('posterKey' in item.result && item.result.posterKey === key));
}
