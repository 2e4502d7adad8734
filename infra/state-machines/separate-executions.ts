/** States that run the items of a batch in parallel, each in a separate execution. If an item fails, the batch continues. */
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, IntegrationPattern, JsonPath, Map as MapState, Pass, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { settlementRetries, startExecutionRetry } from './retries.ts';
import { catchResultPath, caughtError, itemIds, step } from './step.ts';
import { type ItemMachine, StartVersion } from './versions.ts';

/**
 * Maximum minutes for the start of an item and, if the item fails, for the release of its credits. All retries are included
 * (timeouts.test.ts checks this).
 */
export const startAndReleaseMinutes = 12;

type ItemOptions = { itemName: string; itemMachine: ItemMachine; releaseItem: IFunction };
type ItemListOptions = ItemOptions & { name: string; concurrentMax: number };

/** Runs all items of the input, at most `concurrentMax` at a time. */
export function separateExecutions(scope: Construct, { name, concurrentMax, ...item }: ItemListOptions): MapState {
  const items = new MapState(scope, name, {
    itemsPath: '$.items',
    maxConcurrency: concurrentMax,
    itemSelector: eachItem,
    resultPath: JsonPath.DISCARD,
  });
  items.itemProcessor(separateExecution(scope, item));
  return items;
}

function separateExecution(scope: Construct, { itemName, itemMachine, releaseItem }: ItemOptions): IChainable {
  const itemState = new StartVersion(scope, itemName, {
    itemMachine,
    integrationPattern: IntegrationPattern.RUN_JOB,
    // The name contains the batch id and the index of the item, so that operators can find the execution in the console. It also prevents a
    // second execution if this state runs twice.
    name: JsonPath.format('{}-{}', JsonPath.stringAt('$$.Execution.Name'), JsonPath.stringAt('$.index')),
    input: TaskInput.fromObject(itemIds),
    resultPath: JsonPath.DISCARD,
  });
  itemState.addRetry(startExecutionRetry);
  // If the execution failed or never started, this step releases the remaining hold.
  const release = step(scope, {
    name: 'Release remaining hold',
    lambda: releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  itemState.addCatch(release, catchResultPath);
  // If the release also fails, the credits remain held. The reconcile job then starts another execution of the batch.
  release.addCatch(new Pass(scope, 'Reconcile job will release hold'), { resultPath: JsonPath.DISCARD });
  return itemState;
}

/** The input of each item of a Map: the ids of the batch and of the item. */
const eachItem = {
  userId: itemIds.userId,
  batchId: itemIds.batchId,
  itemId: JsonPath.stringAt('$$.Map.Item.Value.itemId'),
  index: JsonPath.numberAt('$$.Map.Item.Value.index'),
};
