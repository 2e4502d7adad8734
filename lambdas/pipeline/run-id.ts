import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { runId } from '#shared/pipeline/api.ts';
import { type Run, readRun } from '../store/pipeline-runs.ts';

/** Returns the run id in a path. @throws AppError RunNotFound if it is not a valid id. */
export function runIdIn(path: Record<string, string>): string {
  const parsed = runId.safeParse(path.runId);
  if (!parsed.success) throw new AppError('RunNotFound');
  return parsed.data;
}

/** The input of every step of a run. In the ledger, a run is a batch with the same id. */
export const runRef = z.object({ userId: z.string(), batchId: z.string() });
export type RunRef = z.infer<typeof runRef>;

/** Returns the run of a step. @throws AppError RunNotFound; Cancelled if the seller stopped the run. */
export async function runningRun({ userId, batchId }: RunRef): Promise<Run> {
  const run = await readRun(userId, batchId);
  if (run?.status !== 'running') throw new AppError('RunNotFound');
  if (run.stopRequestedAt) throw new AppError('Cancelled');
  return run;
}
