/** State machine for one photo of a batch of edits, from the upload to the capture of its cost. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes, signingMinutes } from './retries.ts';
import { slotWaitTimeout } from './slot.ts';
import { vendorItem } from './vendor-item.ts';

/**
 * The time-out is longer than the total time of all steps with all retries, plus the wait for a slot, even if each attempt times out
 * (timeouts.test.ts).
 */
export const editItemTimeout = Duration.minutes(80 + billedThrottleMinutes + signingMinutes + slotWaitTimeout.toMinutes());

export type EditItemLambdas = Record<'prepareEdit' | 'requestSlot' | 'editPhoto' | 'signFile' | 'captureItem' | 'releaseItem', IFunction>;

export const editItem = (
  scope: Construct,
  { prepareEdit, editPhoto, signFile, captureItem, releaseItem, requestSlot }: EditItemLambdas,
): IChainable =>
  vendorItem(scope, {
    prepare: { name: 'Prepare photo', lambda: prepareEdit },
    make: { name: 'Edit photo', lambda: editPhoto },
    requestSlot,
    signFile,
    captureItem,
    releaseItem,
  });
