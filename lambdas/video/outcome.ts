/**
 * The outcome of a generation reaches its item by webhook or by poll, early, late, twice or never. It is stored first and only
 * then is the newest waiting token completed; whoever stores a token reads the outcome again. So one of the two always sees the other.
 */
import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { AppError, errors } from '#shared/errors.ts';
import { changeItem, type Item, type Outcome, readItem } from '../store/batches.ts';

const states = new SFNClient({});

const staleToken = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/** Stores what the vendor said, unless it said something before, and wakes the execution that waits for it. */
export async function recordOutcome(
  ref: { userId: string; batchId: string; index: number },
  requestId: string,
  outcome: Outcome,
): Promise<void> {
  const changed = await changeItem(ref, { set: { outcome }, once: { requestId }, unless: ['outcome'] });
  const item = changed ?? (await readItem(ref.userId, ref.batchId, ref.index));
  if (item) await wake(item);
}

/** Completes the item's newest token with its outcome, if it has both. A token that is stale by now is nobody's loss. */
export async function wake({ taskToken, outcome }: Item): Promise<void> {
  if (!taskToken || !outcome) return;
  const woken =
    outcome.status === 'ready'
      ? states.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }))
      : states.send(new SendTaskFailureCommand({ taskToken, error: outcome.code, cause: errors[outcome.code].message }));
  await (woken as Promise<unknown>).catch((error: unknown) => {
    if (!(error instanceof Error && staleToken.includes(error.name))) throw error;
  });
}

/** @throws AppError with the code of a failed outcome. */
export function throwIfFailed(outcome: Outcome): void {
  if (outcome.status === 'failed') throw new AppError(outcome.code);
}
