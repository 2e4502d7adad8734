import { listHistoryQuery } from '#shared/history/api.ts';
import { handle } from '../platform/handle.ts';
import { kindsOf, listHistoryPage } from './history.ts';

export const handler = handle({ endpoint: 'listHistory', query: listHistoryQuery }, async ({ caller, path, query, now }) => ({
  body: await listHistoryPage(kindsOf(path.kind), caller.userId, query, now),
}));
