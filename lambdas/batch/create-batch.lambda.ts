import { createBatchRequest } from '#shared/batch/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createBatch } from './create-batch.ts';

export const handler = limitedCall({ endpoint: 'createBatch', body: createBatchRequest }, async ({ user, body, now }) => {
  return { status: 202, body: await createBatch(user, body, now) };
});
