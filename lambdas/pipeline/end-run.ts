/**
 * Ends a run. The run is completed, stopped by the seller, or paused after an error. A paused run can continue later. The run, its batch
 * and its history row are written in one transaction, so a run ends only once. The best image is copied to a permanent key (docs/spec.md
 * 3.9).
 */
import type { BatchStatus } from '#shared/batch/batch.ts';
import { imageCost } from '#shared/credits/pricing.ts';
import { AppError } from '#shared/errors.ts';
import { applyStop, isAllSolved, type RunState } from '#shared/pipeline/run.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { readBatchRow, summaryText } from '../store/batches.ts';
import { transact } from '../store/dynamo.ts';
import { type HistoryRow, historyTable, historyWrite } from '../store/history.ts';
import { endBatch } from '../store/ledger.ts';
import { imageKey, thumbnailKey } from '../store/media-keys.ts';
import { copyObject } from '../store/objects.ts';
import { type Run, readIteration, runUpdate } from '../store/pipeline-runs.ts';
import { pipelineModel } from './run.ts';

export type End = { status: 'completed' | 'stopped' } | { status: 'paused'; error: NonNullable<Run['error']> };

/** Ends a run. @returns false if the run had already ended, was continued, or must be stopped instead of paused. */
export async function endRun(run: Run, end: End, now: Date): Promise<boolean> {
  const { userId, runId } = run;
  const state = end.status === 'stopped' && run.state ? applyStop(run.state) : run.state;
  const result = end.status === 'paused' ? undefined : await copyBestImage(run, state);
  const batch = await readBatchRow(userId, runId);
  if (!batch) throw new AppError('RunNotFound');
  const historyThumbnailKey = result?.posterKey ?? (await currentThumbnailKey(run));
  const status = batchStatusOf(end, state);
  const change = {
    Update: runUpdate(run, {
      set: {
        status: end.status,
        ...(state && { state }),
        ...(result && { result }),
        ...(end.status === 'paused' ? { error: end.error } : { endedAt: now.toISOString() }),
        activeSeconds: run.activeSeconds + (run.activeSince ? Math.max(0, now.getTime() - Date.parse(run.activeSince)) / 1000 : 0),
        revision: run.revision + 1,
      },
      remove: ['activeSince', ...(end.status === 'paused' ? [] : (['stopRequestedAt', 'error'] as const))],
      ifEquals: { status: run.status, revision: run.revision },
      // If the seller stops the run at the same time, this function must not pause the run.
      ...(end.status === 'paused' && { ifAbsent: ['stopRequestedAt'] }),
    }),
  };
  const history = { table: historyTable(workKinds.pipeline.history), row: historyRowOf(run, state, status, historyThumbnailKey) };
  if (run.status === 'running') return endBatch({ ...batch, status }, history, now, [change]);
  return !(await transact({ run: change, history: historyWrite(history) }));
}

/** Copies the best image to a permanent key. The key contains the iteration, so that no cache shows an earlier image. */
async function copyBestImage({ userId, runId }: Run, state: RunState | undefined): Promise<Run['result']> {
  const iteration = state?.version === undefined ? undefined : await readIteration(userId, runId, state.version);
  if (!iteration) return undefined;
  const name = { userId, batchId: runId, itemId: `iteration-${iteration.number}` };
  const [key, posterKey] = [imageKey(name), thumbnailKey(name)];
  await Promise.all([copyObject(iteration.image.key, key), copyObject(iteration.image.posterKey, posterKey)]);
  return { ...iteration.image, key, posterKey, iterationNumber: iteration.number };
}

/** Returns the thumbnail of the current image. */
async function currentThumbnailKey({ userId, runId, state }: Run): Promise<string | undefined> {
  const iteration = state?.version === undefined ? undefined : await readIteration(userId, runId, state.version);
  return iteration?.image.posterKey;
}

/** Returns the batch status for the history. It depends on how the run ended (docs/spec.md 14.1). */
function batchStatusOf({ status }: End, state: RunState | undefined): Exclude<BatchStatus, 'running'> {
  if (!state || state.images === 0) return status === 'paused' ? 'failed' : 'cancelled';
  return status === 'completed' && isAllSolved(state) ? 'completed' : 'partial';
}

const historyRowOf = (
  run: Run,
  state: RunState | undefined,
  status: HistoryRow['status'],
  historyThumbnailKey: string | undefined,
): HistoryRow => ({
  user_id: run.userId,
  batch_id: run.runId,
  kind: 'pipeline',
  prompt: summaryText((state?.areas ?? []).map(({ name }) => name).join('; ')),
  // A run delivers one image, even if it makes several.
  total_images: 1,
  completed_images: state?.images ? 1 : 0,
  failed_images: state?.images ? 0 : 1,
  status,
  aspect_ratio: run.aspectRatio ?? '1:1',
  model: pipelineModel,
  created_at: run.createdAt,
  ...(run.inputTitle && { file_names: [run.inputTitle] }),
  charged_cents: (state?.images ?? 0) * imageCost(pipelineModel),
  ...(historyThumbnailKey && { thumbnail_keys: [historyThumbnailKey] }),
});
