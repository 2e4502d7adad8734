/**
 * Makes a file that needs more time than an API call allows. The file is an archive of results, or the export of an account. Both are free.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry } from './retries.ts';
import { step } from './step.ts';

/**
 * Each time-out is longer than two attempts and the maximum pauses of a throttled account (timeouts.test.ts). An attempt takes at most 10
 * minutes for an archive and 15 minutes for an export.
 */
export const archiveTimeout = Duration.minutes(40);
export const accountExportTimeout = Duration.minutes(50);

type FileJob = { file: 'archive' | 'export'; idField: 'downloadId' | 'exportId'; make: IFunction; giveUp: IFunction };

function fileJob(scope: Construct, { file, idField, make: makeFile, giveUp }: FileJob): IChainable {
  const payload = { userId: JsonPath.stringAt('$.userId'), [idField]: JsonPath.stringAt(`$.${idField}`) };
  // Only one retry is made. Each attempt starts from the beginning, so a third attempt would usually fail again.
  const make = step(scope, { name: `Make ${file}`, lambda: makeFile, payload, retries: [{ ...invocationRetry, maxAttempts: 1 }] });
  make.addCatch(step(scope, { name: `Give up ${file}`, lambda: giveUp, payload, retries: [invocationRetry] }), {
    resultPath: JsonPath.DISCARD,
  });
  return make;
}

export const archive = (scope: Construct, lambdas: Record<'makeArchive' | 'giveUpArchive', IFunction>): IChainable =>
  fileJob(scope, { file: 'archive', idField: 'downloadId', make: lambdas.makeArchive, giveUp: lambdas.giveUpArchive });

export const accountExport = (scope: Construct, lambdas: Record<'makeExport' | 'giveUpExport', IFunction>): IChainable =>
  fileJob(scope, { file: 'export', idField: 'exportId', make: lambdas.makeExport, giveUp: lambdas.giveUpExport });
