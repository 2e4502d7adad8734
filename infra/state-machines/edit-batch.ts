/**
 * State machine for a batch of photo edits. The machine makes three edits in parallel, each in a separate execution. Then it ends the
 * batch.
 */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { concurrentEditsMax, editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { editItemTimeout } from './edit-item.ts';
import { separateExecutions, startAndReleaseMinutes } from './separate-executions.ts';
import { type EndLambda, finishAndMail, finishAndMailMinutes } from './step.ts';
import type { ItemMachine } from './versions.ts';

/**
 * The maximum time of the edits that run one after another in one of the parallel places. The time of each edit includes its start and its
 * release with all retries. The end of the batch is also included.
 */
export const editBatchTimeout = Duration.minutes(
  Math.ceil(editsPerBatchMax / concurrentEditsMax) * (editItemTimeout.toMinutes() + startAndReleaseMinutes) + finishAndMailMinutes,
);

export type EditBatchParts = { editItem: ItemMachine } & Record<'releaseItem' | EndLambda, IFunction>;

export function editBatch(scope: Construct, parts: EditBatchParts): IChainable {
  const { editItem, releaseItem } = parts;
  const items = separateExecutions(scope, {
    name: 'Edit three photos at a time',
    itemName: 'Edit one photo',
    concurrentMax: concurrentEditsMax,
    itemMachine: editItem,
    releaseItem,
  });
  return items.next(finishAndMail(scope, parts));
}
