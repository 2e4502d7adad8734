/** What still changes about an item that has ended: a video that came late, and one that is cropped after all. No balance moves. */
import type { ErrorCode } from '#shared/errors.ts';
import { batchKey, type Item, itemKey, type Outcome, type StoredVideo, type VideoItem } from './batch-rows.ts';
import { updateItem } from './batches.ts';
import { transact } from './dynamo.ts';

/** Notes a video that came after its item was given up; it is stored next, and not charged. Answers undefined where it is not wanted. */
export const recordLateVideo = (item: { userId: string; batchId: string; index: number }, outcome: Outcome): Promise<Item | undefined> =>
  updateItem({
    ...itemKey(item.userId, item.batchId, item.index),
    UpdateExpression: 'SET outcome = :outcome',
    ConditionExpression: '#status = :failed AND error_code = :code AND attribute_not_exists(#result)',
    ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
    ExpressionAttributeValues: {
      ':outcome': outcome,
      ':failed': 'failed',
      ':code': 'VendorTimeout' satisfies ErrorCode,
    },
  });

/** What a seller gets: a file, and whether it is the whole original for want of a crop. */
export type Delivery = Pick<VideoItem, 'cropFallback'> & { result: StoredVideo };

/** Attaches a late video to its failed item, unless a retry of the batch exists by now. No balance changes. */
export async function attachLateVideo({ userId, batchId, index }: Item, { result, cropFallback }: Delivery): Promise<boolean> {
  const refusals = await transact([
    {
      Update: {
        ...itemKey(userId, batchId, index),
        UpdateExpression: `SET #result = :result${cropFallback ? ', crop_fallback = :yes' : ''}`,
        ConditionExpression: '#status = :failed AND attribute_not_exists(#result)',
        ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
        ExpressionAttributeValues: { ':result': result, ':failed': 'failed', ...(cropFallback && { ':yes': true }) },
      },
    },
    {
      Update: {
        ...batchKey(userId, batchId),
        UpdateExpression: 'ADD late_results :one',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(retried_by)',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  ]);
  return !refusals;
}

/** Puts the cropped video in the place of the original that was delivered instead. Answers undefined where somebody else did. */
export const replaceByCropped = (item: Item, result: StoredVideo): Promise<Item | undefined> =>
  updateItem({
    ...itemKey(item.userId, item.batchId, item.index),
    UpdateExpression: 'SET #result = :result REMOVE crop_fallback',
    ConditionExpression: 'crop_fallback = :yes',
    ExpressionAttributeNames: { '#result': 'result' },
    ExpressionAttributeValues: { ':result': result, ':yes': true },
  });
