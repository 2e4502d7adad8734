/** Stores whether the seller keeps a delivered result of a batch or of a single photo edit. A repeated call changes nothing. */
import type { KeepResponse } from '#shared/batch/keep.ts';
import { AppError } from '#shared/errors.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { type Batch, itemPositions } from '../store/batch-rows.ts';
import { readBatchRow } from '../store/batches.ts';
import { markHistoryKept } from '../store/history.ts';
import { markItemKept } from '../store/kept-results.ts';

type KeepChange = {
  userId: string;
  batchId: string;
  itemId: string;
  keep: boolean;
  /** The kinds of work that the call may change. */
  kinds: readonly WorkKind[];
};

/** @throws AppError BatchNotFound, NotFound for an item that is not in the batch, NothingToKeep if the item has no delivered result. */
export async function keepItem({ userId, batchId, itemId, keep, kinds }: KeepChange): Promise<KeepResponse> {
  const batch = await readBatchRow(userId, batchId);
  if (!batch || !kinds.includes(batch.kind)) throw new AppError('BatchNotFound');
  const position = itemPositions(batch).find((one) => one.itemId === itemId);
  if (!position) throw new AppError('NotFound');
  if (!(await markItemKept({ userId, batchId, itemId, index: position.index }, keep))) throw new AppError('NothingToKeep');
  const { history } = workKinds[batch.kind];
  // The history shows a redo with the first batch of its chain. There, items of several batches can have the same id.
  const { rootBatchId } = batch;
  const shown = rootBatchId ? { batchId: rootBatchId, itemId: `${batchId}/${itemId}` } : { batchId, itemId };
  if (history) {
    await markHistoryKept(history, { userId, ...shown }, keep);
    const orderId = await largeOrderOf(batch);
    if (orderId) await markHistoryKept(history, { userId, batchId: orderId, itemId: `${shown.batchId}/${shown.itemId}` }, keep);
  }
  return { kept: keep };
}

/** Returns the large order of a batch. A redo belongs to the order of the first batch of its chain. */
async function largeOrderOf({ userId, rootBatchId, ...batch }: Batch): Promise<string | undefined> {
  const { isPartOfLargeOrder, orderId } = (rootBatchId && (await readBatchRow(userId, rootBatchId))) || batch;
  return isPartOfLargeOrder && orderId;
}
