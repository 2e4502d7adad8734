/**
 * Cancels items of a batch. The mark on the item comes first, and only where no video is there yet: from then on no report is
 * recorded and no step goes on, so that of a cancel and a delivery exactly one wins. The item's own execution asks the vendor to
 * stop and gives the hold back; no execution is ever stopped from outside, for nobody would settle what it held.
 */
import { AppError } from '#shared/errors.ts';
import type { Item } from '../store/batch-rows.ts';
import { inParallel, readBatch } from '../store/batches.ts';
import { markCancelled } from '../store/cancelled-items.ts';
import { releaseItem } from '../store/ledger.ts';
import { completeTaskToken } from './complete-task-token.ts';

type Cancel = { userId: string; batchId: string; itemIds: string[] | undefined /** Its account is being deleted. */; isClosing?: true };

/**
 * @throws AppError BatchNotFound; BadRequest for an item that is not in the batch; NothingToCancel when it is too late for each;
 * CancelLimit, once all others are cancelled, when items go on because too much was cancelled today.
 */
export async function cancelBatch({ userId, batchId, itemIds, isClosing }: Cancel, now: Date): Promise<void> {
  const found = await readBatch(userId, batchId);
  if (!found) throw new AppError('BatchNotFound');
  const named = itemIds && new Set(itemIds);
  const items = found.items.filter(({ itemId }) => named?.has(itemId) ?? true);
  if (named && items.length < named.size) throw new AppError('BadRequest', { details: { path: 'itemIds', reason: 'No such item.' } });
  let isCancelled = false;
  let goingOn = 0;
  await inParallel(items, async (item) => {
    try {
      if (await cancelItem(item, now, { ...(isClosing && { isClosing }) })) isCancelled = true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CancelLimit')) throw error;
      goingOn += 1;
    }
  });
  if (goingOn > 0) throw new AppError('CancelLimit', { details: { goingOn } });
  if (!isCancelled) throw new AppError('NothingToCancel');
}

/** Answers whether the item is cancelled or will be; also where it was before. @throws AppError CancelLimit */
async function cancelItem(item: Item, now: Date, options: { isClosing?: true }): Promise<boolean> {
  if (item.status === 'cancelled') return true;
  const marked = await markCancelled(item, now, options);
  if (!marked) return false;
  // It waits for its turn: the mark keeps the order from being placed, so that nothing is left to stop.
  if (marked.status === 'queued') await releaseItem(marked, { status: 'cancelled', errorCode: 'Cancelled' }, now);
  else await completeTaskToken(marked);
  return true;
}
