import { type ListTransactionsResponse, listTransactionsQuery } from '#shared/credits/api.ts';
import type { LedgerRow } from '#shared/credits/ledger.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { handle } from '../platform/handle.ts';
import { listLedger } from '../store/accounts.ts';

export const handler = handle({ endpoint: 'listTransactions', query: listTransactionsQuery }, async ({ caller, query }) => {
  const { rows, nextCursor } = await listLedger(caller.userId, query);
  const body: ListTransactionsResponse = { items: rows.map(transactionOf), nextCursor };
  return { body };
});

const transactionOf = (row: LedgerRow): ListTransactionsResponse['items'][number] => ({
  id: row.id,
  user_id: row.userId,
  created_at: row.createdAt,
  amount: dollarsFromCents(row.amount),
  type: row.type,
  description: row.description,
  batch_id: row.batchId,
  item_id: row.itemId,
});
