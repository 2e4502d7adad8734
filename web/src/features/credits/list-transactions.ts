/** GET /api/credits/transactions: the ledger, newest first, a page at a time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ListTransactionsResponse, listTransactionsResponse } from '#shared/credits/api.ts';
import { callApi } from '#web/lib/api.ts';

export type Transaction = ListTransactionsResponse['items'][number];
export const transactionTypes = ['deduction', 'purchase', 'bonus', 'adjustment'] as const satisfies readonly Transaction['type'][];
export type TransactionFilter = Transaction['type'] | undefined;

const shownAtOnce = 25;
const savedAtOnce = 100;

const listTransactions = (query: Record<string, string>, signal?: AbortSignal) =>
  callApi('listTransactions', { query, schema: listTransactionsResponse, ...(signal && { signal }) });

const queryOf = (limit: number, type: TransactionFilter, cursor: string | undefined): Record<string, string> => ({
  limit: String(limit),
  ...(type && { type }),
  ...(cursor && { cursor }),
});

/** Reads nothing for a visitor: `userId` is then undefined. */
export function useTransactions(userId: string | undefined, type: TransactionFilter) {
  return useInfiniteQuery({
    queryKey: ['transactions', userId, type],
    queryFn: ({ pageParam, signal }) => listTransactions(queryOf(shownAtOnce, type, pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ListTransactionsResponse) => nextCursor,
    enabled: userId !== undefined,
    // Each change of the balance adds a row, so a stored list can be out of date.
    refetchOnMount: 'always',
  });
}

/** Reads all transactions, for a file. */
export async function listAllTransactions(type: TransactionFilter): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransactions(queryOf(savedAtOnce, type, cursor));
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}
