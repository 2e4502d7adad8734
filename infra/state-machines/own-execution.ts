/** State that runs one item of a batch in a separate execution. If the item fails, the batch continues. */

import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, IntegrationPattern, type IStateMachine, JsonPath, Pass, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { settlementRetries, startExecutionRetry } from './retries.ts';
import { catchResultPath, caughtError, itemIds, step } from './step.ts';

/** Maximum minutes for the start of an item and for the release after it, with all retries (timeouts.test.ts). */
export const aroundItemMinutes = 12;

type Parts = { name: string; machine: IStateMachine; releaseItem: IFunction };

export function ownExecution(scope: Construct, { name, machine, releaseItem }: Parts): IChainable {
  const make = new StepFunctionsStartExecution(scope, name, {
    stateMachine: machine,
    integrationPattern: IntegrationPattern.RUN_JOB,
    // The name contains the batch id and the index of the item, so that the execution can be found in the console. It also makes the start
    // idempotent if this state is entered twice.
    name: JsonPath.format('{}-{}', JsonPath.stringAt('$$.Execution.Name'), JsonPath.stringAt('$.index')),
    input: TaskInput.fromObject(itemIds),
    resultPath: JsonPath.DISCARD,
  });
  make.addRetry(startExecutionRetry);
  // If the execution failed or never started, release its remaining hold.
  const release = step(scope, {
    name: 'Release what is left',
    lambda: releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  make.addCatch(release, catchResultPath);
  // If the release also fails, the item stays open and the reconcile job settles it.
  release.addCatch(new Pass(scope, 'Leave to reconcile job'), { resultPath: JsonPath.DISCARD });
  return make;
}

/** The input of each item of a Map: the ids of the batch and of the item. */
export const eachItem = {
  userId: itemIds.userId,
  batchId: itemIds.batchId,
  itemId: JsonPath.stringAt('$$.Map.Item.Value.itemId'),
  index: JsonPath.numberAt('$$.Map.Item.Value.index'),
};
