/**
 * Calls the Gemini API by REST, for videos only: Google's SDK refuses to start a video with an API key (docs/decisions/020). Images and
 * texts use the SDK (gemini-content.ts). One request per call, no retry, no redirect, and a size limit for the response.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { neverSent } from '../platform/unbilled.ts';
import { errorOfAnswer } from './gemini-errors.ts';
import { readBodyUpTo } from './response-body.ts';
import { type VendorAccess, vendorAccess } from './vendor-access.ts';

const address = 'https://generativelanguage.googleapis.com';
/** v1 is the SDK's default, but it does not support image sizes and thoughts. */
export const geminiApiVersion = 'v1beta';
/** An operation is a short JSON document; the video is a separate file. */
const responseBytesMax = 1024 * 1024;

export type Gemini = Pick<VendorAccess<'gemini'>, 'key' | 'setting'> & { base: string; headers: Record<string, string> };

/** @throws AppError VendorMisconfigured if the key is missing. */
export async function connectToGemini(): Promise<Gemini> {
  const { key, standIn: base = address, setting } = await vendorAccess('gemini');
  return { key, setting, base, headers: { 'x-goog-api-key': key } };
}

export type GeminiAnswer =
  | { value: unknown }
  /** `isUnclear`: Gemini may have carried out the request. `isUnbilled`: Google documents that it does not bill such a response. */
  | { code: ErrorCode; isUnclear: boolean; isUnbilled: boolean; cause: unknown; details?: Record<string, unknown> };

type Question = { json?: unknown; timeoutMs: number };

/** Sends one request. It is a POST if there is a body to send, otherwise a GET. */
export async function askGemini({ base, headers }: Gemini, path: string, { json, timeoutMs }: Question): Promise<GeminiAnswer> {
  try {
    const response = await fetch(new URL(`/${geminiApiVersion}/${path}`, base), {
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = jsonIn(await readBodyUpTo(response, responseBytesMax));
    if (response.ok && body !== undefined) return { value: body };
    if (response.ok)
      return {
        code: 'VendorMalformedAnswer',
        isUnclear: true,
        isUnbilled: false,
        cause: new Error('The response of Gemini is not JSON or is too large'),
      };
    const { code, isFinal, retryAfterSeconds, told } = errorOfAnswer(response.status, body);
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
    return { code, isUnclear: !isFinal, isUnbilled: isFinal && response.status < 500, cause: new Error(told), ...details };
  } catch (failure) {
    return { code: 'VendorUnreachable', isUnclear: !neverSent(failure), isUnbilled: neverSent(failure), cause: failure };
  }
}

/** @throws AppError with the code of a failed request. */
export function valueOrThrow(answer: GeminiAnswer): unknown {
  if ('value' in answer) return answer.value;
  const { code, cause, details, isUnbilled } = answer;
  throw new AppError(code, { cause, isUnbilled, ...(details && { details }) });
}

/** Returns the JSON value of a body; undefined if it is not JSON. */
export function jsonIn(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
