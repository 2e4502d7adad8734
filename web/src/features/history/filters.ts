/** The filters of the history. The URL contains the filters, so that the Back button restores them. */
import { type HistoryStatus, type HistoryTool, historySearchCharactersMax, historyStatuses, historyTools } from '#shared/history/api.ts';

/** The periods that the date filter offers, in days. */
export const periods = [1, 7, 30, 90] as const;

export type HistoryFilters = {
  search: string;
  tool: HistoryTool | undefined;
  status: HistoryStatus | undefined;
  kept: boolean;
  days: (typeof periods)[number] | undefined;
};

const dayMs = 24 * 3_600_000;

/** Reads the filters from the URL. Unknown values are ignored. */
export const filtersIn = (address: URLSearchParams): HistoryFilters => ({
  search: (address.get('q') ?? '').trim().slice(0, historySearchCharactersMax),
  tool: historyTools.find((one) => one === address.get('tool')),
  status: historyStatuses.find((one) => one === address.get('status')),
  kept: address.get('kept') === 'yes',
  days: periods.find((one) => String(one) === address.get('days')),
});

export const isFiltered = ({ search, tool, status, kept, days }: HistoryFilters): boolean =>
  search !== '' || tool !== undefined || status !== undefined || kept || days !== undefined;

/** Returns the query of the API call. The query contains the start of a day, so it stays the same during the whole day. */
export function queryOf({ search, tool, status, kept, days }: HistoryFilters, nowMs: number): Record<string, string> {
  return {
    ...(search && { search }),
    ...(tool && { tool }),
    ...(status && { status }),
    ...(kept && { kept: 'true' }),
    ...(days && { from: new Date(Math.floor(nowMs / dayMs - days + 1) * dayMs).toISOString() }),
  };
}
