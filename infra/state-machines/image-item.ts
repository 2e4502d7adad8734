/** State machine for one image, from the upload to the capture of its cost. After a failure of a step, it releases the hold. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry, settlementRetries, vendorBusyRetry } from './retries.ts';
import { catchResultPath, caughtError, itemIds, step } from './step.ts';

/** Longer than the total time of all steps with all retries, even if each attempt times out (timeouts.test.ts). */
export const imageItemTimeout = Duration.minutes(70);

export type ImageItemLambdas = Record<'ingestPhoto' | 'makeImage' | 'captureItem' | 'releaseItem', IFunction>;

export function imageItem(scope: Construct, lambdas: ImageItemLambdas): IChainable {
  const ingest = step(scope, { name: 'Ingest photo', lambda: lambdas.ingestPhoto, retries: [invocationRetry] });
  // These requests are paid. The row of the item counts them, so that neither these retries nor another execution can exceed the limit of
  // the item.
  const make = step(scope, { name: 'Make image', lambda: lambdas.makeImage, retries: [vendorBusyRetry, invocationRetry] });
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [ingest, make, capture]) state.addCatch(release, catchResultPath);
  release.next(new Succeed(scope, 'Not delivered'));
  return ingest.next(make).next(capture).next(new Succeed(scope, 'Delivered'));
}
