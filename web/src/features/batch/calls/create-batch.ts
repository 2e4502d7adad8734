/** POST /api/batches: orders a batch. The same batch id again gets the same answer, so a lost answer may be asked for again. */
import { type CreateBatchRequest, createBatchResponse } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';

export const createBatch = (request: CreateBatchRequest) =>
  insist(() => callApi('createBatch', { body: request, schema: createBatchResponse }));
