/** Changes ended items: attaches a late video, or replaces an uncropped video. Balances do not change. */
import type { ErrorCode } from '#shared/errors.ts';
import { batchKey, type Item, itemKey, type Outcome, type StoredVideo, type VideoItem } from './batch-rows.ts';
import { updateItem } from './batches.ts';
import { transact } from './dynamo.ts';
import { historyRetryDecrease } from './history.ts';

/**
 * Records a video that arrived after its item timed out. The next step stores the video without a charge.
 * @returns undefined if the item has not timed out, or already has a result.
 */
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

/**
 * The delivered file, and the original from which it was cropped. `cropFallback` is set if the crop failed, so that the delivered file is
 * the original.
 */
export type Delivery = Pick<VideoItem, 'cropFallback' | 'original'> & { result: StoredVideo };

/**
 * Attaches a late video to its failed item, unless a retry of the batch exists. A later retry costs less, because it does not contain this item.
 * @returns whether the video was attached.
 */
export async function attachLateVideo(
  { userId, batchId, index, cents }: Item,
  { result, original, cropFallback }: Delivery,
): Promise<boolean> {
  const refusals = await transact({
    history: historyRetryDecrease('video', { userId, batchId, cents }),
    item: {
      Update: {
        ...itemKey(userId, batchId, index),
        UpdateExpression: `SET #result = :result${original ? ', original = :original' : ''}${cropFallback ? ', crop_fallback = :yes' : ''}`,
        ConditionExpression: '#status = :failed AND attribute_not_exists(#result)',
        ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
        ExpressionAttributeValues: {
          ':result': result,
          ':failed': 'failed',
          ...(original && { ':original': original }),
          ...(cropFallback && { ':yes': true }),
        },
      },
    },
    batch: {
      Update: {
        ...batchKey(userId, batchId),
        UpdateExpression: 'ADD late_results :one',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(retried_by)',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  });
  return !refusals;
}

/**
 * Replaces a delivered original by the cropped video.
 * @returns undefined if another call has already replaced the original.
 */
export const replaceWithCroppedVideo = (item: Item, result: StoredVideo): Promise<Item | undefined> =>
  updateItem({
    ...itemKey(item.userId, item.batchId, item.index),
    UpdateExpression: 'SET #result = :result REMOVE crop_fallback',
    ConditionExpression: 'crop_fallback = :yes',
    ExpressionAttributeNames: { '#result': 'result' },
    ExpressionAttributeValues: { ':result': result, ':yes': true },
  });
