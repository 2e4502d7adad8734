import { retryBatchRequest } from '#shared/batch/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { batchIdIn } from './batch-id.ts';
import { retryBatch } from './retry-batch.ts';

export const handler = limitedCall({ endpoint: 'retryBatch', body: retryBatchRequest }, async ({ user, path, body, now }) => {
  return { status: 202, body: await retryBatch({ user, sourceId: batchIdIn(path), ...body }, now) };
});
