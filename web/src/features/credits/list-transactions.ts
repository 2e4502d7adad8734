/** GET /api/credits/transactions: one page of the ledger, newest rows first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ListTransactionsResponse, listTransactionsResponse } from '#shared/credits/api.ts';
import { callApi } from '#web/lib/api.ts';

export type Transaction = ListTransactionsResponse['items'][number];
export const transactionTypes = ['deduction', 'purchase', 'bonus', 'adjustment'] as const satisfies readonly Transaction['type'][];
export type TransactionFilter = Transaction['type'] | undefined;

const rowsPerPage = 25;
const rowsPerExportCall = 100;

const listTransactions = (query: Record<string, string>, signal?: AbortSignal) =>
  callApi('listTransactions', { query, schema: listTransactionsResponse, ...(signal && { signal }) });

const queryOf = (limit: number, type: TransactionFilter, cursor: string | undefined): Record<string, string> => ({
  limit: String(limit),
  ...(type && { type }),
  ...(cursor && { cursor }),
});

/**
 * Reads the transactions of a user, with one row for all charges of a batch. For a visitor, `userId` is undefined, and the function reads
 * nothing.
 */
export function useTransactions(userId: string | undefined, type: TransactionFilter) {
  return useInfiniteQuery({
    queryKey: ['transactions', userId, type],
    queryFn: ({ pageParam, signal }) => listTransactions({ ...queryOf(rowsPerPage, type, pageParam), group: 'batch' }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ListTransactionsResponse) => nextCursor,
    enabled: userId !== undefined,
    // Each change of the balance adds a row, so a stored list can be out of date.
    refetchOnMount: 'always',
  });
}

/** Reads all transactions for an export, with one row for each charge. */
export async function listAllTransactions(type: TransactionFilter): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransactions(queryOf(rowsPerExportCall, type, cursor));
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}
