/** What is said of an edit that failed: SPEC's words (checklist R9), and why. */
import { errors, isErrorCode } from '#shared/errors.ts';
import type { PageErrorCode } from '#web/lib/api.ts';

/** HTTP/2 sends none of them. */
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

/** The status and its text where the call was answered with an error; undefined where nothing was answered. */
export function statusOf(code: PageErrorCode): { status: number; statusText: string } | undefined {
  if (!isErrorCode(code)) return undefined;
  const { status } = errors[code];
  return { status, statusText: statusTexts[status] ?? '' };
}

const ownWords = [
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

/** Codes of which the page's usual words would speak of videos. */
export const hasOwnWords = (code: PageErrorCode): code is (typeof ownWords)[number] => ownWords.some((one) => one === code);
