/** POST /api/batches/{batchId}/retry: orders the failed items of a batch as a new batch. The new id makes the call idempotent. */
import { createBatchResponse, type RetryBatchRequest } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';

export const retryBatch = (batchId: string, request: RetryBatchRequest) =>
  retryCall(() => callApi('retryBatch', { parameters: { batchId }, body: request, schema: createBatchResponse }));
