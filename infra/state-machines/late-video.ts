/** A video that came after its item was given up: it is stored and shown, and nothing is charged (docs/decisions/003). */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { whenNotRun, whenVendorBusy } from './retries.ts';
import { step } from './step.ts';

/** Three tries of two minutes each, and their pauses. */
export const lateVideoTimeout = Duration.minutes(15);

export const lateVideo = (scope: Construct, { storeLateResult }: Record<'storeLateResult', IFunction>): IChainable =>
  step(scope, { name: 'Store late result', lambda: storeLateResult, retries: [whenVendorBusy, whenNotRun] });
