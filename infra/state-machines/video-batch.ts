/** A batch: its videos five at a time, each in an execution of its own, and then the end of the batch. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  type IChainable,
  IntegrationPattern,
  type IStateMachine,
  JsonPath,
  Map as MapState,
  Pass,
  TaskInput,
} from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { videosAtOnce } from '#shared/video/defaults.ts';
import { untilSettled, whenNotStarted } from './retries.ts';
import { caughtAt, caughtError, itemIds, step } from './step.ts';
import { videoItemTimeout } from './video-item.ts';

/** As long as its videos may take one after another in each of the five places, and an hour for everything around them. */
export const videoBatchTimeout = Duration.minutes(Math.ceil(itemsPerBatchMax / videosAtOnce) * videoItemTimeout.toMinutes() + 60);

export type VideoBatchParts = { videoItem: IStateMachine; releaseItem: IFunction; finishBatch: IFunction };

export function videoBatch(scope: Construct, { videoItem, releaseItem, finishBatch }: VideoBatchParts): IChainable {
  const makeVideo = new StepFunctionsStartExecution(scope, 'Make one video', {
    stateMachine: videoItem,
    integrationPattern: IntegrationPattern.RUN_JOB,
    // Found in the console by the batch's id and the item's place in it, and started once even if this state is entered twice.
    name: JsonPath.format('{}-{}', JsonPath.stringAt('$$.Execution.Name'), JsonPath.stringAt('$.index')),
    input: TaskInput.fromObject(itemIds),
    resultPath: JsonPath.DISCARD,
  });
  makeVideo.addRetry(whenNotStarted);
  // One item never ends its batch: an execution that broke off, or never began, gives back what it still holds.
  const release = step(scope, {
    name: 'Release what is left',
    lambda: releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: untilSettled,
  });
  makeVideo.addCatch(release, caughtAt);
  // Nor does one that cannot even be settled now: the reconcile settles it.
  release.addCatch(new Pass(scope, 'Left to the reconcile'), { resultPath: JsonPath.DISCARD });

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
