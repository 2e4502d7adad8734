/** One edited photo: held by the call, edited, stored, captured, ended. Whatever fails releases what was held (Q12). */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry, settlementRetries, vendorBusyRetry } from './retries.ts';
import { catchResultPath, caughtError, finish, itemIds, step } from './step.ts';

/** Longer than every step takes when all its retries time out (timeouts.test.ts). */
export const photoEditTimeout = Duration.minutes(65);

export type PhotoEditLambdas = Record<'editPhoto' | 'captureItem' | 'releaseItem' | 'finishBatch', IFunction>;

export function photoEdit(scope: Construct, lambdas: PhotoEditLambdas): IChainable {
  // Paid by us: the item counts the requests, so that neither these retries nor another execution can go beyond its limit.
  const edit = step(scope, { name: 'Edit photo', lambda: lambdas.editPhoto, retries: [vendorBusyRetry, invocationRetry] });
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [edit, capture]) state.addCatch(release, catchResultPath);
  const end = finish(scope, lambdas.finishBatch);
  release.next(end);
  // What cannot be settled now leaves the execution broken off: the reconcile starts another.
  return edit.next(capture).next(end);
}
