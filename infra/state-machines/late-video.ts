/**
 * State machine for a late video. A late video arrives after its item timed out. The video is stored and shown without a charge (decision
 * 003).
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes, invocationRetry, missingKeyRetry, vendorBusyRetry } from './retries.ts';
import { itemIds, step } from './step.ts';

/** If the signing key is missing, the function has 57 attempts of at most three minutes. This value is their total run time. */
const attemptMinutes = 57 * 3;

/** The time-out is longer than the total time of both steps with all retries, even if each attempt times out (timeouts.test.ts). */
export const lateVideoTimeout = Duration.minutes(60 + 2 * (2 * billedThrottleMinutes + attemptMinutes));

export function lateVideo(scope: Construct, { storeLateResult }: Record<'storeLateResult', IFunction>): IChainable {
  const storeState = (name: string, mayCrop: boolean) =>
    step(scope, {
      name,
      lambda: storeLateResult,
      payload: { ...itemIds, mayCrop },
      retries: [missingKeyRetry, vendorBusyRetry, invocationRetry],
      isBilled: true,
    });
  const storeCropped = storeState('Store late result', true);
  // If the crop fails, the item gets the uncropped video without a charge.
  storeCropped.addCatch(storeState('Store late result as it is', false), { resultPath: JsonPath.DISCARD });
  return storeCropped;
}
