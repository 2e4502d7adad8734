/** The only place that converts HTTP calls to function calls, and errors to responses. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { LimitedEndpoint, UnlimitedEndpoint } from '#shared/call-limits.ts';
import { checksSession, type EndpointName, endpoints } from '#shared/endpoints.ts';
import { AppError, type ErrorCode, errors, isErrorCode } from '#shared/errors.ts';
import type { Responses } from '#shared/responses.ts';
import { compressed, encodingFor } from './compress.ts';
import { callTimeoutError, type Deadline, deadlineOf } from './deadline.ts';
import { log } from './log.ts';
import { recordError, securityEventIn } from './metrics.ts';
import { cameThroughTheSite } from './origin-secret.ts';
import { toAppError } from './outage.ts';
import { isSessionEnded } from './session-check.ts';

export type Caller = { userId: string; username: string };

export type Call<Body, Query> = {
  /** The caller from the token. No other part of the request can set the caller. */
  caller: Caller;
  body: Body;
  query: Query;
  path: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** The IP address of the call. */
  address: string;
  rawBody: Buffer;
  now: Date;
  deadline: Deadline;
};

export type HandlerResponse<Body> = { status?: number; body?: Body; headers?: Record<string, string> };

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Schemas<Body, Query, Name extends EndpointName> = { endpoint: Name; body?: z.ZodType<Body>; query?: z.ZodType<Query> };

const noCaller: Caller = { userId: '', username: '' };

/**
 * Creates the Lambda handler of an endpoint without limits. The handler checks the caller, parses the request by the endpoint's schemas,
 * runs the call and responds.
 */
export const handle = <Name extends UnlimitedEndpoint, Body = undefined, Query = undefined>(
  schemas: Schemas<Body, Query, Name>,
  run: (call: Call<Body, Query>) => Promise<HandlerResponse<Responses[Name]>>,
) => createHandler(schemas, run);

/** Works in the same way as `handle`, but for endpoints with limits. `admit` checks the limits and returns the user. */
export const handleLimited =
  <User>(admit: (call: Call<unknown, unknown>, endpoint: LimitedEndpoint) => Promise<User>) =>
  <Name extends LimitedEndpoint, Body = undefined, Query = undefined>(
    schemas: Schemas<Body, Query, Name>,
    run: (call: Call<Body, Query> & { user: User }) => Promise<HandlerResponse<Responses[Name]>>,
  ) =>
    createHandler(schemas, async (call) => run({ ...call, user: await admit(call, schemas.endpoint) }));

function createHandler<Body, Query>(
  schemas: Schemas<Body, Query, EndpointName>,
  run: (call: Call<Body, Query>) => Promise<HandlerResponse<unknown>>,
) {
  return middy<Event, APIGatewayProxyStructuredResultV2>({
    // The call may already have had an effect. So the response must not be the general error, whose text says that nothing was charged.
    timeoutEarlyResponse: () => {
      throw callTimeoutError();
    },
  })
    .use({
      onError: (request) => {
        request.response = errorResponse(request.error, request, schemas.endpoint);
      },
    })
    .handler(async (event: Event, context: Context) => {
      if (!(await cameThroughTheSite(event.headers))) throw new AppError('NotFound');
      const caller = endpoints[schemas.endpoint].caller === 'user' ? callerOf(event) : noCaller;
      if (checksSession(schemas.endpoint) && (await isSessionEnded(caller.userId, issuedAt(event)))) throw new AppError('Unauthorized');
      const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      const response = await run({
        caller,
        body: schemas.body ? parse(schemas.body, jsonOf(rawBody)) : (undefined as Body),
        query: schemas.query ? parse(schemas.query, event.queryStringParameters ?? {}) : (undefined as Query),
        path: (event.pathParameters ?? {}) as Record<string, string>,
        headers: event.headers,
        address: addressOf(event),
        rawBody,
        now: new Date(),
        deadline: deadlineOf(() => context.getRemainingTimeInMillis(), event.requestContext.timeEpoch),
      });
      logCall(schemas.endpoint, event, { requestId: context.awsRequestId, status: response.status ?? 200, body: response.body });
      return compressFor(event, respond(response.status ?? 200, response.body, response.headers));
    });
}

/**
 * Returns the IP address of the caller. CloudFront sets the header (infra/constructs/viewer-address.ts). The gateway itself sees only
 * CloudFront.
 */
const addressOf = ({ headers, requestContext }: Event): string => headers['x-viewer-address'] ?? requestContext.http.sourceIp;

/** The authorizer also accepts Cognito's ID tokens, but only an access token may call the API. */
function callerOf(event: Event): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  if (claims.token_use !== 'access' || typeof claims.sub !== 'string' || typeof claims.username !== 'string')
    throw new AppError('Unauthorized');
  return { userId: claims.sub, username: claims.username };
}

const issuedAt = (event: Event): number => Number(event.requestContext.authorizer?.jwt?.claims.iat);

/** @throws AppError BadRequest */
export function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (cause) {
    throw new AppError('BadRequest', { cause, details: { reason: 'The body is not JSON.' } });
  }
}

/**
 * Parses a value.
 * @throws AppError the code in the message of the failed rule. If this message is not one of our codes, BadRequest.
 */
export function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const code: ErrorCode = isErrorCode(issue?.message) ? issue.message : 'BadRequest';
  throw new AppError(code, { details: { path: issue?.path.join('.'), ...(code === 'BadRequest' && { reason: issue?.message }) } });
}

/**
 * Logs a call that changes data, with the IP address of the caller, for `npm run trace` and for cases of abuse. Calls that only read are
 * not logged, because a page with running work sends such calls every few seconds.
 */
function logCall(
  endpoint: EndpointName,
  event: Event,
  { requestId, status, body }: { requestId: string; status: number; body: unknown },
): void {
  if (endpoints[endpoint].method === 'GET' || endpoint === 'checkOperation') return;
  const batchId = batchIdOf(event) ?? (body as { batchId?: unknown } | undefined)?.batchId;
  const userId = userIdOf(event);
  log('info', 'call done', {
    requestId,
    endpoint,
    status,
    ...(typeof batchId === 'string' && { batchId }),
    userId,
    address: addressOf(event),
  });
}

/** Returns the id of the batch or the run in the path of a call. */
const batchIdOf = ({ pathParameters }: Event): string | undefined => pathParameters?.batchId ?? pathParameters?.runId;

const userIdOf = ({ requestContext }: Event) => requestContext.authorizer?.jwt?.claims.sub;

/** The minimum time that a caller should wait after an outage of AWS. The SDK has already retried, but only for less than a second. */
const outageRetryAfterSeconds = 1;

function errorResponse(
  error: unknown,
  { event, context }: { event: Event; context: Context },
  endpoint: EndpointName,
): APIGatewayProxyStructuredResultV2 {
  const appError = toAppError(error);
  const { status } = errors[appError.code];
  const { code, message, details: data } = appError;
  const requestId = context.awsRequestId;
  recordError(appError);
  const securityEvent = securityEventIn(appError);
  const batchId = batchIdOf(event);
  if (status >= 500) log('error', 'call failed', { requestId, endpoint, batchId, error: appError });
  else if (securityEvent)
    log('warn', 'call refused', { requestId, endpoint, batchId, userId: userIdOf(event), address: addressOf(event), code: securityEvent });
  const retryAfter = data?.retryAfterSeconds ?? (status === 503 ? outageRetryAfterSeconds : undefined);
  // docs/spec.md 18.1: the response of a failed call has `success` and the texts `error`, `message` and `details`. Values for programs are
  // in `data`.
  return respond(
    status,
    { success: false, code, message, error: message, details: explain(appError), ...(data && { data }), requestId },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}

/** Returns the most specific text about an error. For an invalid request, the text contains the name of the invalid field. */
function explain({ code, message, details }: AppError): string {
  if (code !== 'BadRequest' || typeof details?.reason !== 'string') return message;
  return details.path ? `${details.path}: ${details.reason}` : details.reason;
}

const respond = (statusCode: number, body: unknown, headers: Record<string, string> = {}): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Compresses the body of a response if the caller accepts it. A compressed body is binary, so API Gateway gets it as base64. */
function compressFor({ headers }: Event, response: APIGatewayProxyStructuredResultV2): APIGatewayProxyStructuredResultV2 {
  const body = Buffer.from(response.body ?? '');
  const encoding = encodingFor(headers['accept-encoding'], body.length);
  if (!encoding) return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': encoding, vary: 'accept-encoding' },
    body: compressed(body, encoding).toString('base64'),
    isBase64Encoded: true,
  };
}
