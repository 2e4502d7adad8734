/** Makes the parts of a package after its files are finished. The package is free, so a failure only gets a record. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, type IChainable, JsonPath, Map as MapState, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry } from './retries.ts';
import { step } from './step.ts';

/** A file takes about a minute, so more frequent reads are not necessary. */
const pause = Duration.seconds(20);

/**
 * The time-out is longer than the wait for the files (lambdas/package/plan-package.ts) plus all parts with their retries
 * (timeouts.test.ts). If a package is not ready when its execution must have ended, the package can be made again
 * (lambdas/package/create-package.ts).
 */
export const packageTimeout = Duration.hours(18);

type Lambdas = Record<'planPackage' | 'makePart' | 'endPackage', IFunction>;

export function packageFiles(scope: Construct, { planPackage, makePart, endPackage }: Lambdas): IChainable {
  const payload = { userId: JsonPath.stringAt('$.userId'), packageId: JsonPath.stringAt('$.packageId') };
  const giveUp = step(scope, {
    name: 'Give up package',
    lambda: endPackage,
    payload: { ...payload, outcome: 'failed' },
    retries: [invocationRetry],
  });
  const onError = { resultPath: JsonPath.DISCARD };
  const end = step(scope, {
    name: 'End package',
    lambda: endPackage,
    payload: { ...payload, outcome: 'ready' },
    retries: [invocationRetry],
  });
  const plan = step(scope, { name: 'Plan package', lambda: planPackage, payload, resultPath: '$.plan', retries: [invocationRetry] });
  // There is only one retry: each attempt starts from the beginning, so a third attempt would usually fail again.
  const make = step(scope, {
    name: 'Make part',
    lambda: makePart,
    payload: { ...payload, part: JsonPath.numberAt('$.part') },
    retries: [{ ...invocationRetry, maxAttempts: 1 }],
  });
  const parts = new MapState(scope, 'Make the parts one after another', {
    itemsPath: '$.plan.parts',
    // Each part writes the progress of the package, so two parts must not run at the same time.
    maxConcurrency: 1,
    itemSelector: { ...payload, part: JsonPath.numberAt('$$.Map.Item.Value') },
    resultPath: JsonPath.DISCARD,
  }).itemProcessor(make);
  const wait = new Wait(scope, 'Wait for the files', { time: WaitTime.duration(pause) });
  for (const state of [plan, parts, end]) state.addCatch(giveUp, onError);
  const isWaiting = new Choice(scope, 'Are files still being made?')
    .when(Condition.stringEquals('$.plan.state', 'wait'), wait.next(plan))
    .otherwise(parts.next(end));
  return plan.next(isWaiting);
}
