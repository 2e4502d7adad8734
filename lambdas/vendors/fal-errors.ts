/** fal's errors in our codes. Decided by `type`, never by `msg`; an unknown type of a 422 is not worth a second try. */
import type { ErrorCode } from '#shared/errors.ts';

const byType: Record<string, ErrorCode> = {
  content_policy_violation: 'VendorRefused',
  // Veo answers this, without a picture of its own, mostly where its policy refused.
  no_media_generated: 'VendorRefused',
  // SPEC 8 shows the service-timeout message for these two.
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

/** The code of an error answer: model errors carry `detail[].type`, request errors `error_type`. */
export function codeOfFalError(status: number, body: string): ErrorCode {
  const known = typesIn(body).find((type) => Object.hasOwn(byType, type));
  if (known) return byType[known] as ErrorCode;
  if (status === 401 || status === 403 || status === 404) return 'VendorMisconfigured';
  if (status === 429) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  return status >= 500 ? 'VendorServerError' : 'VendorRejectedInput';
}

/**
 * Whether an error answer is fal's own word on the request. A bare 5xx may come from a gateway before or behind which the order
 * was taken all the same.
 */
export const isFalsWord = (status: number, body: string): boolean => status < 500 || typesIn(body).length > 0;

/** What an error answer may show in a log: fal echoes the prompt and the photo's address in it. */
export const withoutInput = (status: number, body: string): string => `fal answered ${status} (${typesIn(body).join(', ') || 'no type'})`;

function typesIn(body: string): string[] {
  try {
    const { detail, error_type: errorType } = JSON.parse(body) as { detail?: unknown; error_type?: unknown };
    const details = Array.isArray(detail) ? detail.map((entry: { type?: unknown }) => entry?.type) : [];
    return [...details, errorType].filter((type) => typeof type === 'string');
  } catch {
    return [];
  }
}
