import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import { readItem } from '../store/batches.ts';
import { holdItem } from '../store/ledger.ts';
import { runUpdate } from '../store/pipeline-runs.ts';
import { canHoldMore } from './holds.ts';
import { imageItem } from './image-item.ts';
import { type RunRef, runningRun } from './run-id.ts';

/**
 * Holds the cost of the next image, unless it is already held: the start of a run holds the first one.
 * @throws AppError Cancelled, InsufficientCredits, or GenerationFailed if the run has used all its holds.
 */
export async function holdImage(ref: RunRef): Promise<void> {
  const run = await runningRun(ref);
  if (!run.state || !['generate', 'improve'].includes(nextStep(run.state).do)) return;
  const held = run.item && (await readItem(run.userId, run.runId, run.item.index));
  if (held && !hasEnded(held.status)) return;
  if (!canHoldMore(run)) throw new AppError('GenerationFailed', { details: { holds: run.holds } });
  const item = imageItem(run, run.holds);
  const change = runUpdate(run, {
    set: { item: { itemId: item.itemId, index: item.index } },
    increment: ['holds'],
    ifEquals: { holds: run.holds, revision: run.revision, status: 'running' },
  });
  await holdItem(item, [{ Update: change }]);
}
