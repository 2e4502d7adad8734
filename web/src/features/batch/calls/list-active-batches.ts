/** GET /api/batches?active=true: the running batches of the account, including batches of other devices. */
import { listActiveBatchesResponse } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';
import { kindOf, type Tool } from '../cards/tool.ts';

/** Returns the ids of the running batches of one kind, oldest first. */
export async function listActiveBatches(tool: Tool): Promise<string[]> {
  const { items } = await callApi('listActiveBatches', { query: { active: 'true' }, schema: listActiveBatchesResponse });
  return items
    .filter(({ kind }) => kind === kindOf(tool))
    .map(({ batchId }) => batchId)
    .reverse();
}
