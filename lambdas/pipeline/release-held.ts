import { hasEnded } from '#shared/batch/batch.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { readItem } from '../store/batches.ts';
import { releaseItem } from '../store/ledger.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** Releases the hold of a run's undelivered image, if there is one. */
export async function releaseHeld({ userId, runId, item: ref }: Run, errorCode: ErrorCode, now: Date): Promise<boolean> {
  const item = ref && (await readItem(userId, runId, ref.index));
  if (!item || hasEnded(item.status)) return false;
  return releaseItem(item, { status: errorCode === 'Cancelled' ? 'cancelled' : 'failed', errorCode }, now);
}
