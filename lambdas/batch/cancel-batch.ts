/**
 * Cancels items of a batch. First, an item gets a cancel mark, but only if no result and no success report is recorded. After this mark, no
 * report is recorded and no step continues. So either the cancel or the delivery succeeds, never both. The execution of the item asks the
 * vendor to stop, and releases the hold. No other code may stop this execution, because then nothing would capture or release the hold.
 */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Item } from '../store/batch-rows.ts';
import { readWork } from '../store/batches.ts';
import { markCancelled, markWithdrawn } from '../store/cancelled-items.ts';
import { releaseItem } from '../store/ledger.ts';
import { completeTaskToken } from './complete-task-token.ts';
import { leaveQueues } from './slots.ts';

type CancelRequest = {
  userId: string;
  batchId: string;
  /** If undefined, all items are cancelled. */
  itemIds: string[] | undefined;
  /** The account is being deleted. */
  isClosing?: true;
};

/**
 * @throws AppError BatchNotFound, also for work whose items cannot be cancelled.
 * @throws AppError BadRequest for an item that is not in the batch.
 * @throws AppError NothingToCancel if it is too late for every item.
 * @throws AppError CancelLimit if the daily limit of cancels is reached. The items above the limit then continue, and all other items are
 * cancelled.
 */
export async function cancelBatch({ userId, batchId, itemIds, isClosing }: CancelRequest, now: Date): Promise<void> {
  const work = await readWork(userId, batchId);
  if (!work || workKinds[work.batch.kind].cancel !== 'items') throw new AppError('BatchNotFound');
  const requestedIds = itemIds && new Set(itemIds);
  const items = work.items.filter(({ itemId }) => requestedIds?.has(itemId) ?? true);
  if (requestedIds && items.length < requestedIds.size)
    throw new AppError('BadRequest', { details: { path: 'itemIds', reason: 'No such item.' } });
  let isCancelled = false;
  let continuingCount = 0;
  await inParallel(items, async (item) => {
    try {
      if (await cancelItem(item, now, { ...(isClosing && { isClosing }) })) isCancelled = true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CancelLimit')) throw error;
      continuingCount += 1;
    }
  });
  if (continuingCount > 0) throw new AppError('CancelLimit', { details: { continuing: continuingCount } });
  if (!isCancelled) throw new AppError('NothingToCancel');
}

/**
 * Cancels the items of a batch that have not started, so that they return to their large order. The function can be repeated, also after a
 * crash between the mark and the release.
 */
export async function withdrawItems(userId: string, batchId: string, now: Date): Promise<void> {
  const work = await readWork(userId, batchId);
  const items = work?.batch.isPartOfLargeOrder ? work.items : [];
  await inParallel(items, async (item) => {
    const isMarked = item.isWithdrawn === true && !hasEnded(item.status);
    const marked = isMarked ? item : await markWithdrawn(item, now);
    if (!marked) return;
    await releaseItem(marked, { status: 'cancelled', errorCode: 'Cancelled' }, now);
    await leaveQueues(marked, now);
  });
}

/**
 * Returns true if the item is now cancelled, was cancelled before, or will be cancelled by its execution.
 * @throws AppError CancelLimit
 */
async function cancelItem(item: Item, now: Date, options: { isClosing?: true }): Promise<boolean> {
  const markedItem = await markCancelled(item, now, options);
  if (!markedItem) return false;
  // The vendor has no order of a queued item, and the cancel mark prevents the order. So there is no work to stop.
  if (markedItem.status === 'queued') await releaseItem(markedItem, { status: 'cancelled', errorCode: 'Cancelled' }, now);
  else if (markedItem.status === 'generating') await completeTaskToken(markedItem);
  // An earlier call may have crashed after the release.
  await leaveQueues(markedItem, now);
  return true;
}
