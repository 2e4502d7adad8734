/** State machine for one photo of a batch of edits, from the upload to the capture of its cost. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes } from './retries.ts';
import { slotWaitTimeout } from './slot.ts';
import { vendorItem } from './vendor-item.ts';

/**
 * The time-out is longer than the worst case: every attempt of every step times out, and the wait for a slot has its maximum
 * (timeouts.test.ts).
 */
export const editItemTimeout = Duration.minutes(80 + billedThrottleMinutes + slotWaitTimeout.toMinutes());

export type EditItemLambdas = Record<'prepareEdit' | 'requestSlot' | 'editPhoto' | 'captureItem' | 'releaseItem', IFunction>;

export const editItem = (
  scope: Construct,
  { prepareEdit, editPhoto, captureItem, releaseItem, requestSlot }: EditItemLambdas,
): IChainable =>
  vendorItem(scope, {
    prepare: { name: 'Prepare photo', lambda: prepareEdit },
    make: { name: 'Edit photo', lambda: editPhoto },
    requestSlot,
    captureItem,
    releaseItem,
  });
