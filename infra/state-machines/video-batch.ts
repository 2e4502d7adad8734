/** A batch: its videos five at a time, each in an execution of its own, and then the end of the batch. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  type IChainable,
  IntegrationPattern,
  type IStateMachine,
  JsonPath,
  Map as MapState,
  TaskInput,
} from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { videosAtOnce } from '#shared/video/defaults.ts';
import { untilSettled } from './retries.ts';
import { caughtAt, caughtError, itemIds, step } from './step.ts';

/** A hundred videos, five at a time, at most half an hour each, are ten hours. */
export const videoBatchTimeout = Duration.hours(12);

export type VideoBatchParts = { videoItem: IStateMachine; releaseItem: IFunction; finishBatch: IFunction };

export function videoBatch(scope: Construct, { videoItem, releaseItem, finishBatch }: VideoBatchParts): IChainable {
  const makeVideo = new StepFunctionsStartExecution(scope, 'Make one video', {
    stateMachine: videoItem,
    integrationPattern: IntegrationPattern.RUN_JOB,
    // Found in the console by the batch's id, and started once even if this state is entered twice.
    name: JsonPath.format('{}-{}', JsonPath.stringAt('$$.Execution.Name'), itemIds.itemId),
    input: TaskInput.fromObject(itemIds),
    resultPath: JsonPath.DISCARD,
  });
  // One item never ends its batch: an execution that broke off, or never began, gives back what it still holds.
  makeVideo.addCatch(
    step(scope, {
      name: 'Release what is left',
      lambda: releaseItem,
      payload: { ...itemIds, ...caughtError },
      retries: untilSettled,
    }),
    caughtAt,
  );

  const each = new MapState(scope, 'Make five videos at a time', {
    itemsPath: '$.items',
    maxConcurrency: videosAtOnce,
    itemSelector: {
      userId: itemIds.userId,
      batchId: itemIds.batchId,
      itemId: JsonPath.stringAt('$$.Map.Item.Value.itemId'),
      index: JsonPath.numberAt('$$.Map.Item.Value.index'),
    },
    resultPath: JsonPath.DISCARD,
  });
  each.itemProcessor(makeVideo);
  return each.next(
    step(scope, {
      name: 'Finish batch',
      lambda: finishBatch,
      payload: { userId: itemIds.userId, batchId: itemIds.batchId },
      retries: untilSettled,
    }),
  );
}
