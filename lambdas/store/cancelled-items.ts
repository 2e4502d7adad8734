/** Cancels items that have not ended. A daily limit applies to items that a vendor may bill (shared/daily-limits.ts). */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { log } from '../platform/log.ts';
import { type Item, itemKey } from './batch-rows.ts';
import { readItem } from './batches.ts';
import { transact, updateOnce } from './dynamo.ts';
import { cancelledWorkUpdate } from './vendor-work.ts';

/** Maximum number of attempts to write the mark. Another attempt is needed only if a vendor got a request after the item was read. */
const attemptsMax = 5;

/**
 * Marks an item as cancelled. A second call changes nothing. After the mark, reports of the vendor are ignored.
 * @param isClosing true if the account is being deleted. The limit then does not apply.
 * @returns the item after the change, also if it was cancelled before. Undefined if it has ended in another way, or if its result exists or
 * is being stored.
 * @throws AppError CancelLimit if a vendor may bill the item and today's cancel limit is reached. The item then continues.
 */
export async function markCancelled(item: Item, now: Date, { isClosing = false } = {}): Promise<Item | undefined> {
  let currentItem: Item | undefined = item;
  for (let attempt = 1; currentItem && attempt <= attemptsMax; attempt++) {
    // Another call may have cancelled the item at the same time.
    if (currentItem.status === 'cancelled') return currentItem;
    if (hasEnded(currentItem.status)) return undefined;
    if (currentItem.cancelRequestedAt) return currentItem;
    const refusals = await transact({ item: markOf(currentItem, now), limit: isClosing ? undefined : cancelledWorkUpdate(currentItem) });
    if (!refusals) return { ...currentItem, cancelRequestedAt: now.toISOString() };
    if (refusals.limit && !refusals.item) {
      const { userId, batchId, itemId, vendorMils } = currentItem;
      log('warn', 'a cancel was refused', { event: 'cancel_limit', userId, batchId, itemId, vendorMils });
      throw new AppError('CancelLimit');
    }
    const previousItem: Item = currentItem;
    currentItem = await readItem(item.userId, item.batchId, item.index);
    const isUnchanged =
      currentItem?.status === previousItem.status && currentItem.vendorMils === previousItem.vendorMils && !currentItem.cancelRequestedAt;
    if (isUnchanged) return undefined;
  }
  return undefined;
}

/**
 * Marks a queued item as cancelled, so that it returns to its large order. No vendor has a request for the item, and the mark prevents each
 * further request.
 * @returns the item after the change, or undefined if the item has started, or was cancelled before.
 */
export async function markWithdrawn(item: Item, now: Date): Promise<Item | undefined> {
  if (item.status !== 'queued' || item.vendorMils !== undefined || item.cancelRequestedAt) return undefined;
  const { Update } = markOf(item, now);
  const mark = { ...Update, UpdateExpression: 'SET cancel_requested_at = :now, is_withdrawn = :yes' };
  const row = await updateOnce({ ...mark, ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':yes': true } });
  return row && { ...item, cancelRequestedAt: now.toISOString(), isWithdrawn: true };
}

/**
 * Returns the write of the cancel mark. The write is refused if a result exists. It is also refused if a vendor got a request after the
 * item was read.
 */
const markOf = ({ vendorMils, ...item }: Item, now: Date) => ({
  Update: {
    ...itemKey(item.userId, item.batchId, item.index),
    UpdateExpression: 'SET cancel_requested_at = :now',
    ConditionExpression: [
      '#status = :status',
      'attribute_not_exists(cancel_requested_at)',
      'attribute_not_exists(#result)',
      '(attribute_not_exists(outcome) OR outcome.#status = :failed)',
      vendorMils === undefined ? 'attribute_not_exists(vendor_mils)' : 'vendor_mils = :mils',
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':status': item.status,
      ':failed': 'failed',
      ...(vendorMils !== undefined && { ':mils': vendorMils }),
    },
  },
});
