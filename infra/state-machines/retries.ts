/** What is tried again, how often, and how long that takes at most. The error codes come from shared/errors.ts. */
import { Duration } from 'aws-cdk-lib';
import { Errors, JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';
import { codesOf, type ErrorCode } from '#shared/errors.ts';

/** Lambda could not run the function, or not to its end. Every step may be run twice, so each may be tried again. */
const lambdaTrouble = ['Lambda.ServiceException', 'Lambda.AWSLambdaException', 'Lambda.SdkClientException', 'Sandbox.Timedout'];

/**
 * The account runs as many functions as it may: ten, if it is new. The step did not run and costs nothing, so it waits for a place: 17
 * tries in all, with pauses of at most 1 + 2 + 4 + 8 + 16 + 11 * 30 = 361 s. A video that its vendor has billed must not be lost here.
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

/** Three tries in all, with pauses of at most 1 + 2 = 3 s: a vendor that is busy for longer has the whole batch back at once. */
export const vendorBusyRetry: RetryProps = {
  errors: codesOf('vendor-busy'),
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 2,
  jitterStrategy: JitterType.FULL,
};

/** SPEC 7 'Pipeline HTTP helper' (checklist P16): so many tries in all, a second before the second one, and twice that before the third. */
const asPipeline = (tries: number): Pick<RetryProps, 'interval' | 'backoffRate' | 'maxAttempts'> => ({
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: tries - 1,
});

/** A model of words may refuse what it takes the next time, or answer what cannot be read. */
export const judgeRetry = (tries: number): RetryProps => ({
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer', 'VendorRefused'] satisfies ErrorCode[],
  ...asPipeline(tries),
});

/** An answer without an image may be one the next time; what was refused would be again, and may be billed. */
export const imageRetry: RetryProps = {
  errors: [...codesOf('vendor-busy'), 'VendorMalformedAnswer'] satisfies ErrorCode[],
  ...asPipeline(2),
};

/** Whatever a step cannot explain, such as a throttled read, reaches us under this name and may well pass. */
const unexplained: ErrorCode = 'InternalError';

/** Five tries in all, with pauses of at most 1 + 2 + 4 + 8 = 15 s. */
export const invocationRetry: RetryProps = {
  errors: [...codesOf('conflict'), unexplained, ...lambdaTrouble],
  interval: Duration.seconds(1),
  backoffRate: 2,
  maxAttempts: 4,
  jitterStrategy: JitterType.FULL,
};

/** One retry for a long step that has a fallback: what times out twice will time out again. Listed before `whenNotRun`, which has five tries. */
export const onceWhenTimedOut: RetryProps = {
  errors: ['Sandbox.Timedout'],
  interval: Duration.seconds(1),
  maxAttempts: 1,
  jitterStrategy: JitterType.FULL,
};

const finalCodes = codesOf('never').filter((code) => code !== unexplained);

/**
 * For the steps that settle money: seven tries in all, with pauses of at most 1 + 2 + 4 + 8 + 16 + 30 = 61 s, longer than most
 * outages. They are safe to repeat, for the ledger takes each settlement once.
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

/** Step Functions could not take the start of an execution just then; its name lets it be asked for again. */
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
