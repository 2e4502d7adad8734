import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemKey } from '#lambdas/store/batch-rows.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';

/** Moves the order of an item into the past, as if it had been waited for since. */
export async function ageOrder(userId: string, batchId: string, index: number, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000).toISOString();
  await dynamo().send(
    new UpdateCommand({
      ...itemKey(userId, batchId, index),
      UpdateExpression: 'SET intent_at = :then, started_at = :then',
      ExpressionAttributeValues: { ':then': then },
    }),
  );
}
