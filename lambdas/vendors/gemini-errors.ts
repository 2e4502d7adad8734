/** Google's errors in our codes. Decided by the canonical status and the machine-readable details, never by the message alone. */
import type { ErrorCode } from '#shared/errors.ts';

/** Names and numbers are of google.rpc.Code: an answer bears the name, a failed operation the number. */
const canonical: Record<string, { number: number; code: ErrorCode; mayHaveWorked?: true }> = {
  CANCELLED: { number: 1, code: 'VendorUnreachable', mayHaveWorked: true },
  UNKNOWN: { number: 2, code: 'VendorServerError', mayHaveWorked: true },
  INVALID_ARGUMENT: { number: 3, code: 'VendorRejectedInput' },
  // "This error may be returned even if the operation has completed successfully."
  DEADLINE_EXCEEDED: { number: 4, code: 'VendorUnreachable', mayHaveWorked: true },
  // A model that was shut down.
  NOT_FOUND: { number: 5, code: 'VendorMisconfigured' },
  PERMISSION_DENIED: { number: 7, code: 'VendorMisconfigured' },
  RESOURCE_EXHAUSTED: { number: 8, code: 'VendorBusy' },
  // Billing is off, or the region is not served.
  FAILED_PRECONDITION: { number: 9, code: 'VendorMisconfigured' },
  ABORTED: { number: 10, code: 'VendorServerError' },
  OUT_OF_RANGE: { number: 11, code: 'VendorRejectedInput' },
  UNIMPLEMENTED: { number: 12, code: 'VendorMisconfigured' },
  INTERNAL: { number: 13, code: 'VendorServerError' },
  UNAVAILABLE: { number: 14, code: 'VendorBusy' },
  UNAUTHENTICATED: { number: 16, code: 'VendorMisconfigured' },
};

/** Veo tells a refusal by its policy as a bad argument; only the words differ. */
const policyWords = /usage guidelines|safety|responsible ai|prohibited|sensitive words|content polic/i;

export type GoogleError = {
  code: ErrorCode;
  /** Whether it is Google's own word that the request had no effect. A bare 5xx may come from a gateway behind which it had. */
  isFinal: boolean;
  /** How long Google asks to wait, in seconds (RetryInfo). */
  retryAfterSeconds?: number;
  /** What may stand in a log: messages can quote the prompt. */
  told: string;
};

/** What an error answer `{ error: { code, message, status, details[] } }` means. */
export function errorOfAnswer(status: number, body: unknown): GoogleError {
  const {
    status: name,
    message,
    details,
  } = (body as { error?: { status?: unknown; message?: unknown; details?: unknown } } | null)?.error ?? {};
  const known = typeof name === 'string' && Object.hasOwn(canonical, name) ? canonical[name] : undefined;
  const reason = reasonIn(details);
  const retryAfterSeconds = retryDelayIn(details);
  return {
    code: isOfTheKey(reason) ? 'VendorMisconfigured' : known ? refined(known.code, message) : codeOfStatus(status),
    isFinal: known ? !known.mayHaveWorked : status >= 400 && status < 500,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    told: `Gemini answered ${status} (${[known && name, reason].filter(Boolean).join(', ') || 'no status'})`,
  };
}

/** What the `error { code, message }` of a failed operation means. */
export function codeOfOperationError({ code, message }: { code?: unknown; message?: unknown }): ErrorCode {
  const known = Object.values(canonical).find(({ number }) => number === code);
  return known ? refined(known.code, message) : 'VendorServerError';
}

const refined = (code: ErrorCode, message: unknown): ErrorCode =>
  code === 'VendorRejectedInput' && typeof message === 'string' && policyWords.test(message) ? 'VendorRefused' : code;

function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403 || status === 404) return 'VendorMisconfigured';
  if (status === 429 || status === 503) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  if (status >= 500) return 'VendorServerError';
  // A redirect is never followed with the key and the photo.
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}

/** A wrong key is told as 400 INVALID_ARGUMENT, with this as its reason. */
const isOfTheKey = (reason: string | undefined): boolean => reason?.startsWith('API_KEY_') ?? false;

const detailOf = (details: unknown, type: string): Record<string, unknown> | undefined =>
  Array.isArray(details) ? details.find((detail) => detail?.['@type'] === `type.googleapis.com/google.rpc.${type}`) : undefined;

function reasonIn(details: unknown): string | undefined {
  const reason = detailOf(details, 'ErrorInfo')?.reason;
  return typeof reason === 'string' && /^[A-Z_]{1,64}$/.test(reason) ? reason : undefined;
}

/** A duration as `"17.5s"`. */
function retryDelayIn(details: unknown): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(detailOf(details, 'RetryInfo')?.retryDelay)) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Why a model did not finish, whatever it was asked to make, by Google's `finishReason`. */
export const unfinished = {
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
