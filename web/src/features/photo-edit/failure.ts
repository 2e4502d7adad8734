/** The parts of the text about a failed edit (docs/spec.md 9.4). */
import { errors, isErrorCode } from '#shared/errors.ts';
import type { PageErrorCode } from '#web/lib/api.ts';

/** The status texts are listed here, because HTTP/2 responses contain no status text. */
const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns the status and its text if the API has responded with an error. Otherwise, returns undefined. */
export function statusOf(code: PageErrorCode): { status: number; statusText: string } | undefined {
  if (!isErrorCode(code)) return undefined;
  const { status } = errors[code];
  return { status, statusText: statusTexts[status] ?? '' };
}

const codesWithOwnTexts = [
  'BadRequest',
  'Unreachable',
  'Offline',
  'InternalError',
  'VendorBusy',
  'VendorServerError',
  'VendorUnreachable',
  'VendorTimeout',
  'VendorRefused',
  'VendorRejectedInput',
  'VendorMisconfigured',
  'VendorMalformedAnswer',
  'GenerationFailed',
] as const satisfies readonly PageErrorCode[];

/** Whether a code has a separate text for photo edits. The common text of such a code is about videos. */
export const hasOwnText = (code: PageErrorCode): code is (typeof codesWithOwnTexts)[number] =>
  codesWithOwnTexts.some((one) => one === code);
