/** Holds the cost of the next image of a run, and releases the hold if the image is not delivered. */
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import { readItem } from '../store/batches.ts';
import { holdItem, releaseItem } from '../store/ledger.ts';
import { type Run, runUpdate } from '../store/pipeline-runs.ts';
import { canHoldMore, imageItem, type RunRef, runningRun } from './run.ts';

/**
 * Holds the cost of the next image, unless this cost is already held. The cost of the first image is held at the start of the run.
 * @throws AppError Cancelled, InsufficientCredits, or GenerationFailed if the run has used all its holds.
 */
export async function holdImage(ref: RunRef): Promise<void> {
  const run = await runningRun(ref);
  if (!run.state || !['generate', 'improve'].includes(nextStep(run.state).do)) return;
  const currentItem = run.item && (await readItem(run.userId, run.runId, run.item.index));
  if (currentItem && !hasEnded(currentItem.status)) return;
  if (!canHoldMore(run)) throw new AppError('GenerationFailed', { details: { holds: run.holds } });
  const item = imageItem(run, run.holds);
  const change = runUpdate(run, {
    set: { item: { itemId: item.itemId, index: item.index } },
    increment: ['holds'],
    ifEquals: { holds: run.holds, revision: run.revision, status: 'running' },
  });
  await holdItem(item, [{ Update: change }]);
}

/** Releases the hold for the undelivered image of a run, if there is such an image. */
export async function releaseHeld({ userId, runId, item: ref }: Run, errorCode: ErrorCode, now: Date): Promise<boolean> {
  const item = ref && (await readItem(userId, runId, ref.index));
  if (!item || hasEnded(item.status)) return false;
  return releaseItem(item, { status: errorCode === 'Cancelled' ? 'cancelled' : 'failed', errorCode }, now);
}
