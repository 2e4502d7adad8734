/**
 * Stores whether the seller keeps a result (the field `kept`). The function makes one conditional write of one field. So it does not
 * overwrite the fields of a state machine and never creates a row.
 *
 * The write does not use `updateOnce`, because `updateOnce` changes `last_write`. This field must contain the id of the last write of the
 * state machine. The SDK may repeat the write of the state machine after a lost response.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Item, itemKey } from './batch-rows.ts';
import { dynamo, isWritten } from './dynamo.ts';
import { type Run, runKey } from './pipeline-runs.ts';

const keptUpdate = (isKept: boolean) => ({
  UpdateExpression: isKept ? 'SET kept = :yes' : 'REMOVE kept',
  ...(isKept && { values: { ':yes': true } }),
});

/** @returns false if the item does not exist or has no delivered result. A late video is also delivered, although its item has failed. */
export function markItemKept({ userId, batchId, itemId, index }: Pick<Item, 'userId' | 'batchId' | 'itemId' | 'index'>, isKept: boolean) {
  const { values, ...update } = keptUpdate(isKept);
  return isWritten(
    dynamo().send(
      new UpdateCommand({
        ...itemKey(userId, batchId, index),
        ...update,
        ConditionExpression:
          'item_id = :item AND attribute_exists(#result) AND (#status = :completed OR (#status = :failed AND #kind = :video))',
        ExpressionAttributeNames: { '#result': 'result', '#status': 'status', '#kind': 'kind' },
        ExpressionAttributeValues: { ':item': itemId, ':completed': 'completed', ':failed': 'failed', ':video': 'video', ...values },
      }),
    ),
  );
}

/** @returns false if the run does not exist or has not ended with an image. */
export function markRunKept({ userId, runId }: Pick<Run, 'userId' | 'runId'>, isKept: boolean) {
  const { values, ...update } = keptUpdate(isKept);
  return isWritten(
    dynamo().send(
      new UpdateCommand({
        ...runKey(userId, runId),
        ...update,
        ConditionExpression: 'attribute_exists(#result) AND #status IN (:completed, :stopped)',
        ExpressionAttributeNames: { '#result': 'result', '#status': 'status' },
        ExpressionAttributeValues: { ':completed': 'completed', ':stopped': 'stopped', ...values },
      }),
    ),
  );
}
