/** GET /api/batches?active=true: returns the running photo edits of the account, including edits of other devices. */
import { listActiveBatchesResponse } from '#shared/batch/api.ts';
import { callApi } from '#web/lib/api.ts';

/** Returns the ids of the batches, newest first. */
export async function listActiveEdits(): Promise<string[]> {
  const { items } = await callApi('listActiveBatches', { query: { active: 'true' }, schema: listActiveBatchesResponse });
  return items.filter(({ kind }) => kind === 'edit').map(({ batchId }) => batchId);
}
