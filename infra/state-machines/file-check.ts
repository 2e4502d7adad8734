/** Checks one file of a visitor. The check is free, so a failed check is not repeated. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry } from './retries.ts';
import { step } from './step.ts';

/** The time-out is longer than the maximum pauses of a throttled account (timeouts.test.ts). */
export const fileCheckTimeout = Duration.minutes(30);

export function fileCheck(scope: Construct, lambdas: Record<'checkUpload' | 'giveUpCheck', IFunction>): IChainable {
  const payload = { checkId: JsonPath.stringAt('$.checkId') };
  // There is no retry, because the same file would crash the decoder again.
  const check = step(scope, { name: 'Check file', lambda: lambdas.checkUpload, payload, retries: [] });
  check.addCatch(step(scope, { name: 'Give up check', lambda: lambdas.giveUpCheck, payload, retries: [invocationRetry] }), {
    resultPath: JsonPath.DISCARD,
  });
  return check;
}
