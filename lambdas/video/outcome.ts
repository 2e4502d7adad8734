/**
 * The outcome of a generation reaches its item by webhook or by poll, early, late, twice or never. It is stored first and only
 * then is the newest waiting token completed; whoever stores a token reads the outcome again. So one of the two always sees the other.
 */
import { AppError } from '#shared/errors.ts';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import type { Outcome, VideoItem } from '../store/batch-rows.ts';
import { changeItem, readItem } from '../store/batches.ts';

/**
 * Stores what the vendor said of an item's order, unless it said something before or the seller cancelled, and wakes the execution
 * that waits for it. A failure counts only for the order that stands; a success is what was asked for, whichever order made it.
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
