import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { errors } from '#shared/errors.ts';
import { type Item, isVideo } from '../store/batch-rows.ts';

const states = new SFNClient({});

const staleToken = ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'];

/**
 * Completes an item's newest token with its outcome, or with the seller's cancel, if there is either. A token that is stale by now
 * is nobody's loss. An image waits for nobody: its step reads the cancel by itself.
 */
export async function completeTaskToken(item: Item): Promise<void> {
  if (!isVideo(item)) return;
  const { taskToken, outcome, cancelRequestedAt } = item;
  const failure = cancelRequestedAt ? 'Cancelled' : outcome?.status === 'failed' ? outcome.code : undefined;
  if (!taskToken || !(failure || outcome)) return;
  const woken = failure
    ? states.send(new SendTaskFailureCommand({ taskToken, error: failure, cause: errors[failure].message }))
    : states.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
  await (woken as Promise<unknown>).catch((error: unknown) => {
    if (!(error instanceof Error && staleToken.includes(error.name))) throw error;
  });
}
