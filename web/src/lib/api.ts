/**
 * Calls our API. Every call gets its path and its method from the endpoint table, sends a token, and has a timeout. A failed call throws an
 * error code.
 */
import { type EndpointName, endpoints, pathOf } from '#shared/endpoints.ts';
import { isErrorCode } from '#shared/errors.ts';
import { ApiError, codeOf, type HttpResponse, type PageErrorCode } from './api-error.ts';
import { recordServerTime } from './clock.ts';
import { accessToken, reportExpired } from './session/session.ts';

export { ApiError, codeOf, type HttpResponse, type PageErrorCode };

/** Calls without a response are aborted after this time (docs/spec.md 20.5). */
const requestTimeoutMs = 60_000;

/** Whether a repeated call may succeed, because there was no response or because the code is transient. */
export const mayRepeat = (error: unknown): boolean =>
  ['Unreachable', 'ServiceBusy', 'LedgerConflict', 'InternalError'].includes(codeOf(error));

/**
 * Returns the pause before a repetition. The first repetition has the `count` 0 and the pause `firstMs`. Each later pause is twice as long,
 * up to 30 s.
 */
export const backOffMs = (count: number, firstMs = 1_000): number => Math.min(firstMs * 2 ** count, 30_000);

type Call<Data> = {
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Parses the response body. */
  schema: { parse: (value: unknown) => Data };
  signal?: AbortSignal;
  /** The data of the last response. It is returned if the server responds that the data has not changed. */
  known?: TaggedData<Data> | undefined;
  /** Called with the data of a new response that has an ETag. */
  onTagged?(tagged: TaggedData<Data>): void;
};

/** The data of a response, and its ETag. */
export type TaggedData<Data> = { etag: string; data: Data };

export async function callApi<Data>(name: EndpointName, call: Call<Data>): Promise<Data> {
  let response = await send(name, call, await tokenOrUnreachable({}));
  if (response.status === 401) {
    const token = await tokenOrUnreachable({ forceRefresh: true });
    if (token) response = await send(name, call, token);
    if (!token || response.status === 401) {
      reportExpired();
      throw new ApiError('Unauthorized');
    }
  }
  if (response.status === 304 && call.known) return call.known.data;
  const text = await response.text().catch(() => '');
  const body = parseJson(text);
  if (!response.ok) throw errorOf(response.status, body, text);
  // The body is incomplete, for example because the connection was lost.
  if (body === undefined) throw new ApiError('Unreachable');
  try {
    const data = call.schema.parse(body);
    const etag = response.headers.get('etag');
    if (etag) call.onTagged?.({ etag, data });
    return data;
  } catch (cause) {
    console.error(`${name} returned a response that does not match its schema`, cause);
    throw new ApiError('InternalError', {}, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Computes the error from the status and the body of a response. Responses of API Gateway itself contain none of our codes. */
export function errorOf(status: number, body: unknown, text = ''): ApiError {
  const { code, data } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown; data?: unknown };
  const details = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  if (isErrorCode(code)) return new ApiError(code, details, { isOurs: true });
  if (status === 401) return new ApiError('Unauthorized');
  // Our own API sends a code with each error. A 403 without a code comes from the firewall.
  if (status === 403) return new ApiError('Blocked');
  if (status === 404) return new ApiError('NotFound');
  if (status === 413) return new ApiError('RequestTooLarge');
  const http = { status, body: text };
  if (status === 429 || status >= 502) return new ApiError('Unreachable', {}, { http });
  return new ApiError(status < 500 ? 'BadRequest' : 'InternalError', {}, { http });
}

const tokenOrUnreachable = (options: { forceRefresh?: boolean }) =>
  accessToken(options).catch((cause: unknown) => {
    throw new ApiError('Unreachable', {}, { cause });
  });

async function send<Data>(
  name: EndpointName,
  { parameters, query, body, headers, signal, known }: Call<Data>,
  token: string | undefined,
): Promise<Response> {
  const timeOut = AbortSignal.timeout(requestTimeoutMs);
  // This line is outside the try block, because inside it, a wrong URL would look like a missing network.
  const address = pathOf(name, parameters) + (query ? `?${new URLSearchParams(query)}` : '');
  try {
    const response = await fetch(address, {
      method: endpoints[name].method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...(known && { 'if-none-match': known.etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
    });
    recordServerTime(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('Unreachable', {}, { cause });
  }
}
