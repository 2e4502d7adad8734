/** GET /api/history/{kind}: past batches, newest first, twenty per page (docs/spec.md 14.2). The server applies the filters. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type HistoryList, historyPageSize, type ListHistoryResponse, listHistoryResponse } from '#shared/history/api.ts';
import { callApi } from '#web/lib/api.ts';
import { serverNow } from '#web/lib/clock.ts';
import { historyKey } from '#web/lib/query-keys.ts';
import { type HistoryFilters, queryOf } from './filters.ts';

/** Time after which the list is read again. The links to the pictures are valid for longer. */
const freshMs = 60_000;

/** Reads the history of a user. For a visitor, `userId` is undefined, and the function reads nothing. */
export function useHistory(list: HistoryList, userId: string | undefined, filters: HistoryFilters) {
  return useInfiniteQuery({
    queryKey: [...historyKey, list, userId, filters],
    queryFn: ({ pageParam, signal }) =>
      callApi('listHistory', {
        parameters: { kind: list },
        query: { limit: String(historyPageSize), ...queryOf(filters, serverNow()), ...(pageParam && { cursor: pageParam }) },
        schema: listHistoryResponse,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ListHistoryResponse) => nextCursor,
    enabled: userId !== undefined,
    staleTime: freshMs,
    // A batch may have ended since the last read.
    refetchOnMount: 'always',
    // While the seller types, the earlier list stays until the next list has loaded.
    placeholderData: keepPreviousData,
  });
}
