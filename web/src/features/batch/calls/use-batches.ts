import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { BatchResponse } from '#shared/batch/api.ts';
import { batchQuery } from './get-batch.ts';

const found = (queries: UseQueryResult<BatchResponse>[]) => queries.flatMap(({ data }) => data ?? []);

/** Returns the batches that are read. Running batches are read again until they end. */
export const useBatches = (batchIds: readonly string[]): BatchResponse[] =>
  useQueries({ queries: batchIds.map((batchId) => batchQuery(batchId, true)), combine: found });
