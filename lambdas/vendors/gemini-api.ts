/**
 * The Gemini API by REST on v1beta (facts: docs/vendors.md). Not its SDK: that starts no video with an API key any more, and
 * would be nine tenths of a bundle. One request a call, nothing repeated, no redirect followed, no answer read beyond its limit.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { setting, standInUrl } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';
import { readLimited } from './answer-body.ts';
import { errorOfAnswer } from './gemini-errors.ts';
import { neverSent } from './never-sent.ts';

const address = 'https://generativelanguage.googleapis.com';
/** Texts and operations; videos are files of their own, and who asks for a picture says so. */
const shortAnswerBytesMax = 1024 * 1024;

type GeminiKeys = {
  GEMINI_API_KEY?: string;
  GEMINI_TEXT_MODEL?: string;
  GEMINI_IMAGE_MODEL?: string;
  GEMINI_VIDEO_MODEL_VEO3?: string;
  GEMINI_VIDEO_MODEL_VEO3_FAST?: string;
};

export type Gemini = { keys: GeminiKeys; base: string; headers: Record<string, string> };

/** @throws AppError VendorMisconfigured where there is no key. */
export async function connectToGemini(): Promise<Gemini> {
  const keys = JSON.parse(await secret(setting('GEMINI_KEYS_SECRET_ARN'))) as GeminiKeys;
  const standIn = standInUrl('GEMINI');
  const key = standIn ? 'stand-in' : keys.GEMINI_API_KEY;
  if (!key) throw new AppError('VendorMisconfigured', { details: { missing: 'GEMINI_API_KEY' } });
  return { keys, base: standIn ?? address, headers: { 'x-goog-api-key': key } };
}

export type GeminiAnswer =
  | { value: unknown }
  /** `isUnclear`: Gemini may have done what was asked all the same. */
  | { code: ErrorCode; isUnclear: boolean; cause: unknown; details?: Record<string, unknown> };

type Question = { json?: unknown; timeoutMs: number; answerBytesMax?: number };

/** Asks once for a path below v1beta: a POST where there is something to send. */
export async function askGemini(
  { base, headers }: Gemini,
  path: string,
  { json, timeoutMs, answerBytesMax = shortAnswerBytesMax }: Question,
): Promise<GeminiAnswer> {
  try {
    const response = await fetch(new URL(`/v1beta/${path}`, base), {
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = jsonIn(await readLimited(response, answerBytesMax));
    if (response.ok && body !== undefined) return { value: body };
    if (response.ok) return { code: 'VendorMalformedAnswer', isUnclear: true, cause: new Error('Gemini answered no JSON, or too much') };
    const { code, isFinal, retryAfterSeconds, told } = errorOfAnswer(response.status, body);
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
    return { code, isUnclear: !isFinal, cause: new Error(told), ...details };
  } catch (failure) {
    return { code: 'VendorUnreachable', isUnclear: !neverSent(failure), cause: failure };
  }
}

/** @throws AppError with the code of an answer that is a failure. */
export function valueOrThrow(answer: GeminiAnswer): unknown {
  if ('value' in answer) return answer.value;
  const { code, cause, details } = answer;
  throw new AppError(code, { cause, ...(details && { details }) });
}

function jsonIn(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
