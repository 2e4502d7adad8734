/** GET /api/history/{kind}: the newest batch of a page, if it is recent. */
import { type HistorySummary, listHistoryResponse } from '#shared/history/api.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { kindOf, type Tool, toolOf } from '../cards/tool.ts';
import { batchKey, getBatch } from './get-batch.ts';

/** Maximum age of a batch on the page. Older batches are only in the history. */
const recentMs = 24 * 3600_000;
/** Maximum number of batches to read, because the history also lists single calls and batches of other pages. */
export const candidatesMax = 5;

/** Returns the ids of recent batches that may belong to a page. Before/after runs are not batches. */
export const candidatesOf = (items: readonly HistorySummary[], nowMs: number): string[] =>
  items
    .filter(({ kind, created_at }) => kind !== 'pipeline' && nowMs - Date.parse(created_at) < recentMs)
    .map(({ batch_id }) => batch_id)
    .slice(0, candidatesMax);

/** Returns the newest recent batch of a tool, or undefined. */
export async function latestBatch(tool: Tool): Promise<string | undefined> {
  const { items } = await callApi('listHistory', { parameters: { kind: kindOf(tool) }, schema: listHistoryResponse });
  for (const batchId of candidatesOf(items, Date.now())) {
    const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
    if (toolOf(batch) === tool) return batchId;
  }
  return undefined;
}
