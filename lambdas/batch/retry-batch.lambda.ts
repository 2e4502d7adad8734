import { retryBatchRequest } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { batchIdIn } from './batch-id.ts';
import { retryBatch } from './retry-batch.ts';

export const handler = handle({ endpoint: 'retryBatch', body: retryBatchRequest }, async ({ caller, path, body, now }) => ({
  status: 202,
  body: await retryBatch({ userId: caller.userId, sourceId: batchIdIn(path), batchId: body.batchId }, now),
}));
