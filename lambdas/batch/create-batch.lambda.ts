import { createBatchRequest } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { createBatch } from './create-batch.ts';

export const handler = handle({ endpoint: 'createBatch', body: createBatchRequest }, async ({ caller, address, body, now }) => {
  await countRate('run', { userId: caller.userId, address }, now);
  return { status: 202, body: await createBatch(caller.userId, body, now) };
});
