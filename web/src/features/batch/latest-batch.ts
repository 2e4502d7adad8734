/** GET /api/history/{kind}: the newest batch of a page, if it is recent. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type HistorySummary, listHistoryResponse } from '#shared/history/api.ts';
import { callApi } from '#web/lib/api.ts';
import { batchKey, getBatch } from './get-batch.ts';
import { kindOf, type Tool, toolOf } from './tool.ts';

/** Older batches are found in the history, not on the page. */
const recentMs = 24 * 3600_000;
/** The history also lists single calls and batches of other pages. At most this many batches are read to find one of this page. */
export const candidatesMax = 5;

/** The recent batches of a history that may belong to a page. Before/after runs are no batches. */
export const candidatesOf = (items: readonly HistorySummary[], now: number): string[] =>
  items
    .filter(({ kind, created_at }) => kind !== 'pipeline' && now - Date.parse(created_at) < recentMs)
    .map(({ batch_id }) => batch_id)
    .slice(0, candidatesMax);

export function useLatestBatch(tool: Tool, userId: string | undefined) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['latest-batch', tool, userId],
    queryFn: async ({ signal }) => {
      const kind = kindOf(tool);
      const { items } = await callApi('listHistory', { parameters: { kind }, schema: listHistoryResponse, signal });
      for (const batchId of candidatesOf(items, Date.now())) {
        const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
        if (toolOf(batch) === tool) return batchId;
      }
      return null;
    },
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
