import { cancelBatchRequest } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { batchIdIn } from './batch-id.ts';
import { cancelBatch } from './cancel-batch.ts';
import { getBatch } from './get-batch.ts';

export const handler = handle({ endpoint: 'cancelBatch', body: cancelBatchRequest }, async ({ caller, path, body, now }) => {
  const batchId = batchIdIn(path);
  await cancelBatch({ userId: caller.userId, batchId, itemIds: body.itemIds }, now);
  return { body: await getBatch(caller.userId, batchId, now) };
});
