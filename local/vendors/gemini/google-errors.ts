/** Builds errors in the format of Google's APIs: `{ error: { code, message, status, details? } }`. */
import type { VendorResponse } from '../kit/http.ts';

const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;
export type GoogleStatus = keyof typeof statuses;

export const googleStatuses = Object.keys(statuses) as [GoogleStatus, ...GoogleStatus[]];

export const googleError = (status: GoogleStatus, message: string, details?: object[]): VendorResponse => ({
  status: statuses[status],
  json: { error: { code: statuses[status], message, status, ...(details && { details }) } },
});

export const unknownModel = (model: string, method: string): VendorResponse =>
  googleError('NOT_FOUND', `models/${model} is not found for API version v1beta, or is not supported for ${method}.`);
