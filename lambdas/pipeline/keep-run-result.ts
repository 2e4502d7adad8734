import type { KeepResponse } from '#shared/batch/keep.ts';
import { AppError } from '#shared/errors.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { markHistoryKept } from '../store/history.ts';
import { markRunKept } from '../store/kept-results.ts';
import { readRun } from '../store/pipeline-runs.ts';

/**
 * Stores whether the seller keeps the final image of a run.
 * @throws AppError RunNotFound; NothingToKeep before the end of the run.
 */
export async function keepRunResult(userId: string, runId: string, keep: boolean): Promise<KeepResponse> {
  if (!(await readRun(userId, runId))) throw new AppError('RunNotFound');
  if (!(await markRunKept({ userId, runId }, keep))) throw new AppError('NothingToKeep');
  await markHistoryKept(workKinds.pipeline.history, { userId, batchId: runId, itemId: 'result' }, keep);
  return { kept: keep };
}
