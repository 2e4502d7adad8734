/** A batch of photo edits: three at a time, each in a separate execution, then the end of the batch. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { concurrentEditsMax, editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { editItemTimeout } from './edit-item.ts';
import { aroundItemMinutes, ownExecutions } from './own-execution.ts';
import { finishAndMail, finishAndMailMinutes } from './step.ts';

/** The maximum time of the edits in each of the parallel slots, with the retries around each, and the end of the batch. */
export const editBatchTimeout = Duration.minutes(
  Math.ceil(editsPerBatchMax / concurrentEditsMax) * (editItemTimeout.toMinutes() + aroundItemMinutes) + finishAndMailMinutes,
);

export type EditBatchParts = { editItem: IStateMachine } & Record<'releaseItem' | 'finishBatch' | 'sendDoneMail', IFunction>;

export function editBatch(scope: Construct, { editItem, releaseItem, ...atTheEnd }: EditBatchParts): IChainable {
  const items = ownExecutions(scope, {
    name: 'Edit three photos at a time',
    itemName: 'Edit one photo',
    concurrentMax: concurrentEditsMax,
    machine: editItem,
    releaseItem,
  });
  return items.next(finishAndMail(scope, atTheEnd));
}
