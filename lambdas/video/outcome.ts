/**
 * An outcome arrives by webhook or by poll: early, late, twice or never. First the outcome is stored; then the latest waiting token is
 * completed. The step that waits first stores its token and then reads the outcome. So at least one side always sees the data of the other
 * side.
 */
import { AppError } from '#shared/errors.ts';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import type { Outcome, VideoItem } from '../store/batch-rows.ts';
import { changeItem, readItem } from '../store/batches.ts';

/**
 * Stores a vendor's outcome for an item, unless it already has one or the seller cancelled, and wakes the waiting execution. A failure
 * counts only for the current order; a success counts for any order.
 */
export async function recordOutcome(item: VideoItem, { requestId, outcome }: { requestId: string; outcome: Outcome }): Promise<void> {
  const attempts = item.attempts ?? 0;
  const changed = await changeItem(item, {
    set: { outcome },
    ifAbsent: ['outcome', 'cancelRequestedAt'],
    ...(outcome.status === 'failed' && { once: { requestId }, ifPresent: ['intentAt'], ifEquals: { attempts } }),
  });
  const now = changed ?? (await readItem(item.userId, item.batchId, item.index));
  if (now) await completeTaskToken(now);
}

/** @throws AppError with the code of a failed outcome. */
export function throwIfFailed(outcome: Outcome): void {
  if (outcome.status === 'failed') throw new AppError(outcome.code);
}
