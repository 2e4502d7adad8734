/** Detects failed requests that the vendor certainly did not bill. */
import { AppError } from '#shared/errors.ts';

/** Errors that occur before any byte of the request is sent. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function wasNotSent(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (beforeSending.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/**
 * Responses that every vendor documents as free: wrong key, no credit, no permission, unknown address, file too large, too many requests.
 * Refusals of a picture or a prompt are not in the list, because some of them are billed.
 */
const freeStatuses = new Set([401, 402, 403, 404, 413, 429]);

export const isFreeStatus = (status: number): boolean => freeStatuses.has(status);

/**
 * Returns whether this error, or one of its causes, shows that the request was not billed. VendorMisconfigured is such an error, because no
 * request is sent without a key.
 */
export function isCertainlyNotBilled(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (error instanceof AppError && (error.isUnbilled || error.code === 'VendorMisconfigured')) return true;
  }
  return wasNotSent(failure);
}
