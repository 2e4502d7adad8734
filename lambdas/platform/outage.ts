/** Whether AWS did not carry out a call for a reason that passes. The SDK has repeated it by then, without success. */
import { AppError } from '#shared/errors.ts';

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
  // Only errors of the SDK have this field.
  return metadata !== undefined && (throttles.includes(name) || (metadata.httpStatusCode ?? 0) >= 500);
}

/** The error that a caller hears of: our own as it is, an outage of AWS as one, and anything else as unexplained. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(isOutage(cause) ? 'ServiceBusy' : 'InternalError', { cause });
}
