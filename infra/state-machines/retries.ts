/** The retries of all steps: their errors, the number of attempts, and the maximum time. The error codes are from shared/errors.ts. */
import { Duration } from 'aws-cdk-lib';
import { Errors, JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';
import { codesOf, type ErrorCode } from '#shared/errors.ts';

/**
 * These errors mean that Lambda could not start or finish the function, or that its result is unknown. Every step is retried after these
 * errors, because a step can be repeated safely
 * (https://docs.aws.amazon.com/step-functions/latest/dg/sfn-best-practices.html#bp-lambda-serviceexception).
 */
const lambdaFailures = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.Unknown',
  'Runtime.ExitError',
  'Runtime.OutOfMemory',
  'Sandbox.Timedout',
];

/**
 * The account has reached its limit of concurrent functions. A new account has a limit of ten. The step did not run and costs nothing.
 * There are 17 attempts in total, with pauses of at most 1 + 2 + 4 + 8 + 16 + 11 * 30 = 361 s.
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
 * The vendor has already billed the work before this step, so the result must not be lost. The step is retried for about four hours. There
 * are 57 attempts in total, with pauses of at most 1 + 2 + 4 + … + 256 + 47 * 300 = 14,611 s.
 */
export const billedThrottleRetry: RetryProps = { ...throttleRetry, maxAttempts: 56, maxDelay: Duration.minutes(5) };

/** The maximum pauses of `billedThrottleRetry`, rounded up. */
export const billedThrottleMinutes = 244;

/**
 * There are three attempts in total, with pauses of at most 1 + 2 = 3 s. More attempts would increase the load of a busy vendor, because
 * all items of a batch retry at the same time.
 */
export const vendorBusyRetry: RetryProps = {
  errors: codesOf('vendor-busy'),
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 2,
  jitterStrategy: JitterType.FULL,
};

/**
 * Returns the retries of docs/spec.md 10.7: `attempts` in total, with a pause of 1 s before the second attempt and 2 s before the third.
 */
const pipelineRetries = (attempts: number): Pick<RetryProps, 'interval' | 'backoffRate' | 'maxAttempts'> => ({
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: attempts - 1,
});

/** A text model may accept a request that it refused before. After an unreadable result, it may return a readable one. */
export const judgeRetry = (attempts: number): RetryProps => ({
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer', 'VendorRefused'] satisfies ErrorCode[],
  ...pipelineRetries(attempts),
});

/**
 * After a response without an image, another attempt may return an image. A refused request is not repeated, because it would be refused
 * again and may be billed.
 */
export const imageRetry: RetryProps = {
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer'] satisfies ErrorCode[],
  ...pipelineRetries(2),
};

/**
 * A text model may return a readable text after an unreadable one. There are two attempts in total, because an item may cause two paid
 * requests for its prompt.
 */
export const promptRetry: RetryProps = {
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer'] satisfies ErrorCode[],
  interval: Duration.seconds(1),
  maxAttempts: 1,
  jitterStrategy: JitterType.FULL,
};

/** Step Functions gives this name to every unknown error of a step. Such an error may be transient, for example a throttled read. */
const unknownError: ErrorCode = 'InternalError';

/** There are five attempts in total, with pauses of at most 1 + 2 + 4 + 8 = 15 s. */
export const invocationRetry: RetryProps = {
  errors: [...codesOf('conflict'), unknownError, ...lambdaFailures],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 4,
  jitterStrategy: JitterType.FULL,
};

/**
 * One retry for a long step that has a fallback. A step that exceeded its time or memory would probably exceed it again. This retry must be
 * in the list before `invocationRetry`, because `invocationRetry` would make five attempts.
 */
export const timeOutRetry: RetryProps = {
  errors: ['Sandbox.Timedout', 'Runtime.OutOfMemory'],
  interval: Duration.seconds(1),
  maxAttempts: 1,
  jitterStrategy: JitterType.FULL,
};

const finalCodes = codesOf('never').filter((code) => code !== unknownError);

/**
 * The steps that capture or release credits have seven attempts, with pauses of at most 1 + 2 + 4 + 8 + 16 + 30 = 61 s. This time is longer
 * than most outages. These steps can be repeated safely, because the ledger accepts each capture or release only once.
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

/** Without a signing key, a step waits for the operator for about four hours, with the pauses of `billedThrottleRetry`. */
export const missingKeyRetry: RetryProps = { ...billedThrottleRetry, errors: ['SigningKeyMissing' satisfies ErrorCode] };

/**
 * After all other failures, the signing step has the same retries as the steps that settle credits. A file can be signed twice safely,
 * because the item accepts only one signed file.
 */
export const signingRetries: RetryProps[] = [missingKeyRetry, ...settlementRetries];

/** Minutes for the signature of a file with all retries (timeouts.test.ts). */
export const signingMinutes = 2 * billedThrottleMinutes + 133;

/**
 * A mail has three attempts in total, with pauses of at most 5 + 10 = 15 s. After these attempts, a job sends the mail. The row of the mail
 * allows only one function to send it. If an attempt may have sent the mail, no other attempt is made.
 */
export const mailRetry: RetryProps = {
  errors: [Errors.TASKS_FAILED],
  interval: Duration.seconds(5),
  backoffRate: 2,
  maxAttempts: 2,
  jitterStrategy: JitterType.FULL,
};

/**
 * Step Functions could not start an execution. A retry is safe, because the name of an execution makes its start idempotent. Step Functions
 * reports a throttled call of this API as `StepFunctions.AWSStepFunctionsException`.
 */
export const startExecutionRetry: RetryProps = {
  errors: [
    'StepFunctions.ThrottlingException',
    'StepFunctions.ServiceUnavailableException',
    'StepFunctions.SdkClientException',
    'StepFunctions.InternalServerException',
    'StepFunctions.AWSStepFunctionsException',
  ],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 4,
  jitterStrategy: JitterType.FULL,
};
