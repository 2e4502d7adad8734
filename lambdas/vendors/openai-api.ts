/**
 * Calls the OpenAI API with its SDK (facts: docs/vendors.md). This file solves four problems of the SDK:
 * - It retries a call twice.
 * - Its time-out ends with the first byte of the response.
 * - It follows redirects with the key.
 * - It reads a response of any size.
 */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { isFreeStatus } from '../platform/unbilled.ts';
import { readBodyUpTo } from './response-body.ts';
import { type VendorAccess, vendorAccess } from './vendor-access.ts';

const address = 'https://api.openai.com/v1';

type Limits = { timeoutMs: number; responseBytesMax: number };

/** Reads the whole response within the fetch call, up to the size limit. So the SDK's time-out includes the time to read the body. */
const fetchWholeBody =
  (responseBytesMax: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...(await encodeForm(init)), redirect: 'manual' });
    const body = await readBodyUpTo(response, responseBytesMax);
    if (!body)
      throw new AppError('VendorMalformedAnswer', { details: { reason: `The response is larger than ${responseBytesMax} bytes.` } });
    const { status, headers } = response;
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  };

/** Encodes a form before it is sent. A time-out while Node encodes a form would cause an unhandled rejection. */
async function encodeForm(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers, body: await form.arrayBuffer() };
}

/** @throws AppError VendorMisconfigured if the key is missing. */
export async function connectToOpenai({
  timeoutMs,
  responseBytesMax,
}: Limits): Promise<Pick<VendorAccess<'openai'>, 'setting'> & { openai: OpenAI }> {
  const { key, standIn, setting } = await vendorAccess('openai');
  const openai = new OpenAI({
    apiKey: key,
    baseURL: standIn ? `${standIn}/v1` : address,
    // These values are set explicitly. Otherwise, the SDK would read them from environment variables.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: fetchWholeBody(responseBytesMax),
  });
  return { openai, setting };
}

/** Maps OpenAI's error codes to our codes. The codes are in error responses, and in responses with the status `failed` or `incomplete`. */
const byCode: Record<string, ErrorCode> = {
  content_policy_violation: 'VendorRefused',
  image_content_policy_violation: 'VendorRefused',
  moderation_blocked: 'VendorRefused',
  // The policy flagged the instruction.
  invalid_prompt: 'VendorRefused',
  content_filter: 'VendorRefused',
  insufficient_quota: 'VendorMisconfigured',
  billing_hard_limit_reached: 'VendorMisconfigured',
  model_not_found: 'VendorMisconfigured',
  invalid_api_key: 'VendorMisconfigured',
  rate_limit_exceeded: 'VendorBusy',
  server_error: 'VendorServerError',
  // An incomplete sentence is not a usable prompt.
  max_output_tokens: 'VendorMalformedAnswer',
};

/** Converts an SDK error to our error. The messages are omitted, because they quote the request. */
export function throwAppError(error: unknown): never {
  if (error instanceof APIConnectionError) {
    if (error.cause instanceof AppError) throw error.cause;
    throw new AppError('VendorUnreachable', { cause: error.cause ?? error });
  }
  // For example, the SDK could not parse a response with the status 200.
  if (!(error instanceof APIError) || error.status === undefined) throw new AppError('VendorMalformedAnswer', { cause: error });
  const { status, code, type, requestID } = error;
  const errorCode = codeOf(code) ?? codeOf(type) ?? byStatus(status);
  const description = `responded with ${status} (${code ?? type ?? 'no code'}), request ${requestID ?? 'without an id'}`;
  throw new AppError(errorCode, { cause: new Error(`OpenAI ${description}`), isUnbilled: isFreeStatus(status) });
}

function byStatus(status: number): ErrorCode {
  if ([401, 403, 404].includes(status)) return 'VendorMisconfigured';
  if (status === 429) return 'VendorBusy';
  if (status === 408) return 'VendorUnreachable';
  if (status >= 500) return 'VendorServerError';
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}

export const codeOf = (word: string | null | undefined): ErrorCode | undefined =>
  word && Object.hasOwn(byCode, word) ? byCode[word] : undefined;

export const failure = (code: ErrorCode, description: string): AppError =>
  new AppError(code, { cause: new Error(`OpenAI ${description}`) });
