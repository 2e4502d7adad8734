/**
 * An outcome arrives by webhook or by poll. It can arrive early, late, twice or never. `recordOutcome` first stores the outcome and then
 * reads the latest token. The waiting step first stores its token and then reads the outcome. So at least one of the two always reads the
 * data that the other has stored.
 */
import { AppError } from '#shared/errors.ts';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import type { Outcome, VideoItem } from '../store/batch-rows.ts';
import { changeItem, readItem } from '../store/batches.ts';

/**
 * Stores a vendor's outcome for an item, unless the item already has an outcome or the seller cancelled it. Then completes the token of the
 * waiting execution. A failure is stored only if the current attempt failed; a success is stored for any attempt.
 */
export async function recordOutcome(item: VideoItem, { requestId, outcome }: { requestId: string; outcome: Outcome }): Promise<void> {
  const attempts = item.attempts ?? 0;
  const changedItem = await changeItem(item, {
    set: { outcome },
    ifAbsent: ['outcome', 'cancelRequestedAt'],
    ...(outcome.status === 'failed' && { once: { requestId }, ifPresent: ['intentAt'], ifEquals: { attempts } }),
  });
  const latestItem = changedItem ?? (await readItem(item.userId, item.batchId, item.index));
  if (latestItem) await completeTaskToken(latestItem);
}

/** @throws AppError with the code of a failed outcome. */
export function throwIfFailed(outcome: Outcome): void {
  if (outcome.status === 'failed') throw new AppError(outcome.code);
}
