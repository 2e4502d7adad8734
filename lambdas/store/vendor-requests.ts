/**
 * Assigns each request id of a vendor to one attempt. Without this, a seller could get the video of another seller if a vendor returned the
 * same id twice.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { dynamo, isWritten } from './dynamo.ts';

type AttemptRef = { userId: string; batchId: string; index: number; attempt: number };

/**
 * Assigns a request id to an attempt permanently. The call can be repeated for the same attempt.
 * @returns false if another attempt has the id.
 */
export function claimRequest(vendor: string, requestId: string, { userId, batchId, index, attempt }: AttemptRef): Promise<boolean> {
  const attemptName = `${userId}#${batchId}#${index}#${attempt}`;
  return isWritten(
    dynamo().send(
      new PutCommand({
        TableName: requiredEnv('TABLE_BATCHES'),
        Item: { pk: `request#${vendor}#${requestId}`, sk: 'order', order: attemptName },
        ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
        ExpressionAttributeNames: { '#order': 'order' },
        ExpressionAttributeValues: { ':order': attemptName },
      }),
    ),
  );
}
