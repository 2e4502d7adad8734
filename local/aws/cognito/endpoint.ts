/** Applies the common rules of all endpoints of the pool: methods, allowed origins, and body size. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../base/read-body.ts';
import { rawQueryOf } from '../cloudfront/request.ts';
import { errorPage, pageHeaders } from './hosted-pages.ts';

export type EndpointRequest = { method: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };

export type EndpointResponse = { status: number; headers: Record<string, string>; body: string };

export type Endpoint = {
  methods: string[];
  /**
   * - 'page' returns a web page.
   * - 'api' also accepts requests from the pages of our site, even if the site has another port.
   * - 'local' is for scripts on this machine.
   */
  kind: 'page' | 'api' | 'local';
  respond(request: EndpointRequest): Promise<EndpointResponse> | EndpointResponse;
};

/** Maximum size of a body. All known forms and calls are smaller. */
const BODY_BYTES_MAX = 64 * 1024;

export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

export const jsonResponse = (status: number, value: unknown, type = 'application/json'): EndpointResponse => ({
  status,
  headers: { ...NO_STORE, 'content-type': type },
  body: JSON.stringify(value),
});

export const errorPageResponse = (status: number, code: string, explanation: string): EndpointResponse => ({
  status,
  headers: pageHeaders(),
  body: errorPage(code, explanation),
});

/** @param allowedOrigins the origins of the product's pages. The origin of this server is always allowed. */
export async function respondTo(
  request: IncomingMessage,
  endpoint: Endpoint,
  allowedOrigins: ReadonlySet<string>,
): Promise<EndpointResponse> {
  const { method = 'GET', headers } = request;
  const origin = headers.origin;
  const isAllowedOrigin = origin === undefined || origin === `http://${headers.host}` || allowedOrigins.has(origin);
  const cors = endpoint.kind === 'api' && origin && isAllowedOrigin ? corsHeaders(origin, endpoint.methods) : undefined;
  if (method === 'OPTIONS' && cors) return { status: 204, headers: cors, body: '' };

  const errorResponse = (
    status: number,
    code: string,
    explanation: string,
    extraHeaders: Record<string, string> = {},
  ): EndpointResponse => {
    const isPage = endpoint.kind === 'page';
    const errorBody = isPage
      ? errorPageResponse(status, code, explanation)
      : jsonResponse(status, { error: code, error_description: explanation });
    return { ...errorBody, headers: { ...errorBody.headers, ...cors, ...extraHeaders } };
  };
  if (!endpoint.methods.includes(method)) {
    return errorResponse(405, 'method_not_allowed', 'This URL does not support this method.', { allow: endpoint.methods.join(', ') });
  }
  // A page of another site must not be able to sign in a visitor in this pool, or to get tokens.
  if (method === 'POST' && !isAllowedOrigin) return errorResponse(403, 'access_denied', 'Another site sent this request.');
  const body = await readBody(request, BODY_BYTES_MAX);
  if (!body) return errorResponse(413, 'invalid_request', 'The request is too large.', { connection: 'close' });
  const response = await endpoint.respond({
    method,
    query: new URLSearchParams(rawQueryOf(request)),
    headers,
    body: body.toString('utf8'),
  });
  return { ...response, headers: { ...response.headers, ...cors } };
}

export function send({ status, headers, body }: EndpointResponse, request: IncomingMessage, response: ServerResponse): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(request.method === 'HEAD' ? undefined : body);
}

const corsHeaders = (origin: string, methods: string[]): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'content-type, x-amz-target, x-amz-user-agent, cache-control',
  vary: 'Origin',
});
