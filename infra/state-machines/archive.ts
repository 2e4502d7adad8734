/** Results packed into one archive, for who saves more than a page can hold. Nothing is charged, so that nothing is settled. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { whenNotRun } from './retries.ts';
import { step } from './step.ts';

/** Two tries of 10 minutes each, and their pauses. */
export const archiveTimeout = Duration.minutes(25);

export function archive(scope: Construct, { makeArchive, giveUpArchive }: Record<'makeArchive' | 'giveUpArchive', IFunction>): IChainable {
  const payload = { userId: JsonPath.stringAt('$.userId'), downloadId: JsonPath.stringAt('$.downloadId') };
  // It is long, and begins anew: what fails twice will fail again.
  const make = step(scope, { name: 'Make archive', lambda: makeArchive, payload, retries: [{ ...whenNotRun, maxAttempts: 1 }] });
  make.addCatch(step(scope, { name: 'Give up archive', lambda: giveUpArchive, payload, retries: [whenNotRun] }), {
    resultPath: JsonPath.DISCARD,
  });
  return make;
}
