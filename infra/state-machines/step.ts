import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, JsonPath, Pass, type RetryProps, Succeed, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { billedThrottleRetry, invocationRetry, mailRetry, settlementRetries, signingRetries, throttleRetry } from './retries.ts';
import { InvokeVersion } from './versions.ts';

/**
 * The ids of one item. The steps of an item get only these ids as input, because the size of a payload is limited. The steps read all other
 * data from the rows.
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
  /** The path for the result. Without a path, the result is discarded. */
  resultPath?: string;
  /** The retries in addition to the retries for a throttled function. */
  retries: RetryProps[];
  /** True if a vendor has billed the work before this step. If its function is throttled, the step is then retried for hours. */
  isBilled?: boolean;
};

/** Creates a state that runs one function. */
export function step(
  scope: Construct,
  { name, lambda, payload = itemIds, resultPath = JsonPath.DISCARD, retries, isBilled = false }: StepProps,
): LambdaInvoke {
  const state = new InvokeVersion(scope, name, {
    lambdaFunction: lambda,
    payload: TaskInput.fromObject(payload),
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    resultPath,
  });
  for (const retry of [isBilled ? billedThrottleRetry : throttleRetry, ...retries]) state.addRetry(retry);
  return state;
}

/** Adds the content credentials to the stored result of an item (docs/decisions/039-content-credentials.md). */
export const sign = (scope: Construct, signFile: IFunction, payload: Record<string, unknown> = itemIds): LambdaInvoke =>
  step(scope, { name: 'Sign result', lambda: signFile, payload, retries: signingRetries, isBilled: true });

const batchIds = { userId: itemIds.userId, batchId: itemIds.batchId };

/** Ends a batch whose items have all ended. */
export const finish = (scope: Construct, finishBatch: IFunction, resultPath: string = JsonPath.DISCARD): LambdaInvoke =>
  step(scope, { name: 'Finish batch', lambda: finishBatch, payload: batchIds, retries: settlementRetries, resultPath });

/** The functions of the end of a batch. */
export type EndLambda = 'finishBatch' | 'sendDoneMail' | 'continueOrder';

/** Minutes for the end of a batch and its mail, with all retries (timeouts.test.ts). */
export const finishAndMailMinutes = 12 + 9;

/**
 * Ends a batch, and then sends the mail if the seller requested it, or continues the large order of the batch. The batch has already ended,
 * so a failure of the second step does not change the batch. Jobs send a failed mail and continue an order later.
 */
export function finishAndMail(scope: Construct, { finishBatch, sendDoneMail, continueOrder }: Record<EndLambda, IFunction>) {
  const batchEnded = new Succeed(scope, 'Batch ended');
  const sendMail = step(scope, { name: 'Send mail', lambda: sendDoneMail, payload: batchIds, retries: [mailRetry] });
  sendMail.addCatch(new Pass(scope, 'Leave mail to job').next(batchEnded), { resultPath: JsonPath.DISCARD });
  const continueLargeOrder = step(scope, {
    name: 'Continue order',
    lambda: continueOrder,
    payload: { ...batchIds, executionArn: JsonPath.stringAt('$$.Execution.Id') },
    retries: [invocationRetry],
  });
  continueLargeOrder.addCatch(new Pass(scope, 'Leave order to job').next(batchEnded), { resultPath: JsonPath.DISCARD });
  const isMoreWanted = new Choice(scope, 'Mail or order?')
    .when(Condition.booleanEquals('$.end.mail', true), sendMail.next(batchEnded))
    .when(Condition.booleanEquals('$.end.order', true), continueLargeOrder.next(batchEnded))
    .otherwise(batchEnded);
  return finish(scope, finishBatch, '$.end').next(isMoreWanted);
}
