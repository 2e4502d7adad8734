/** Which order each of a vendor's request ids belongs to: an id given out twice must not bring one seller another's video. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '../platform/config.ts';
import { dynamo, wasRefused } from './dynamo.ts';

type OrderRef = { userId: string; batchId: string; index: number; attempt: number };

/** Takes a request id for an order, for good. Answers false where another order has it; may be called again for the same. */
export async function claimRequest(vendor: string, requestId: string, order: OrderRef): Promise<boolean> {
  const { userId, batchId, index, attempt } = order;
  try {
    await dynamo().send(
      new PutCommand({
        TableName: requiredEnv('TABLE_BATCHES'),
        Item: { pk: `request#${vendor}#${requestId}`, sk: 'order', order: `${userId}#${batchId}#${index}#${attempt}` },
        ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
        ExpressionAttributeNames: { '#order': 'order' },
        ExpressionAttributeValues: { ':order': `${userId}#${batchId}#${index}#${attempt}` },
      }),
    );
    return true;
  } catch (error) {
    if (wasRefused(error)) return false;
    throw error;
  }
}
