/** POST /api/batches/{batchId}/cancel: cancels some items of a batch, or all items that have not ended, without a charge. */
import { batchResponse, type CancelBatchRequest } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';

export const cancelBatch = (batchId: string, request: CancelBatchRequest) =>
  retryCall(() => callApi('cancelBatch', { parameters: { batchId }, body: request, schema: batchResponse }));
