/** State machine for one image, from the upload to the capture of its cost. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { billedThrottleMinutes, signingMinutes } from './retries.ts';
import { slotWaitTimeout } from './slot.ts';
import { vendorItem } from './vendor-item.ts';

/**
 * This timeout must be longer than the waits for slots plus all attempts of all steps, even if each attempt times out. timeouts.test.ts
 * checks this rule.
 */
export const imageItemTimeout = Duration.minutes(105 + billedThrottleMinutes + signingMinutes + 2 * slotWaitTimeout.toMinutes());

export type ImageItemLambdas = Record<
  'ingestPhoto' | 'requestSlot' | 'writeItemPrompt' | 'makeImage' | 'signFile' | 'captureItem' | 'releaseItem',
  IFunction
>;

export const imageItem = (
  scope: Construct,
  { ingestPhoto, writeItemPrompt, makeImage, signFile, captureItem, releaseItem, requestSlot }: ImageItemLambdas,
): IChainable =>
  vendorItem(scope, {
    prepare: { name: 'Ingest photo', lambda: ingestPhoto },
    make: { name: 'Make image', lambda: makeImage },
    requestSlot,
    writeItemPrompt,
    signFile,
    captureItem,
    releaseItem,
  });
