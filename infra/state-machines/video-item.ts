/**
 * One video, from the upload to the capture of its cost. An execution of its own for each, so that a batch of a hundred stays far
 * from the 25,000 events that a history may have. Whatever fails releases what was held.
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
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { StepName } from '../routes.ts';
import { untilSettled, whenNotRun, whenVendorBusy } from './retries.ts';
import { caughtAt, caughtError, itemIds, step } from './step.ts';

/** Half an hour of waiting for the vendor (shared/video/waiting.ts), and the steps before and after it with their retries. */
export const videoItemTimeout = Duration.minutes(45);

export type VideoItemLambdas = Record<Exclude<StepName, 'finishBatch'>, IFunction>;

export function videoItem(scope: Construct, lambdas: VideoItemLambdas): IChainable {
  const ingest = step(scope, { name: 'Ingest photo', lambda: lambdas.ingestPhoto, retries: [whenNotRun] });
  // Not paid twice when run twice: the step writes its intent first, and finds it.
  const start = step(scope, {
    name: 'Start generation',
    lambda: lambdas.startGeneration,
    answerAt: '$.generation',
    retries: [whenVendorBusy, whenNotRun],
  });
  const wait = waitForResult(scope, lambdas.awaitResult);
  const ask = step(scope, {
    name: 'Ask vendor',
    lambda: lambdas.pollGeneration,
    answerAt: '$.generation',
    retries: [whenVendorBusy, whenNotRun],
  });
  const store = step(scope, { name: 'Store result', lambda: lambdas.storeResult, retries: [whenVendorBusy, whenNotRun] });
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: untilSettled });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: untilSettled,
  });

  wait.addCatch(ask, { errors: [Errors.TIMEOUT], resultPath: JsonPath.DISCARD });
  for (const state of [ingest, start, wait, ask, store, capture]) state.addCatch(release, caughtAt);
  ask.next(new Choice(scope, 'Vendor done?').when(Condition.stringEquals('$.generation.status', 'ready'), store).otherwise(wait));
  release.next(new Succeed(scope, 'Not delivered'));
  return ingest.next(start).next(wait).next(store).next(capture).next(new Succeed(scope, 'Delivered'));
}

/** Hands out a token and waits until the vendor's webhook completes it, or until it is time to ask. */
function waitForResult(scope: Construct, lambda: IFunction): LambdaInvoke {
  const wait = new LambdaInvoke(scope, 'Await result', {
    lambdaFunction: lambda,
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: TaskInput.fromObject({ ...itemIds, token: JsonPath.taskToken }),
    taskTimeout: Timeout.at('$.generation.waitSeconds'),
    retryOnServiceExceptions: false,
    resultPath: JsonPath.DISCARD,
  });
  wait.addRetry(whenNotRun);
  return wait;
}
