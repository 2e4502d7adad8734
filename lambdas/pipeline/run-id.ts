import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { runId } from '#shared/pipeline/api.ts';
import { type Run, readRun } from '../store/pipeline-runs.ts';

/** The run that a path names. @throws AppError RunNotFound where it cannot be one. */
export function runIdIn(path: Record<string, string>): string {
  const parsed = runId.safeParse(path.runId);
  if (!parsed.success) throw new AppError('RunNotFound');
  return parsed.data;
}

/** What every step of a run is told. A run is a batch to the ledger, and has its id. */
export const runRef = z.object({ userId: z.string(), batchId: z.string() });
export type RunRef = z.infer<typeof runRef>;

/** The run that a step works on. @throws AppError RunNotFound; Cancelled where the seller wants it no more. */
export async function runningRun({ userId, batchId }: RunRef): Promise<Run> {
  const run = await readRun(userId, batchId);
  if (run?.status !== 'running') throw new AppError('RunNotFound');
  if (run.stopRequestedAt) throw new AppError('Cancelled');
  return run;
}
