/** GET /api/history/{kind}: the batch that ended last, if that was not long ago. */
import { useQuery } from '@tanstack/react-query';
import type { BatchKind } from '#shared/batch/batch.ts';
import { listHistoryResponse } from '#shared/history/api.ts';
import { callApi } from '#web/lib/api.ts';

/** Older work is looked for in the history, not on the tool's page. */
const recentMs = 24 * 3600_000;

export function useLatestBatch(kind: BatchKind, userId: string | undefined) {
  return useQuery({
    queryKey: ['latest-batch', kind, userId],
    queryFn: async ({ signal }) => {
      const { items } = await callApi('listHistory', {
        parameters: { kind },
        query: { limit: '1' },
        schema: listHistoryResponse,
        signal,
      });
      const [batch] = items;
      return batch && Date.now() - Date.parse(batch.created_at) < recentMs ? batch.batch_id : null;
    },
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
