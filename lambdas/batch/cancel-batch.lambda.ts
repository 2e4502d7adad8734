import { cancelBatchRequest } from '#shared/batch/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { batchIdIn } from './batch-id.ts';
import { cancelBatch } from './cancel-batch.ts';
import { getBatch } from './get-batch.ts';

export const handler = limitedCall({ endpoint: 'cancelBatch', body: cancelBatchRequest }, async ({ user, path, body, now }) => {
  const batchId = batchIdIn(path);
  await cancelBatch({ userId: user.userId, batchId, itemIds: body.itemIds }, now);
  return { body: await getBatch(user.userId, batchId, now) };
});
