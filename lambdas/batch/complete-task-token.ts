import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { errors } from '#shared/errors.ts';
import type { Item } from '../store/batch-rows.ts';

const states = new SFNClient({});

/** The errors for a token whose task has ended. */
export const staleTokenErrors = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/**
 * Completes the latest task token of a video with its outcome or its cancel. Does nothing if there is no token, or if there is neither an
 * outcome nor a cancel. Ignores an old token. Items of other kinds have no task token, because their steps only read the cancel mark.
 */
export async function completeTaskToken(item: Item): Promise<void> {
  if (item.kind !== 'video') return;
  const { taskToken, outcome, cancelRequestedAt } = item;
  const failure = cancelRequestedAt ? 'Cancelled' : outcome?.status === 'failed' ? outcome.code : undefined;
  if (!taskToken || !(failure || outcome)) return;
  const completion = failure
    ? states.send(new SendTaskFailureCommand({ taskToken, error: failure, cause: errors[failure].message }))
    : states.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
  await (completion as Promise<unknown>).catch((error: unknown) => {
    if (!(error instanceof Error && staleTokenErrors.includes(error.name))) throw error;
  });
}
