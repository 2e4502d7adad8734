/**
 * Calls the Gemini API by REST, for videos only, because Google's SDK refuses to start a video with an API key (decision 020). Images and
 * texts use the SDK (gemini-content.ts). Each call makes one request, without retries and redirects. The size of the response is limited.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { wasNotSent } from '../platform/unbilled.ts';
import { errorOfResponse } from './gemini-errors.ts';
import { readBodyUpTo } from './response-body.ts';
import { type VendorAccess, vendorAccess } from './vendor-access.ts';

const address = 'https://generativelanguage.googleapis.com';
/** The default of the SDK is v1, but v1 does not support image sizes and thoughts. */
export const geminiApiVersion = 'v1beta';
/** Maximum size of a response. An operation is a short JSON document, and the video is a separate file. */
const responseBytesMax = 1024 * 1024;

export type Gemini = Pick<VendorAccess<'gemini'>, 'key' | 'setting'> & { base: string; headers: Record<string, string> };

/** @throws AppError VendorMisconfigured if the key is missing. */
export async function connectToGemini(): Promise<Gemini> {
  const { key, standIn: base = address, setting } = await vendorAccess('gemini');
  return { key, setting, base, headers: { 'x-goog-api-key': key } };
}

export type GeminiResult =
  | { value: unknown }
  /** `isUnclear`: Gemini may have accepted the request. `isUnbilled`: Google documents that it does not bill such a response. */
  | { code: ErrorCode; isUnclear: boolean; isUnbilled: boolean; cause: unknown; details?: Record<string, unknown> };

type RequestOptions = { json?: unknown; timeoutMs: number };

/** Sends one request: a POST if `json` is set, otherwise a GET. */
export async function sendToGemini({ base, headers }: Gemini, path: string, { json, timeoutMs }: RequestOptions): Promise<GeminiResult> {
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
    const { code, isFinal, retryAfterSeconds, description } = errorOfResponse(response.status, body);
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
    return { code, isUnclear: !isFinal, isUnbilled: isFinal && response.status < 500, cause: new Error(description), ...details };
  } catch (failure) {
    return { code: 'VendorUnreachable', isUnclear: !wasNotSent(failure), isUnbilled: wasNotSent(failure), cause: failure };
  }
}

/** @throws AppError with the code of a failed request. */
export function valueOrThrow(result: GeminiResult): unknown {
  if ('value' in result) return result.value;
  const { code, cause, details, isUnbilled } = result;
  throw new AppError(code, { cause, isUnbilled, ...(details && { details }) });
}

/** Returns the JSON value of a body, or undefined if the body is not JSON. */
export function jsonIn(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
