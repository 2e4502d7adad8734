/** Makes files for marketplaces from delivered results. The files are free, so a failure is only recorded. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, JsonPath, Map as MapState } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { filesPerFinishMax } from '#shared/finish/api.ts';
import { invocationRetry } from './retries.ts';
import { step } from './step.ts';

/** A new AWS account can run only ten functions at the same time. With more parallel files, paid work would have to wait. */
const concurrentFilesMax = 2;
/** The maximum time of one file and of the record of its failure, with all retries (timeouts.test.ts). */
const fileMinutesMax = 36;

export const finishTimeout = Duration.minutes(Math.ceil(filesPerFinishMax / concurrentFilesMax) * fileMinutesMax);

export function finishFiles(scope: Construct, { makeFile, giveUpFile }: Record<'makeFile' | 'giveUpFile', IFunction>): IChainable {
  const payload = {
    userId: JsonPath.stringAt('$.userId'),
    batchId: JsonPath.stringAt('$.batchId'),
    itemId: JsonPath.stringAt('$.itemId'),
    fileId: JsonPath.stringAt('$.fileId'),
  };
  const make = step(scope, { name: 'Make file', lambda: makeFile, payload, retries: [{ ...invocationRetry, maxAttempts: 1 }] });
  make.addCatch(step(scope, { name: 'Give up file', lambda: giveUpFile, payload, retries: [invocationRetry] }), {
    resultPath: JsonPath.DISCARD,
  });
  const files = new MapState(scope, 'Make two files at a time', {
    itemsPath: '$.files',
    maxConcurrency: concurrentFilesMax,
    itemSelector: {
      userId: JsonPath.stringAt('$.userId'),
      batchId: JsonPath.stringAt('$$.Map.Item.Value.batchId'),
      itemId: JsonPath.stringAt('$$.Map.Item.Value.itemId'),
      fileId: JsonPath.stringAt('$$.Map.Item.Value.fileId'),
    },
    resultPath: JsonPath.DISCARD,
  });
  return files.itemProcessor(make);
}
