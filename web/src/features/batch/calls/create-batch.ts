/** POST /api/batches: orders a batch. The same batch id gets the same response, so the call can be repeated after a lost response. */
import { type CreateBatchRequest, createBatchResponse } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';

export const createBatch = (request: CreateBatchRequest) =>
  retryCall(() => callApi('createBatch', { body: request, schema: createBatchResponse }));
