/**
 * State machine for a batch of images. The machine makes groups of three images one after another, with a pause between two groups
 * (docs/spec.md 8.4). Then it ends the batch.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, type IChainable, JsonPath, Map as MapState, Succeed, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { groupPauseSeconds } from '#shared/image/groups.ts';
import { imageItemTimeout } from './image-item.ts';
import { separateExecutions, startAndReleaseMinutes } from './separate-executions.ts';
import { type EndLambda, finishAndMail, finishAndMailMinutes, itemIds } from './step.ts';
import type { ItemMachine } from './versions.ts';

/**
 * The maximum time of all groups one after another. The time of each group includes the start and the release of its items with all
 * retries, and a pause of at most a minute. The end of the batch is also included.
 */
export const imageBatchTimeout = Duration.minutes(
  Math.ceil(itemsPerBatchMax / imagesPerGroup) * (imageItemTimeout.toMinutes() + startAndReleaseMinutes + 1) + finishAndMailMinutes,
);

export type ImageBatchParts = { imageItem: ItemMachine } & Record<'releaseItem' | EndLambda, IFunction>;

export function imageBatch(scope: Construct, parts: ImageBatchParts): IChainable {
  const { imageItem, releaseItem } = parts;
  const group = separateExecutions(scope, {
    name: 'Make a group of images',
    itemName: 'Make one image',
    concurrentMax: imagesPerGroup,
    itemMachine: imageItem,
    releaseItem,
  });
  const pause = new Wait(scope, 'Pause between groups', { time: WaitTime.duration(Duration.seconds(groupPauseSeconds)) });
  const anotherGroup = new Choice(scope, 'Another group?')
    .when(Condition.booleanEquals('$.isLast', true), new Succeed(scope, 'Last group made'))
    .otherwise(pause);

  const groups = new MapState(scope, 'Make the groups one after another', {
    itemsPath: '$.groups',
    maxConcurrency: 1,
    itemSelector: {
      userId: itemIds.userId,
      batchId: itemIds.batchId,
      items: JsonPath.objectAt('$$.Map.Item.Value.items'),
      isLast: JsonPath.objectAt('$$.Map.Item.Value.isLast'),
    },
    resultPath: JsonPath.DISCARD,
  });
  groups.itemProcessor(group.next(anotherGroup));
  return groups.next(finishAndMail(scope, parts));
}
