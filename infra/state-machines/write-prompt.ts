/** The states that write the prompt of an item of a large order with AI Write. All other items skip them. */
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { invocationRetry, promptRetry } from './retries.ts';
import { waitForSlot } from './slot.ts';
import { catchResultPath, itemIds, step } from './step.ts';

export type PromptLambdas = Record<'requestSlot' | 'writeItemPrompt', IFunction>;

/** The path for the result of the step that ingests the photo. */
export const photoPath = '$.photo';

/**
 * Returns the choice before these states.
 * @param next the state after these states, or instead of them.
 * @param release the state after a failure.
 */
export function writePromptBefore(
  scope: Construct,
  { requestSlot, writeItemPrompt }: PromptLambdas,
  { next, release }: Record<'next' | 'release', LambdaInvoke>,
): Choice {
  const slot = waitForSlot(scope, { name: 'Wait for a prompt slot', lambda: requestSlot, payload: { ...itemIds, purpose: 'prompt' } });
  // The row of the item counts the paid requests of all attempts and all executions, so one limit applies to all of them.
  const write = step(scope, { name: 'Write prompt', lambda: writeItemPrompt, retries: [promptRetry, invocationRetry] });
  for (const state of [slot, write]) state.addCatch(release, catchResultPath);
  slot.next(write).next(next);
  return new Choice(scope, 'Write a prompt?').when(Condition.booleanEquals(`${photoPath}.needsPrompt`, true), slot).otherwise(next);
}
