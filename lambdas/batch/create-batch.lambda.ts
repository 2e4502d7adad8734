import { createBatchRequest } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { createBatch } from './create-batch.ts';

export const handler = handle({ endpoint: 'createBatch', body: createBatchRequest }, async ({ caller, body, now }) => ({
  status: 202,
  body: await createBatch(caller.userId, body, now),
}));
