/** Whether a vendor surely billed nothing for a request that failed. */
import { AppError } from '#shared/errors.ts';

/** Failures before a byte of the request was sent. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function neverSent(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (beforeSending.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/**
 * Answers that every vendor documents as free: a wrong key, no credit, no right, no such address, a file that is too large, too many
 * requests. Refusals of a picture or a prompt are not among them: some are billed.
 */
const freeStatuses = new Set([401, 402, 403, 404, 413, 429]);

export const isFreeStatus = (status: number): boolean => freeStatuses.has(status);

/** Whether the request that failed with this error, or with a cause of it, surely was not billed. Without a key none is sent. */
export function surelyUnbilled(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (error instanceof AppError && (error.isUnbilled || error.code === 'VendorMisconfigured')) return true;
  }
  return neverSent(failure);
}
