import { retryBatchRequest } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { batchIdIn } from './batch-id.ts';
import { retryBatch } from './retry-batch.ts';

export const handler = handle({ endpoint: 'retryBatch', body: retryBatchRequest }, async ({ caller, address, path, body, now }) => {
  await countRate('run', { userId: caller.userId, address }, now);
  return { status: 202, body: await retryBatch({ userId: caller.userId, sourceId: batchIdIn(path), batchId: body.batchId }, now) };
});
