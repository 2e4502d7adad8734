/**
 * CORS headers and preflight responses. An HTTP API with a CORS configuration sets these headers and responds to a preflight itself,
 * without a call of the Lambda.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `CorsConfiguration` of AWS::ApiGatewayV2::Api. */
export type CorsConfiguration = {
  AllowOrigins?: string[];
  AllowMethods?: string[];
  AllowHeaders?: string[];
  ExposeHeaders?: string[];
  AllowCredentials?: boolean;
  MaxAge?: number;
};

const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const isPreflight = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' && Boolean(request.headers.origin && request.headers['access-control-request-method']);

/** Sets the CORS headers of a response. The response to a preflight has more headers. If the origin is not allowed, sets no headers. */
export function setCorsHeaders(cors: CorsConfiguration, request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  const allowedOrigin = origin !== undefined && [origin, '*'].find((name) => cors.AllowOrigins?.includes(name));
  if (!allowedOrigin) return;
  response.setHeader('access-control-allow-origin', allowedOrigin);
  if (allowedOrigin !== '*') response.setHeader('vary', 'Origin');
  if (cors.AllowCredentials) response.setHeader('access-control-allow-credentials', 'true');
  const corsHeaders = isPreflight(request)
    ? {
        'access-control-allow-methods': cors.AllowMethods?.includes('*') ? ALL_METHODS : cors.AllowMethods,
        'access-control-allow-headers': cors.AllowHeaders,
        'access-control-max-age': cors.MaxAge === undefined ? [] : [cors.MaxAge],
      }
    : { 'access-control-expose-headers': cors.ExposeHeaders };
  for (const [name, values] of Object.entries(corsHeaders)) if (values?.length) response.setHeader(name, values.join(','));
}
