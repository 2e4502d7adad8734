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

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, $metadata: metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  // Only an error of the SDK has this field.
  return metadata !== undefined && (throttles.includes(name) || (metadata.httpStatusCode ?? 0) >= 500);
}

/**
 * Returns the error for the caller. Our own errors are returned unchanged, AWS outages as ServiceBusy, and all other errors as
 * InternalError.
 */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(isOutage(cause) ? 'ServiceBusy' : 'InternalError', { cause });
}

/** Returns a handler that replaces any error by an error with this code, with our code of the cause in `details.reason`. */
export const failAs =
  (code: ErrorCode) =>
  (cause: unknown): never => {
    throw new AppError(code, { cause, details: { reason: cause instanceof AppError ? cause.code : 'InternalError' } });
  };
