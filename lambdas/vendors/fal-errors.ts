/** Maps fal's errors to our codes, by `type` and never by `msg`. An error with status 422 and an unknown type is not retried. */
import type { ErrorCode } from '#shared/errors.ts';

const byType: Record<string, ErrorCode> = {
  content_policy_violation: 'VendorRefused',
  // Veo made no video. The reason is usually a policy refusal.
  no_media_generated: 'VendorRefused',
  // These two types show the message about a time-out (docs/spec.md 18.3).
  downstream_service_error: 'VendorUnreachable',
  downstream_service_unavailable: 'VendorUnreachable',
  internal_server_error: 'VendorServerError',
  generation_timeout: 'VendorUnreachable',
  request_timeout: 'VendorUnreachable',
  startup_timeout: 'VendorUnreachable',
  runner_scheduling_failure: 'VendorBusy',
  concurrent_requests_limit: 'VendorBusy',
  runner_connection_timeout: 'VendorBusy',
  runner_connection_refused: 'VendorBusy',
  runner_connection_error: 'VendorBusy',
  runner_disconnected: 'VendorServerError',
  runner_incomplete_response: 'VendorServerError',
  runner_server_error: 'VendorServerError',
  internal_error: 'VendorServerError',
};

/** Returns the code of an error response. Model errors have `detail[].type`. Request errors have `error_type`. */
export function codeOfFalError(status: number, body: string): ErrorCode {
  const knownType = typesIn(body).find((type) => Object.hasOwn(byType, type));
  if (knownType) return byType[knownType] as ErrorCode;
  if (status === 401 || status === 403 || status === 404) return 'VendorMisconfigured';
  if (status === 429) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  return status >= 500 ? 'VendorServerError' : 'VendorRejectedInput';
}

/**
 * Returns true if the response shows that fal rejected the request. A 5xx response without a type does not show this, because a gateway may
 * send it after fal accepted the order.
 */
export const isRejectedByFal = (status: number, body: string): boolean => status < 500 || typesIn(body).length > 0;

/** Describes an error response for the log without its body, because the body contains the prompt and the URL of the photo. */
export const describeFalError = (status: number, body: string): string =>
  `fal responded with ${status} (${typesIn(body).join(', ') || 'no type'})`;

function typesIn(body: string): string[] {
  try {
    const { detail, error_type: errorType } = JSON.parse(body) as { detail?: unknown; error_type?: unknown };
    const details = Array.isArray(detail) ? detail.map((entry: { type?: unknown }) => entry?.type) : [];
    return [...details, errorType].filter((type) => typeof type === 'string');
  } catch {
    return [];
  }
}
