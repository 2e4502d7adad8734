import { listTransactionsQuery } from '#shared/credits/api.ts';
import { handle } from '../platform/handle.ts';
import { listTransactions } from './list-transactions.ts';

export const handler = handle({ endpoint: 'listTransactions', query: listTransactionsQuery }, async ({ caller, query, now }) => ({
  body: await listTransactions(caller.userId, query, now),
}));
