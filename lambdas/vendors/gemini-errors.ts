/** Maps Google's errors to our codes, by the canonical status and the machine-readable details, never by the message alone. */
import type { ErrorCode } from '#shared/errors.ts';

/** Names and numbers of google.rpc.Code. An error response contains the name. A failed operation contains the number. */
const canonical: Record<string, { number: number; code: ErrorCode; mayHaveWorked?: true }> = {
  CANCELLED: { number: 1, code: 'VendorUnreachable', mayHaveWorked: true },
  UNKNOWN: { number: 2, code: 'VendorServerError', mayHaveWorked: true },
  INVALID_ARGUMENT: { number: 3, code: 'VendorRejectedInput' },
  // Google: "This error may be returned even if the operation has completed successfully."
  DEADLINE_EXCEEDED: { number: 4, code: 'VendorUnreachable', mayHaveWorked: true },
  // The cause can be a model that was shut down.
  NOT_FOUND: { number: 5, code: 'VendorMisconfigured' },
  PERMISSION_DENIED: { number: 7, code: 'VendorMisconfigured' },
  RESOURCE_EXHAUSTED: { number: 8, code: 'VendorBusy' },
  // The billing is off, or Google does not serve the region.
  FAILED_PRECONDITION: { number: 9, code: 'VendorMisconfigured' },
  ABORTED: { number: 10, code: 'VendorServerError' },
  OUT_OF_RANGE: { number: 11, code: 'VendorRejectedInput' },
  UNIMPLEMENTED: { number: 12, code: 'VendorMisconfigured' },
  INTERNAL: { number: 13, code: 'VendorServerError' },
  UNAVAILABLE: { number: 14, code: 'VendorBusy' },
  UNAUTHENTICATED: { number: 16, code: 'VendorMisconfigured' },
};

/** Veo reports a policy refusal as INVALID_ARGUMENT, so only the message shows it. */
const policyWords = /usage guidelines|safety|responsible ai|prohibited|sensitive words|content polic/i;

export type GoogleError = {
  code: ErrorCode;
  /**
   * Whether Google reports that the request had no effect. A 5xx response without a known status does not show this, because a gateway may
   * send it after the request had an effect.
   */
  isFinal: boolean;
  /** The time in seconds until Google allows a retry (RetryInfo). */
  retryAfterSeconds?: number;
  /** Text for the log. It does not contain Google's message, which can quote the prompt. */
  description: string;
};

/** Interprets an error response `{ error: { code, message, status, details[] } }`. */
export function errorOfResponse(status: number, body: unknown): GoogleError {
  const {
    status: name,
    message,
    details,
  } = (body as { error?: { status?: unknown; message?: unknown; details?: unknown } } | null)?.error ?? {};
  const knownError = typeof name === 'string' && Object.hasOwn(canonical, name) ? canonical[name] : undefined;
  const reason = reasonIn(details);
  const retryAfterSeconds = retryDelayIn(details);
  return {
    code: isKeyError(reason) ? 'VendorMisconfigured' : knownError ? toRefusal(knownError.code, message) : codeOfStatus(status),
    isFinal: knownError ? !knownError.mayHaveWorked : status >= 400 && status < 500,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    description: `Gemini responded with ${status} (${[knownError && name, reason].filter(Boolean).join(', ') || 'no status'})`,
  };
}

/** Maps the `error { code, message }` of a failed operation to our code. */
export function codeOfOperationError({ code, message }: { code?: unknown; message?: unknown }): ErrorCode {
  const knownError = Object.values(canonical).find(({ number }) => number === code);
  return knownError ? toRefusal(knownError.code, message) : 'VendorServerError';
}

/** Changes the code to VendorRefused if the message shows a policy refusal. */
const toRefusal = (code: ErrorCode, message: unknown): ErrorCode =>
  code === 'VendorRejectedInput' && typeof message === 'string' && policyWords.test(message) ? 'VendorRefused' : code;

function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403 || status === 404) return 'VendorMisconfigured';
  if (status === 429 || status === 503) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  if (status >= 500) return 'VendorServerError';
  // Redirects are not followed, because no other host may get the key and the photo.
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}

/** Google reports a wrong key as 400 INVALID_ARGUMENT with this reason. */
const isKeyError = (reason: string | undefined): boolean => reason?.startsWith('API_KEY_') ?? false;

const detailOf = (details: unknown, type: string): Record<string, unknown> | undefined =>
  Array.isArray(details) ? details.find((detail) => detail?.['@type'] === `type.googleapis.com/google.rpc.${type}`) : undefined;

function reasonIn(details: unknown): string | undefined {
  const reason = detailOf(details, 'ErrorInfo')?.reason;
  return typeof reason === 'string' && /^[A-Z_]{1,64}$/.test(reason) ? reason : undefined;
}

/** Parses a duration such as `"17.5s"`. */
function retryDelayIn(details: unknown): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(detailOf(details, 'RetryInfo')?.retryDelay)) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Codes of Google's `finishReason` that apply to every kind of output. */
export const finishReasonErrors = {
  SAFETY: 'VendorRefused',
  BLOCKLIST: 'VendorRefused',
  PROHIBITED_CONTENT: 'VendorRefused',
  SPII: 'VendorRefused',
  RECITATION: 'VendorRefused',
  IMAGE_SAFETY: 'VendorRefused',
  IMAGE_PROHIBITED_CONTENT: 'VendorRefused',
  IMAGE_RECITATION: 'VendorRefused',
  LANGUAGE: 'VendorRejectedInput',
} as const satisfies Record<string, ErrorCode>;
