/** Selects the runs of the history that a seller searches for. */
import type { HistoryStatus, ListHistoryQuery } from '#shared/history/api.ts';
import type { HistoryRow } from '../store/history.ts';

export type HistoryFilter = Pick<ListHistoryQuery, 'search' | 'tool' | 'status' | 'kept'>;

/** Returns true if each row must be compared with the filter. A filter by time needs no comparison, because the index is sorted by time. */
export const hasConditions = ({ search, tool, status, kept }: HistoryFilter): boolean => Boolean(search || tool || status || kept);

/** Returns a text without differences between upper and lower case, and between full-width and half-width characters. */
const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();

const hasStatus: Record<HistoryStatus, (row: HistoryRow) => boolean> = {
  completed: ({ status }) => status === 'completed',
  failures: ({ failed_images }) => failed_images > 0,
  cancelled: ({ total_images, completed_images, failed_images }) => total_images > completed_images + failed_images,
  undelivered: ({ completed_images }) => completed_images === 0,
};

/** A batch of a large order is not listed separately, because the list contains the row of the order. */
const isPartOfOrder = ({ is_large_order, batch_id, order_id }: HistoryRow): boolean => is_large_order === true && batch_id !== order_id;

/** A redo is shown with the first run of its chain, so it never matches. */
export function matchesFilter(row: HistoryRow, { search = '', tool, status, kept }: HistoryFilter): boolean {
  if (row.root_id || isPartOfOrder(row)) return false;
  if (tool && (row.kind ?? 'batch') !== tool) return false;
  if (status && !hasStatus[status](row)) return false;
  if (kept && !row.kept_items) return false;
  const text = normalize([row.name, ...(row.file_names ?? []), row.prompt, row.batch_id].filter(Boolean).join('\n'));
  return normalize(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
