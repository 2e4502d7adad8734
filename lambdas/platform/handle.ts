/** The one place where an HTTP call becomes a function call, and an error becomes an answer. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { LimitedEndpoint, UnlimitedEndpoint } from '#shared/call-limits.ts';
import { checksSession, type EndpointName, endpoints } from '#shared/endpoints.ts';
import { AppError, type ErrorCode, errors, isErrorCode } from '#shared/errors.ts';
import { type Deadline, deadlineOf, tookTooLong } from './deadline.ts';
import { log } from './log.ts';
import { cameThroughTheSite } from './origin-secret.ts';
import { toAppError } from './outage.ts';
import { isSessionEnded } from './session-check.ts';

export type Caller = { userId: string; username: string };

export type Call<Body, Query> = {
  /** Who the token says is calling; never what the request says. */
  caller: Caller;
  body: Body;
  query: Query;
  path: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** Where the call came from. */
  address: string;
  rawBody: Buffer;
  now: Date;
  deadline: Deadline;
};

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Schemas<Body, Query, Name extends EndpointName> = { endpoint: Name; body?: z.ZodType<Body>; query?: z.ZodType<Query> };

const nobody: Caller = { userId: '', username: '' };

/** The Lambda behind an endpoint without limits of its own: checks the caller, parses by the endpoint's schemas, runs, answers. */
export const handle = <Body = undefined, Query = undefined>(
  schemas: Schemas<Body, Query, UnlimitedEndpoint>,
  run: (call: Call<Body, Query>) => Promise<Answer>,
) => answerCalls(schemas, run);

/** The same for the endpoints that have limits: `admit` checks them, and says whose call it is. */
export const handleLimited =
  <User>(admit: (call: Call<unknown, unknown>, endpoint: LimitedEndpoint) => Promise<User>) =>
  <Body = undefined, Query = undefined>(
    schemas: Schemas<Body, Query, LimitedEndpoint>,
    run: (call: Call<Body, Query> & { user: User }) => Promise<Answer>,
  ) =>
    answerCalls(schemas, async (call) => run({ ...call, user: await admit(call, schemas.endpoint) }));

function answerCalls<Body, Query>(schemas: Schemas<Body, Query, EndpointName>, run: (call: Call<Body, Query>) => Promise<Answer>) {
  return middy<Event, APIGatewayProxyStructuredResultV2>({
    // The call may have had effects by then, so the general error, which says that nothing was charged, would be wrong.
    timeoutEarlyResponse: () => {
      throw tookTooLong();
    },
  })
    .use({
      onError: (request) => {
        request.response = answerForError(request.error, request, schemas.endpoint);
      },
    })
    .handler(async (event: Event, context: Context) => {
      if (!(await cameThroughTheSite(event.headers))) throw new AppError('NotFound');
      const caller = endpoints[schemas.endpoint].caller === 'user' ? callerOf(event) : nobody;
      if (checksSession(schemas.endpoint) && (await isSessionEnded(caller.userId, issuedAt(event)))) throw new AppError('Unauthorized');
      const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      const answer = await run({
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
      return respond(answer.status ?? 200, answer.body, answer.headers);
    });
}

/** The authorizer lets Cognito's ID tokens pass too; only an access token may call the API. */
function callerOf(event: Event): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  if (claims.token_use !== 'access' || typeof claims.sub !== 'string' || typeof claims.username !== 'string')
    throw new AppError('Unauthorized');
  return { userId: claims.sub, username: claims.username };
}

const issuedAt = (event: Event): number => Number(event.requestContext.authorizer?.jwt?.claims.iat);

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (cause) {
    throw new AppError('BadRequest', { cause, details: { reason: 'The body is not JSON.' } });
  }
}

/** A schema names the code of a rule in the rule's message; whatever has no code of its own is a BadRequest. */
export function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const code: ErrorCode = isErrorCode(issue?.message) ? issue.message : 'BadRequest';
  throw new AppError(code, { details: { path: issue?.path.join('.'), ...(code === 'BadRequest' && { reason: issue?.message }) } });
}

/** Refusals that show an attack or an abuse when they add up: limits reached, another user's id, a forged message. */
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

/** An outage lasts longer than the SDK's attempts, which take less than a second. */
const outageRetryAfterSeconds = 1;

function answerForError(
  error: unknown,
  { event, context }: { event: Event; context: Context },
  endpoint: EndpointName,
): APIGatewayProxyStructuredResultV2 {
  const known = toAppError(error);
  const { status } = errors[known.code];
  const { code, message, details: data } = known;
  const requestId = context.awsRequestId;
  if (status >= 500) log('error', 'call failed', { requestId, endpoint, error: known });
  else if (securityEvents.has(code))
    log('warn', 'call refused', { requestId, endpoint, userId: event.requestContext.authorizer?.jwt?.claims.sub, code });
  const retryAfter = data?.retryAfterSeconds ?? (status === 503 ? outageRetryAfterSeconds : undefined);
  // SPEC reads `success` and `error`, `message` or `details` of a failed call, each a text; values for programs are in `data`.
  return respond(
    status,
    { success: false, code, message, error: message, details: explain(known), ...(data && { data }), requestId },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}

/** The most specific sentence about an error: a malformed request names its field. */
function explain({ code, message, details }: AppError): string {
  if (code !== 'BadRequest' || typeof details?.reason !== 'string') return message;
  return details.path ? `${details.path}: ${details.reason}` : details.reason;
}

const respond = (statusCode: number, body: unknown, headers: Record<string, string> = {}): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
