/** POST /api/batches: orders a batch. The same batch id again gets the same answer, so a lost answer may be asked for again. */
import { type CreateBatchRequest, createBatchResponse } from '#shared/batch/api.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';

const triesMax = 4;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function createBatch(request: CreateBatchRequest) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await callApi('createBatch', { body: request, schema: createBatchResponse });
    } catch (error) {
      if (attempt + 1 === triesMax || !mayRepeat(error)) throw error;
      await sleep(backOffMs(attempt));
    }
  }
}
