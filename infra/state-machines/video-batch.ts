/** State machine for a batch of videos. The machine makes five videos in parallel, each in a separate execution. Then it ends the batch. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { separateExecutions, startAndReleaseMinutes } from './separate-executions.ts';
import { type EndLambda, finishAndMail, finishAndMailMinutes } from './step.ts';
import type { ItemMachine } from './versions.ts';
import { videoItemTimeout } from './video-item.ts';

/**
 * The maximum time of the videos that run one after another in one of the five parallel places. The time of each video includes its start
 * and its release with all retries. The end of the batch is also included.
 */
export const videoBatchTimeout = Duration.minutes(
  Math.ceil(itemsPerBatchMax / concurrentVideosMax) * (videoItemTimeout.toMinutes() + startAndReleaseMinutes) + finishAndMailMinutes,
);

export type VideoBatchParts = { videoItem: ItemMachine } & Record<'releaseItem' | EndLambda, IFunction>;

export function videoBatch(scope: Construct, parts: VideoBatchParts): IChainable {
  const { videoItem, releaseItem } = parts;
  const items = separateExecutions(scope, {
    name: 'Make five videos at a time',
    itemName: 'Make one video',
    concurrentMax: concurrentVideosMax,
    itemMachine: videoItem,
    releaseItem,
  });
  return items.next(finishAndMail(scope, parts));
}
