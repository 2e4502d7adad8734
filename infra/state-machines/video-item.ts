/**
 * State machine for one video, from the upload to the capture of its cost. Each video has a separate execution, because the history of one
 * execution is limited to 25,000 events. If a step fails, the hold is released. A new execution of the same item continues the work,
 * because every step uses the stored results of earlier executions.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  Choice,
  Condition,
  Errors,
  type IChainable,
  IntegrationPattern,
  JsonPath,
  Succeed,
  TaskInput,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { ErrorCode } from '#shared/errors.ts';
import { transientCodes } from '#shared/video/retry-policy.ts';
import {
  billedThrottleMinutes,
  billedThrottleRetry,
  invocationRetry,
  settlementRetries,
  signingMinutes,
  timeOutRetry,
  vendorBusyRetry,
} from './retries.ts';
import { slotWaitTimeout, waitForSlot } from './slot.ts';
import { catchResultPath, caughtError, itemIds, sign, step } from './step.ts';
import { InvokeVersion } from './versions.ts';
import { photoPath, writePromptBefore } from './write-prompt.ts';

/**
 * The time-out is longer than this sum: all steps with all retries, half an hour of waiting for the vendor, and the waits for slots. If
 * this time-out ended an execution, a video that the vendor has already billed could be lost. timeouts.test.ts computes the sum.
 */
export const videoItemTimeout = Duration.minutes(260 + 7 * billedThrottleMinutes + signingMinutes + 4 * slotWaitTimeout.toMinutes());

export type VideoItemLambdas = Record<
  | 'ingestPhoto'
  | 'preprocessPhoto'
  | 'outpaintPhoto'
  | 'requestSlot'
  | 'writeItemPrompt'
  | 'startGeneration'
  | 'awaitResult'
  | 'pollGeneration'
  | 'decideRetry'
  | 'stopGeneration'
  | 'storeResult'
  | 'cropVideo'
  | 'keepOriginal'
  | 'signFile'
  | 'captureItem'
  | 'releaseItem',
  IFunction
>;

export function videoItem(scope: Construct, lambdas: VideoItemLambdas): IChainable {
  const ingest = step(scope, { name: 'Ingest photo', lambda: lambdas.ingestPhoto, resultPath: photoPath, retries: [invocationRetry] });
  const preprocess = step(scope, {
    name: 'Preprocess photo',
    lambda: lambdas.preprocessPhoto,
    resultPath: '$.remaining',
    retries: [invocationRetry],
  });
  const outpaintSlot = waitForSlot(scope, {
    name: 'Wait for an outpaint slot',
    lambda: lambdas.requestSlot,
    payload: { ...itemIds, purpose: 'outpaint' },
  });
  // Each attempt passes this state. But only the first attempt waits, because an item keeps its slot until it ends.
  const slot = waitForSlot(scope, { lambda: lambdas.requestSlot, resultPath: '$.slot' });
  // Each attempt is a paid request. The row of the item counts the requests of all attempts and all executions, so one limit applies to all
  // of them.
  const outpaint = step(scope, { name: 'Outpaint photo', lambda: lambdas.outpaintPhoto, retries: [vendorBusyRetry, invocationRetry] });
  // This step never places a second paid order. It writes an intent before the order. If it runs again, it reads this intent.
  const start = step(scope, {
    name: 'Start generation',
    lambda: lambdas.startGeneration,
    // The time limit of the vendor starts when the item gets its slot.
    payload: { ...itemIds, admittedAt: JsonPath.stringAt('$.slot.admittedAt') },
    resultPath: '$.generation',
    retries: [invocationRetry],
  });
  const wait = waitForResult(scope, lambdas.awaitResult);
  const poll = step(scope, {
    name: 'Ask vendor',
    lambda: lambdas.pollGeneration,
    resultPath: '$.generation',
    retries: [invocationRetry],
    isBilled: true,
  });
  // This step runs after transient vendor failures. Only the row of the item contains the number of attempts, and whether the last attempt
  // may still succeed.
  const decideRetry = step(scope, {
    name: 'Decide retry',
    lambda: lambdas.decideRetry,
    payload: { ...itemIds, ...caughtError },
    resultPath: '$.generation',
    retries: [invocationRetry],
    isBilled: true,
  });
  const store = step(scope, {
    name: 'Store result',
    lambda: lambdas.storeResult,
    retries: [vendorBusyRetry, invocationRetry],
    isBilled: true,
  });
  const crop = step(scope, { name: 'Crop video', lambda: lambdas.cropVideo, retries: [timeOutRetry, invocationRetry], isBilled: true });
  const keep = step(scope, { name: 'Keep original', lambda: lambdas.keepOriginal, retries: [invocationRetry], isBilled: true });
  const signed = sign(scope, lambdas.signFile);
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries, isBilled: true });
  const stop = step(scope, { name: 'Stop at vendor', lambda: lambdas.stopGeneration, retries: [invocationRetry] });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });

  wait.addCatch(poll, { errors: [Errors.TIMEOUT], resultPath: JsonPath.DISCARD });
  for (const state of [start, wait, poll]) state.addCatch(decideRetry, { errors: [...transientCodes], ...catchResultPath });
  for (const state of [start, wait, poll, decideRetry])
    state.addCatch(stop, { errors: ['Cancelled' satisfies ErrorCode], ...catchResultPath });
  // If the crop fails for any reason, the uncropped video is delivered, because only its ratio is wrong.
  crop.addCatch(keep, { resultPath: JsonPath.DISCARD });
  for (const state of [ingest, preprocess, outpaintSlot, outpaint, slot, start, wait, poll, decideRetry, store, keep, signed, capture])
    state.addCatch(release, catchResultPath);
  // The credits are released even if the vendor cannot be reached. The original error is kept.
  stop.addCatch(release, { resultPath: JsonPath.DISCARD });
  stop.next(release);
  decideRetry.next(
    new Choice(scope, 'Try again?')
      .when(
        Condition.booleanEquals('$.generation.again', true),
        new Wait(scope, 'Pause before the next attempt', { time: WaitTime.secondsPath('$.generation.pauseSeconds') }).next(slot),
      )
      .otherwise(release),
  );
  poll.next(new Choice(scope, 'Vendor done?').when(Condition.stringEquals('$.generation.status', 'ready'), store).otherwise(wait));
  release.next(new Succeed(scope, 'Not delivered'));
  const promptOrSlot = writePromptBefore(scope, lambdas, { next: slot, release });
  ingest
    .next(preprocess)
    .next(new Choice(scope, 'Outpaint?').when(Condition.booleanEquals('$.remaining.outpaint', true), outpaintSlot).otherwise(promptOrSlot));
  outpaintSlot.next(outpaint).next(promptOrSlot);
  slot.next(start).next(wait).next(store);
  store.next(new Choice(scope, 'Crop?').when(Condition.booleanEquals('$.remaining.crop', true), crop).otherwise(signed));
  for (const state of [crop, keep]) state.next(signed);
  signed.next(capture);
  capture.next(new Succeed(scope, 'Delivered'));
  return ingest;
}

/** Passes a token to the function. Then waits until the webhook of the vendor completes the token, or until the next poll. */
function waitForResult(scope: Construct, lambda: IFunction): LambdaInvoke {
  const wait = new InvokeVersion(scope, 'Await result', {
    lambdaFunction: lambda,
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: TaskInput.fromObject({ ...itemIds, token: JsonPath.taskToken }),
    taskTimeout: Timeout.at('$.generation.waitSeconds'),
    retryOnServiceExceptions: false,
    resultPath: JsonPath.DISCARD,
  });
  for (const retry of [billedThrottleRetry, invocationRetry]) wait.addRetry(retry);
  return wait;
}
