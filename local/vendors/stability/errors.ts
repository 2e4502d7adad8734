/** Builds errors in the format of Stability: `{ id, name, errors }`. Each name has one status. */
import { randomBytes } from 'node:crypto';
import type { VendorResponse } from '../kit/http.ts';

const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  content_moderation: 403,
  not_found: 404,
  payload_too_large: 413,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type StabilityErrorName = keyof typeof statusOf;
export const stabilityErrorNames = Object.keys(statusOf) as [StabilityErrorName, ...StabilityErrorName[]];

/** Returns 32 hexadecimal digits, like Stability's ids. */
export const newId = (): string => randomBytes(16).toString('hex');

export const stabilityError = (name: StabilityErrorName, ...errors: string[]): VendorResponse => {
  const id = newId();
  return { status: statusOf[name], json: { id, name, errors }, headers: { 'x-request-id': id } };
};
