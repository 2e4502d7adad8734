/** Detects temporary failures of AWS calls. The SDK has already retried them without success. */
import { AppError, type ErrorCode } from '#shared/errors.ts';

const throttles = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'SlowDown',
  'TransactionConflictException',
  'TransactionInProgressException',
];

/** Returns whether an error of the SDK is temporary. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, $metadata: metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  // Only an error of the SDK has this field.
  return metadata !== undefined && (throttles.includes(name) || (metadata.httpStatusCode ?? 0) >= 500);
}

/**
 * Number of runs of important work. If an order makes hundreds of calls, one of them can fail although the SDK has repeated it. Without
 * further runs, such an order would often fail, and a paid result could be lost.
 */
const runsMax = 3;
const pauseMs = 200;

/** Runs the work again if AWS is temporarily unavailable. The work must have the same effect if it runs twice. */
export async function repeatAfterOutage<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await run();
    } catch (error) {
      if (count === runsMax || !isOutage(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * count * (0.5 + Math.random())));
    }
  }
}

/**
 * Returns the error for the caller. Our own errors stay unchanged. Outages of AWS become ServiceBusy. All other errors become
 * InternalError.
 */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(isOutage(cause) ? 'ServiceBusy' : 'InternalError', { cause });
}

/** Returns a handler that replaces any error with an error of this code. `details.reason` contains our code of the cause. */
export const failAs =
  (code: ErrorCode) =>
  (cause: unknown): never => {
    throw new AppError(code, { cause, details: { reason: cause instanceof AppError ? cause.code : 'InternalError' } });
  };
