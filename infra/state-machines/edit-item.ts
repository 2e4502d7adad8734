/** One photo of a batch of edits, from the upload to the capture of its cost. Any failure releases the hold. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry, settlementRetries, vendorBusyRetry } from './retries.ts';
import { catchResultPath, caughtError, itemIds, step } from './step.ts';

/** Longer than all steps if all their retries time out (timeouts.test.ts). */
export const editItemTimeout = Duration.minutes(65);

export type EditItemLambdas = Record<'prepareEdit' | 'editPhoto' | 'captureItem' | 'releaseItem', IFunction>;

export function editItem(scope: Construct, lambdas: EditItemLambdas): IChainable {
  const prepare = step(scope, { name: 'Prepare photo', lambda: lambdas.prepareEdit, retries: [invocationRetry] });
  // We pay for the requests. The item counts them, so that neither these retries nor another execution can exceed its limit.
  const edit = step(scope, { name: 'Edit photo', lambda: lambdas.editPhoto, retries: [vendorBusyRetry, invocationRetry] });
  const capture = step(scope, { name: 'Capture credits', lambda: lambdas.captureItem, retries: settlementRetries });
  const release = step(scope, {
    name: 'Release credits',
    lambda: lambdas.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [prepare, edit, capture]) state.addCatch(release, catchResultPath);
  release.next(new Succeed(scope, 'Not delivered'));
  return prepare.next(edit).next(capture).next(new Succeed(scope, 'Delivered'));
}
