/** The retries of all steps: for which errors, how often, and their maximum time. The error codes are from shared/errors.ts. */
import { Duration } from 'aws-cdk-lib';
import { Errors, JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';
import { codesOf, type ErrorCode } from '#shared/errors.ts';

/** Lambda could not start or finish the function. Every step is safe to repeat, so each is retried. */
const lambdaTrouble = ['Lambda.ServiceException', 'Lambda.AWSLambdaException', 'Lambda.SdkClientException', 'Sandbox.Timedout'];

/**
 * The account has reached its limit of concurrent functions, which is ten for a new account. The step did not run and costs nothing, so it
 * waits. A video that its vendor has billed must not be lost here.
 * 17 attempts in total, with pauses of at most 1 + 2 + 4 + 8 + 16 + 11 * 30 = 361 s.
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html)
 */
export const throttleRetry: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 16,
  maxDelay: Duration.seconds(30),
  jitterStrategy: JitterType.FULL,
};

/**
 * Three attempts in total, with pauses of at most 1 + 2 = 3 s. There are no more, because if a vendor is busy for longer, all items of the
 * batch would retry at the same time.
 */
export const vendorBusyRetry: RetryProps = {
  errors: codesOf('vendor-busy'),
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 2,
  jitterStrategy: JitterType.FULL,
};

/** docs/spec.md 10.7: this many attempts in total, with a pause of 1 s before the second and 2 s before the third. */
const asPipeline = (tries: number): Pick<RetryProps, 'interval' | 'backoffRate' | 'maxAttempts'> => ({
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: tries - 1,
});

/** A text model may accept a request that it refused before, or return a readable result after an unreadable one. */
export const judgeRetry = (tries: number): RetryProps => ({
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer', 'VendorRefused'] satisfies ErrorCode[],
  ...asPipeline(tries),
});

/** After a response without an image, a retry may return one. A refused request would be refused again and may be billed. */
export const imageRetry: RetryProps = {
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer'] satisfies ErrorCode[],
  ...asPipeline(2),
};

/** Step Functions sees every unknown error of a step, such as a throttled read, under this name. It may be transient. */
const unexplained: ErrorCode = 'InternalError';

/** Five attempts in total, with pauses of at most 1 + 2 + 4 + 8 = 15 s. */
export const invocationRetry: RetryProps = {
  errors: [...codesOf('conflict'), unexplained, ...lambdaTrouble],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 4,
  jitterStrategy: JitterType.FULL,
};

/**
 * One retry for a long step with a fallback: after two time-outs, a third is likely. Listed before `invocationRetry`, which has five
 * attempts.
 */
export const onceWhenTimedOut: RetryProps = {
  errors: ['Sandbox.Timedout'],
  interval: Duration.seconds(1),
  maxAttempts: 1,
  jitterStrategy: JitterType.FULL,
};

const finalCodes = codesOf('never').filter((code) => code !== unexplained);

/**
 * For the steps that settle credits: seven attempts, with pauses of at most 1 + 2 + 4 + 8 + 16 + 30 = 61 s. That is longer than most
 * outages. They are safe to repeat, because the ledger accepts each settlement only once.
 */
export const settlementRetries: RetryProps[] = [
  { errors: finalCodes, maxAttempts: 0 },
  {
    errors: [Errors.TASKS_FAILED],
    interval: Duration.seconds(1),
    backoffRate: 2,
    maxAttempts: 6,
    maxDelay: Duration.seconds(30),
    jitterStrategy: JitterType.FULL,
  },
];

/** Step Functions could not start an execution. A retry is safe, because the execution's name makes the start idempotent. */
export const startExecutionRetry: RetryProps = {
  errors: [
    'StepFunctions.ThrottlingException',
    'StepFunctions.ServiceUnavailableException',
    'StepFunctions.SdkClientException',
    'StepFunctions.InternalServerException',
  ],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 4,
  jitterStrategy: JitterType.FULL,
};
