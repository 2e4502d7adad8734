import { AppError } from '#shared/errors.ts';
import { applyImage, progressOf } from '#shared/pipeline/run.ts';
import { returnSlots } from '../batch/slots.ts';
import { readItem } from '../store/batches.ts';
import { captureItem } from '../store/ledger.ts';
import { iterationPut, readRun, runUpdate } from '../store/pipeline-runs.ts';
import { planOf } from './prompt.ts';
import { type NextStep, nextStepOf, type RunRef } from './run.ts';

/**
 * Charges a stored image and makes it the latest iteration, in one transaction. If the seller has requested a stop after the image was
 * stored, the image is still charged and shown.
 * @throws AppError RunNotFound; GenerationFailed if no image was stored.
 */
export async function captureImage({ userId, batchId: runId }: RunRef, now: Date): Promise<NextStep> {
  const run = await readRun(userId, runId);
  if (!run) throw new AppError('RunNotFound');
  const plan = planOf(run);
  const item = run.item && (await readItem(userId, runId, run.item.index));
  // An earlier run of this step has already charged the image.
  if (!plan || !item || !run.state) return nextStepOf(run);
  if (item.kind !== 'pipeline' || !item.result) throw new AppError('GenerationFailed', { details: { reason: 'No image is stored.' } });
  const state = applyImage(run.state);
  const iteration = iterationPut({
    userId,
    runId,
    number: state.images,
    itemId: item.itemId,
    image: item.result,
    ...plan,
    evaluations: {},
    progress: progressOf(state),
    cents: item.cents,
    madeAt: now.toISOString(),
  });
  const change = runUpdate(run, {
    set: { state, revision: run.revision + 1, attempts: 0 },
    remove: ['item'],
    ifEquals: { revision: run.revision, status: 'running' },
  });
  // The image is stored, so the next item can have the slot at the vendor.
  await returnSlots(item, now, { isCompleted: true });
  await captureItem(item, now, [{ Update: change }, iteration]);
  const changedRun = await readRun(userId, runId);
  return nextStepOf(changedRun ?? run);
}
