/**
 * State machine for one photo edit. The API call has already held the credits. The machine waits for a slot, edits, stores and signs the
 * photo, captures the credits, and ends the batch. If a step fails, the machine releases the hold.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes, invocationRetry, settlementRetries, signingMinutes, vendorBusyRetry } from './retries.ts';
import { slotWaitTimeout, waitForSlot } from './slot.ts';
import { catchResultPath, caughtError, finish, itemIds, sign, step } from './step.ts';

/**
 * The time-out is longer than the total time of all steps with all retries, plus the wait for a slot, even if each attempt times out
 * (timeouts.test.ts).
 */
export const photoEditTimeout = Duration.minutes(80 + billedThrottleMinutes + signingMinutes + slotWaitTimeout.toMinutes());

export type PhotoEditLambdas = Record<'requestSlot' | 'editPhoto' | 'signFile' | 'captureItem' | 'releaseItem' | 'finishBatch', IFunction>;

export function photoEdit(scope: Construct, lambdas: PhotoEditLambdas): IChainable {
  const slot = waitForSlot(scope, { lambda: lambdas.requestSlot });
  // Each attempt is a paid request. The row of the item counts the requests of all attempts and all executions, so one limit applies to all
  // of them.
  const edit = step(scope, { name: 'Edit photo', lambda: lambdas.editPhoto, retries: [vendorBusyRetry, invocationRetry] });
  const signed = sign(scope, lambdas.signFile);
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries, isBilled: true });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [slot, edit, signed, capture]) state.addCatch(release, catchResultPath);
  const end = finish(scope, lambdas.finishBatch);
  release.next(end);
  // If a step that captures or releases credits fails, the execution fails, and the reconcile job starts another execution.
  return slot.next(edit).next(signed).next(capture).next(end);
}
