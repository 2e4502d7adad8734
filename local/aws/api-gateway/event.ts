/** The event in payload format 2.0 that API Gateway sends to a Lambda. */
import type { IncomingMessage } from 'node:http';
import { rawPathOf, rawQueryOf, remoteAddressOf } from '../cloudfront/request.ts';
import type { Authorization } from './jwt-authorizer.ts';

export type HttpApiEvent = {
  version: '2.0';
  routeKey: string;
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  pathParameters?: Record<string, string>;
  requestContext: {
    accountId: string;
    apiId: string;
    authorizer?: { jwt: Authorization };
    domainName: string;
    domainPrefix: string;
    http: { method: string; path: string; protocol: string; sourceIp: string; userAgent: string };
    requestId: string;
    routeKey: string;
    stage: '$default';
    time: string;
    timeEpoch: number;
  };
  body?: string;
  isBase64Encoded: boolean;
};

type Parts = {
  request: IncomingMessage;
  routeKey: string;
  pathParameters: Record<string, string>;
  authorization?: Authorization;
  body: Buffer;
  requestId: string;
  now: Date;
};

/** API Gateway passes bodies of these content types as text. It encodes all other bodies as base64, including forms. */
const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml)\s*(;|$))/i;
/** The Lambda does not receive these headers. `cookie` has a separate field in the event. The other headers concern only the connection. */
const OMITTED_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'cookie']);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @throws URIError if the path is not validly percent-encoded */
export function httpApiEvent({ request, routeKey, pathParameters, authorization, body, requestId, now }: Parts): HttpApiEvent {
  const rawPath = decodeURIComponent(rawPathOf(request));
  const rawQueryString = rawQueryOf(request);
  const cookies = request.headers.cookie?.split(/; */).filter(Boolean);
  const headers = headersOf(request);
  const isText = TEXT_TYPES.test(request.headers['content-type'] ?? '');
  const domainName = (request.headers.host ?? '').split(':')[0] ?? '';
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies?.length && { cookies }),
    headers,
    ...(rawQueryString && { queryStringParameters: joinRepeatedValues(new URLSearchParams(rawQueryString)) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      ...(authorization && { authorizer: { jwt: authorization } }),
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: remoteAddressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !OMITTED_HEADERS.has(name)) headers[name] = String(value);
  }
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], remoteAddressOf(request)].filter(Boolean).join(', ');
  return headers;
}

/** Joins the values of a repeated name with commas. */
function joinRepeatedValues(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

/** The time format of web server logs: 07/Mar/2026:09:05:01 +0000. */
function commonLogTime(date: Date): string {
  const [day, time] = [String(date.getUTCDate()).padStart(2, '0'), date.toISOString().slice(11, 19)];
  return `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${time} +0000`;
}
