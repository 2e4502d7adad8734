/**
 * Stops a run. One under way is only marked: its own execution ends it, and so settles what it holds. One that is paused has none, and
 * is ended here.
 */
import { AppError } from '#shared/errors.ts';
import { markCancelled, readItem } from '../store/batches.ts';
import { changeRun, readRun } from '../store/pipeline-runs.ts';
import { endRun } from './end-run.ts';

/** @throws AppError RunNotFound, NothingToStop where it has ended. */
export async function stopRun(userId: string, runId: string, now: Date): Promise<void> {
  const run = await readRun(userId, runId);
  if (!run) throw new AppError('RunNotFound');
  if (run.status === 'paused' && (await endRun(run, { status: 'stopped' }, now))) return;
  const marked = await changeRun(run, { set: { stopRequestedAt: run.stopRequestedAt ?? now.toISOString() }, where: { status: 'running' } });
  if (!marked) throw new AppError('NothingToStop');
  // An image that is not stored yet is dropped, and not charged.
  const item = marked.item && (await readItem(userId, runId, marked.item.index));
  if (item) await markCancelled(item, now);
}
