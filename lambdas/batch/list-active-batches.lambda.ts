import * as z from 'zod';
import type { ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { handle } from '../platform/handle.ts';
import { listActiveBatches } from '../store/batches.ts';

/** The list of all batches is the history's; here are the running ones. */
const query = z.object({ active: z.literal('true') });

export const handler = handle({ endpoint: 'listActiveBatches', query }, async ({ caller }) => {
  const batches = await listActiveBatches(caller.userId);
  const body: ListActiveBatchesResponse = {
    items: batches.map(({ batchId, kind, createdAt, items }) => ({ batchId, kind, createdAt, total: items.length })),
  };
  return { body };
});
