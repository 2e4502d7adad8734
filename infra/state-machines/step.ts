import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { JsonPath, type RetryProps, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { settlementRetries, throttleRetry } from './retries.ts';

/**
 * The ids of one item. They are the only input of its steps, because the size of a payload is limited; the steps read all other data from
 * the rows.
 */
export const itemIds = {
  userId: JsonPath.stringAt('$.userId'),
  batchId: JsonPath.stringAt('$.batchId'),
  itemId: JsonPath.stringAt('$.itemId'),
  index: JsonPath.numberAt('$.index'),
};

/** The error that a Catch with `catchResultPath` stores: { Error, Cause }. */
export const catchResultPath = { resultPath: '$.error' };
export const caughtError = { error: JsonPath.objectAt('$.error') };

type StepProps = {
  name: string;
  lambda: IFunction;
  payload?: Record<string, unknown>;
  /** The path for the result. By default, the result is discarded. */
  answerAt?: string;
  /** Retries in addition to those for a throttled function. */
  retries: RetryProps[];
};

/** Creates a state that runs one function. */
export function step(scope: Construct, { name, lambda, payload = itemIds, answerAt = JsonPath.DISCARD, retries }: StepProps): LambdaInvoke {
  const state = new LambdaInvoke(scope, name, {
    lambdaFunction: lambda,
    payload: TaskInput.fromObject(payload),
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    resultPath: answerAt,
  });
  for (const retry of [throttleRetry, ...retries]) state.addRetry(retry);
  return state;
}

/** Minutes for the last step of a batch with all its retries (timeouts.test.ts). */
export const finishMinutes = 12;

/** Ends a batch whose items have all ended. */
export const finish = (scope: Construct, finishBatch: IFunction): LambdaInvoke =>
  step(scope, {
    name: 'Finish batch',
    lambda: finishBatch,
    payload: { userId: itemIds.userId, batchId: itemIds.batchId },
    retries: settlementRetries,
  });
