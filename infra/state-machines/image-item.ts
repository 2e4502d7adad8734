/** State machine for one image, from the upload to the capture of its cost. */
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
export const imageItemTimeout = Duration.minutes(85 + billedThrottleMinutes + slotWaitTimeout.toMinutes());

export type ImageItemLambdas = Record<'ingestPhoto' | 'requestSlot' | 'makeImage' | 'captureItem' | 'releaseItem', IFunction>;

export const imageItem = (
  scope: Construct,
  { ingestPhoto, makeImage, captureItem, releaseItem, requestSlot }: ImageItemLambdas,
): IChainable =>
  vendorItem(scope, {
    prepare: { name: 'Ingest photo', lambda: ingestPhoto },
    make: { name: 'Make image', lambda: makeImage },
    requestSlot,
    captureItem,
    releaseItem,
  });
