/** GET /api/batches?active=true: what is being made for this account now, whichever device started them. */
import { useQuery } from '@tanstack/react-query';
import { listActiveBatchesResponse } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';

/** Asked once, when the page opens: a batch put aside with 'Start new' must not come back by itself. */
export function useActiveBatches(kind: BatchKind, userId: string | undefined) {
  return useQuery({
    queryKey: ['active-batches', userId],
    queryFn: ({ signal }) => callApi('listActiveBatches', { query: { active: 'true' }, schema: listActiveBatchesResponse, signal }),
    select: ({ items }) => ({ items: items.filter((batch) => batch.kind === kind) }),
    enabled: userId !== undefined,
    retry: (_, error) => mayRepeat(error),
    retryDelay: (count) => backOffMs(count),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
