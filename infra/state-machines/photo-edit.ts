/**
 * State machine for one photo edit. The API call has already held the credits. The machine waits for a slot, edits and stores the photo,
 * captures the credits, and ends the batch. If a step fails, the machine releases the hold.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes, invocationRetry, settlementRetries, vendorBusyRetry } from './retries.ts';
import { slotWaitTimeout, waitForSlot } from './slot.ts';
import { catchResultPath, caughtError, finish, itemIds, step } from './step.ts';

/**
 * The time-out is longer than the worst case: every attempt of every step times out, and the wait for a slot has its maximum
 * (timeouts.test.ts).
 */
export const photoEditTimeout = Duration.minutes(80 + billedThrottleMinutes + slotWaitTimeout.toMinutes());

export type PhotoEditLambdas = Record<'requestSlot' | 'editPhoto' | 'captureItem' | 'releaseItem' | 'finishBatch', IFunction>;

export function photoEdit(scope: Construct, lambdas: PhotoEditLambdas): IChainable {
  const slot = waitForSlot(scope, { lambda: lambdas.requestSlot });
  // Each attempt is a paid request. The row of the item counts the requests of all attempts and all executions, so one limit applies to all
  // of them.
  const edit = step(scope, { name: 'Edit photo', lambda: lambdas.editPhoto, retries: [vendorBusyRetry, invocationRetry] });
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries, isBilled: true });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [slot, edit, capture]) state.addCatch(release, catchResultPath);
  const end = finish(scope, lambdas.finishBatch);
  release.next(end);
  // If a step that captures or releases credits fails, the execution fails, and the reconcile job starts another execution.
  return slot.next(edit).next(capture).next(end);
}
