import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { BatchResponse } from '#shared/batch/api.ts';
import { batchQuery } from './get-batch.ts';

const loadedBatches = (queries: UseQueryResult<BatchResponse>[]) => queries.flatMap(({ data }) => data ?? []);

/** Reads batches and returns the loaded ones. Running batches are read again until they end. */
export const useBatches = (batchIds: readonly string[]): BatchResponse[] =>
  useQueries({ queries: batchIds.map((batchId) => batchQuery(batchId, true)), combine: loadedBatches });
