/** The only place that converts HTTP calls to function calls, and errors to responses. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { LimitedEndpoint, UnlimitedEndpoint } from '#shared/call-limits.ts';
import { checksSession, type EndpointName, endpoints } from '#shared/endpoints.ts';
import { AppError, type ErrorCode, errors, isErrorCode } from '#shared/errors.ts';
import type { Responses } from '#shared/responses.ts';
import { callTimeoutError, type Deadline, deadlineOf } from './deadline.ts';
import { log } from './log.ts';
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
 * Creates the Lambda handler of an endpoint without limits: checks the caller, parses the request by the endpoint's schemas, runs the call
 * and responds.
 */
export const handle = <Name extends UnlimitedEndpoint, Body = undefined, Query = undefined>(
  schemas: Schemas<Body, Query, Name>,
  run: (call: Call<Body, Query>) => Promise<HandlerResponse<Responses[Name]>>,
) => createHandler(schemas, run);

/** Works like `handle`, but for endpoints with limits. `admit` checks the limits and returns the user. */
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
        address: event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp,
        rawBody,
        now: new Date(),
        deadline: deadlineOf(() => context.getRemainingTimeInMillis(), event.requestContext.timeEpoch),
      });
      return respond(response.status ?? 200, response.body, response.headers);
    });
}

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

/** Parses a value. @throws AppError the code in the message of the failed rule, or BadRequest if the message is not one of our codes. */
export function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const code: ErrorCode = isErrorCode(issue?.message) ? issue.message : 'BadRequest';
  throw new AppError(code, { details: { path: issue?.path.join('.'), ...(code === 'BadRequest' && { reason: issue?.message }) } });
}

/** Errors that indicate an attack or abuse if there are many of them: reached limits, another user's id, forged messages. */
const securityEvents: ReadonlySet<ErrorCode> = new Set([
  'Unauthorized',
  'NotYours',
  'BadSignature',
  'AddressNotAllowed',
  'TooManyRequests',
  'DailyLimit',
  'DailyWorkLimit',
  'CancelLimit',
]);

/** The minimum wait of the caller after an outage of AWS. The SDK has already retried, for less than a second. */
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
  if (status >= 500) log('error', 'call failed', { requestId, endpoint, error: appError });
  else if (securityEvents.has(code))
    log('warn', 'call refused', { requestId, endpoint, userId: event.requestContext.authorizer?.jwt?.claims.sub, code });
  const retryAfter = data?.retryAfterSeconds ?? (status === 503 ? outageRetryAfterSeconds : undefined);
  // docs/spec.md 18.1: a failed call has `success`, and the texts `error`, `message` and `details`. Values for programs are in `data`.
  return respond(
    status,
    { success: false, code, message, error: message, details: explain(appError), ...(data && { data }), requestId },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}

/** Returns the most specific text about an error. The text about an invalid request contains the name of the invalid field. */
function explain({ code, message, details }: AppError): string {
  if (code !== 'BadRequest' || typeof details?.reason !== 'string') return message;
  return details.path ? `${details.path}: ${details.reason}` : details.reason;
}

const respond = (statusCode: number, body: unknown, headers: Record<string, string> = {}): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
