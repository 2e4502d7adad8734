/** One item of a batch in an execution of its own, which never ends its batch. */

import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, IntegrationPattern, type IStateMachine, JsonPath, Pass, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { settlementRetries, startExecutionRetry } from './retries.ts';
import { catchResultPath, caughtError, itemIds, step } from './step.ts';

/** The retries of the start of an item's execution, and of the release after it (timeouts.test.ts). */
export const aroundItemMinutes = 12;

type Parts = { name: string; machine: IStateMachine; releaseItem: IFunction };

export function ownExecution(scope: Construct, { name, machine, releaseItem }: Parts): IChainable {
  const make = new StepFunctionsStartExecution(scope, name, {
    stateMachine: machine,
    integrationPattern: IntegrationPattern.RUN_JOB,
    // Found in the console by the batch's id and the item's place in it, and started once even if this state is entered twice.
    name: JsonPath.format('{}-{}', JsonPath.stringAt('$$.Execution.Name'), JsonPath.stringAt('$.index')),
    input: TaskInput.fromObject(itemIds),
    resultPath: JsonPath.DISCARD,
  });
  make.addRetry(startExecutionRetry);
  // An execution that broke off, or never began, gives back what it still holds.
  const release = step(scope, {
    name: 'Release what is left',
    lambda: releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  make.addCatch(release, catchResultPath);
  // One that cannot even be settled now is left open: the reconcile settles it.
  release.addCatch(new Pass(scope, 'Leave to reconcile job'), { resultPath: JsonPath.DISCARD });
  return make;
}

/** What each item of a Map is told: the ids of the batch, and its own. */
export const eachItem = {
  userId: itemIds.userId,
  batchId: itemIds.batchId,
  itemId: JsonPath.stringAt('$$.Map.Item.Value.itemId'),
  index: JsonPath.numberAt('$$.Map.Item.Value.index'),
};
