/**
 * State machine for a batch of photo edits. The machine makes three edits at a time, each in a separate execution, and then ends the batch.
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
 * The maximum time of the edits that run one after another in one of the parallel slots. For each edit, this time includes its start and
 * release with all retries. The time also includes the end of the batch.
 */
export const editBatchTimeout = Duration.minutes(
  Math.ceil(editsPerBatchMax / concurrentEditsMax) * (editItemTimeout.toMinutes() + startAndReleaseMinutes) + finishAndMailMinutes,
);

export type EditBatchParts = { editItem: ItemMachine } & Record<'releaseItem' | EndLambda, IFunction>;

export function editBatch(scope: Construct, { editItem, releaseItem, ...endLambdas }: EditBatchParts): IChainable {
  const items = separateExecutions(scope, {
    name: 'Edit three photos at a time',
    itemName: 'Edit one photo',
    concurrentMax: concurrentEditsMax,
    itemMachine: editItem,
    releaseItem,
  });
  return items.next(finishAndMail(scope, endLambdas));
}
