import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error.ts';

/** One rule in CloudFormation's format. */
export type CorsRule = {
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[];
  ExposedHeaders?: string[];
  /** Seconds for which a browser may cache a preflight response. */
  MaxAge?: number;
};

const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/**
 * Returns the headers that allow a page of another origin to read the response. If no rule matches, returns no such headers, and the
 * browser hides the response from the page.
 */
export function corsHeaders(rules: CorsRule[], method: string, headers: IncomingHttpHeaders): Record<string, string> {
  const { origin } = headers;
  if (!origin) return {};
  const requestedHeaders = headers['access-control-request-headers'];
  const requestedNames = requestedHeaders ? requestedHeaders.split(',').map((name) => name.trim().toLowerCase()) : [];
  const rule = rules.find(
    (candidate) =>
      candidate.AllowedMethods.includes(method) &&
      candidate.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      requestedNames.every((name) => (candidate.AllowedHeaders ?? []).some((pattern) => matches(pattern.toLowerCase(), name))),
  );
  if (!rule) return {};
  const allowsAnyOrigin = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': allowsAnyOrigin ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(!allowsAnyOrigin && { 'access-control-allow-credentials': 'true' }),
    ...(requestedNames.length > 0 && { 'access-control-allow-headers': requestedNames.join(', ') }),
    ...(rule.ExposedHeaders && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    vary,
  };
}

/**
 * Returns the headers of the response to a browser's preflight request. A preflight request is never signed.
 * @throws S3Error if no rule allows the request
 */
export function preflightHeaders(rules: CorsRule[], headers: IncomingHttpHeaders): Record<string, string> {
  const allowedHeaders = corsHeaders(rules, headers['access-control-request-method'] ?? '', headers);
  if (!allowedHeaders['access-control-allow-origin']) {
    const reason = rules.length > 0 ? 'This CORS request is not allowed.' : 'CORS is not enabled for this bucket.';
    throw new S3Error(403, 'AccessForbidden', `CORSResponse: ${reason}`);
  }
  return allowedHeaders;
}

/** S3 allows one `*` in a pattern. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
