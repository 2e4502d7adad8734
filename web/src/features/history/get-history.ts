/** GET /api/history/{kind}/{batchId}: a past batch with its results. */
import { useQuery } from '@tanstack/react-query';
import type { BatchKind } from '#shared/batch/batch.ts';
import { historyResponse } from '#shared/history/api.ts';
import { callApi } from '#web/lib/api.ts';
import { historyKey } from '#web/lib/query-keys.ts';

/** The results are read again after this time. The links to the results are valid for a longer time. */
const freshMs = 10 * 60_000;

export const useHistoryBatch = (kind: BatchKind, userId: string, batchId: string) =>
  useQuery({
    queryKey: [...historyKey, kind, 'batch', userId, batchId],
    queryFn: ({ signal }) => callApi('getHistory', { parameters: { kind, batchId }, schema: historyResponse, signal }),
    staleTime: freshMs,
  });
