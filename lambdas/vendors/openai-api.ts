/**
 * The OpenAI API by its SDK (facts: docs/vendors.md). Four traps are closed here: the SDK repeats a call twice by itself; its
 * time-out ends with the first byte of the answer; it follows redirects with the key; and it reads an answer of any size.
 */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { requiredEnv, standInUrl } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';
import { isFreeStatus } from '../platform/unbilled.ts';
import { readBodyUpTo } from './response-body.ts';

const address = 'https://api.openai.com/v1';

type OpenaiKeys = { OPENAI_API_KEY?: string; OPENAI_TEXT_MODEL?: string; OPENAI_IMAGE_MODEL?: string };
type Limits = { timeoutMs: number; answerBytesMax: number };

/** Reads the whole answer within the call, so that the SDK's time-out covers it, and no more of it than an answer may weigh. */
const whole =
  (answerBytesMax: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...(await encoded(init)), redirect: 'manual' });
    const body = await readBodyUpTo(response, answerBytesMax);
    if (!body) throw new AppError('VendorMalformedAnswer', { details: { reason: `The answer is larger than ${answerBytesMax} bytes.` } });
    const { status, headers } = response;
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  };

/** A time-out within a form that Node still encodes leaves a rejection that nothing can catch: so a form is encoded before it is sent. */
async function encoded(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers, body: await form.arrayBuffer() };
}

/** @throws AppError VendorMisconfigured where there is no key. */
export async function connectToOpenai({ timeoutMs, answerBytesMax }: Limits): Promise<{ openai: OpenAI; keys: OpenaiKeys }> {
  const keys = JSON.parse(await secret(requiredEnv('OPENAI_KEYS_SECRET_ARN'))) as OpenaiKeys;
  const standIn = standInUrl('OPENAI');
  if (!keys.OPENAI_API_KEY && !standIn) throw new AppError('VendorMisconfigured', { details: { missing: 'OPENAI_API_KEY' } });
  const openai = new OpenAI({
    apiKey: standIn ? 'stand-in' : (keys.OPENAI_API_KEY as string),
    baseURL: standIn ? `${standIn}/v1` : address,
    // What the SDK would otherwise take from the environment.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: whole(answerBytesMax),
  });
  return { openai, keys };
}

/** By code, wherever it stands: an error's status and a failed response's code are not told apart by its meaning. */
const byCode: Record<string, ErrorCode> = {
  content_policy_violation: 'VendorRefused',
  image_content_policy_violation: 'VendorRefused',
  moderation_blocked: 'VendorRefused',
  // The policy's word for an instruction that it flagged.
  invalid_prompt: 'VendorRefused',
  content_filter: 'VendorRefused',
  insufficient_quota: 'VendorMisconfigured',
  billing_hard_limit_reached: 'VendorMisconfigured',
  model_not_found: 'VendorMisconfigured',
  invalid_api_key: 'VendorMisconfigured',
  rate_limit_exceeded: 'VendorBusy',
  server_error: 'VendorServerError',
  // A half sentence is no prompt.
  max_output_tokens: 'VendorMalformedAnswer',
};

/** An error of the SDK's as ours. Messages are left out: they quote what was sent. */
export function asAppError(error: unknown): never {
  if (error instanceof APIConnectionError) {
    if (error.cause instanceof AppError) throw error.cause;
    throw new AppError('VendorUnreachable', { cause: error.cause ?? error });
  }
  // A 200 that the SDK cannot read ends here as well.
  if (!(error instanceof APIError) || error.status === undefined) throw new AppError('VendorMalformedAnswer', { cause: error });
  const { status, code, type, requestID } = error;
  const known = codeOf(code) ?? codeOf(type) ?? byStatus(status);
  const what = `answered ${status} (${code ?? type ?? 'no code'}), request ${requestID ?? 'without an id'}`;
  throw new AppError(known, { cause: new Error(`OpenAI ${what}`), isUnbilled: isFreeStatus(status) });
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

export const failure = (code: ErrorCode, what: string): AppError => new AppError(code, { cause: new Error(`OpenAI ${what}`) });
