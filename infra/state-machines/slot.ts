/** The state before a paid vendor request. It waits until the item has a slot at the vendor. */
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { IntegrationPattern, JsonPath, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { invocationRetry, throttleRetry } from './retries.ts';
import { itemIds } from './step.ts';
import { InvokeVersion } from './versions.ts';

/**
 * The time-out is longer than a weekend, because an operator may stop all orders for this time. A wait costs nothing. After the time-out,
 * the credits of the item are released.
 */
export const slotWaitTimeout = Duration.hours(72);

type SlotProps = { name?: string; lambda: IFunction; payload?: Record<string, unknown>; resultPath?: string };

/**
 * Passes a task token to the function. The function adds the item to the queue of its lane. When the item gets a slot, the token is
 * completed, so no poll is necessary. A retry passes a new token, which replaces the earlier one.
 */
export function waitForSlot(
  scope: Construct,
  { name = 'Wait for a slot', lambda, payload = { ...itemIds, purpose: 'result' }, resultPath = JsonPath.DISCARD }: SlotProps,
): LambdaInvoke {
  const wait = new InvokeVersion(scope, name, {
    lambdaFunction: lambda,
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: TaskInput.fromObject({ ...payload, token: JsonPath.taskToken }),
    taskTimeout: Timeout.duration(slotWaitTimeout),
    retryOnServiceExceptions: false,
    resultPath,
  });
  for (const retry of [throttleRetry, invocationRetry]) wait.addRetry(retry);
  return wait;
}
