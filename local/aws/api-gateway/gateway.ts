/** The HTTP API of API Gateway: routes, JWT authorizers, limits, and Lambda calls in payload format 2.0. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../plumbing/read-body.ts';
import { rawPathOf } from '../cloudfront/request.ts';
import { requestTooLarge, throttled } from '../lambda/function.ts';
import { type CorsConfiguration, isPreflight, setCorsHeaders } from './cors.ts';
import { type HttpApiEvent, httpApiEvent } from './event.ts';
import { createAuthorizer, type JwtAuthorizer, type Verdict } from './jwt-authorizer.ts';
import { type LambdaAnswer, lambdaAnswer } from './lambda-answer.ts';
import { compileRoutes } from './routes.ts';
import { createThrottle, type StageThrottle } from './throttle.ts';

export type GatewayRoute = { routeKey: string; functionArn: string; authorizerId?: string; scopes?: string[] };

export type Invocation = { payload: unknown } | { error: { errorType: string; errorMessage: string } };

type Options = {
  routes: GatewayRoute[];
  cors?: CorsConfiguration;
  throttle?: StageThrottle;
  authorizers: Record<string, JwtAuthorizer>;
  invoke(functionArn: string, event: HttpApiEvent): Promise<Invocation>;
  /** Receives failures of the local cloud itself; the caller gets only a 500. */
  onError?: (error: unknown, request: IncomingMessage) => void;
  now?: () => Date;
  integrationTimeoutMs?: number;
};

export type Gateway = { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };

/** Fixed quotas of HTTP APIs (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). */
const BODY_BYTES_MAX = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;

const REFUSALS = {
  unauthorized: [401, 'Unauthorized', 'Bearer'],
  invalid_token: [401, 'Unauthorized', 'Bearer scope="" error="invalid_token"'],
  insufficient_scope: [403, 'Forbidden', 'Bearer error="insufficient_scope"'],
} as const;

/**
 * Creates a gateway that responds to every request.
 * @throws Error at once if a route names an authorizer that does not exist
 */
export function createGateway(options: Options): Gateway {
  const { cors, now = () => new Date(), integrationTimeoutMs = INTEGRATION_TIMEOUT_MS } = options;
  const match = compileRoutes(options.routes);
  const isWithinLimits = createThrottle(options.throttle ?? {}, now);
  const authorizers = new Map(Object.entries(options.authorizers).map(([id, authorizer]) => [id, createAuthorizer(authorizer, now)]));
  for (const { routeKey, authorizerId } of options.routes) {
    if (authorizerId && !authorizers.has(authorizerId))
      throw new Error(`The route ${routeKey} names an unknown authorizer: ${authorizerId}`);
  }

  async function authorize(route: GatewayRoute, request: IncomingMessage): Promise<Verdict | undefined> {
    const check = authorizers.get(route.authorizerId ?? '');
    return check?.(request.headers.authorization, route.scopes);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    if (cors) setCorsHeaders(cors, request, response);
    if (cors && isPreflight(request)) return void response.writeHead(204).end();
    const found = match(request.method ?? 'GET', rawPathOf(request));
    if (!found) return say(response, 404, 'Not Found');
    if (!isWithinLimits(found.route.routeKey)) return say(response, 429, 'Too Many Requests');
    const verdict = await authorize(found.route, request);
    if (verdict && 'refused' in verdict) {
      const [status, message, challenge] = REFUSALS[verdict.refused];
      response.setHeader('www-authenticate', challenge);
      return say(response, status, message);
    }
    const body = await readBody(request, BODY_BYTES_MAX);
    if (!body) {
      response.setHeader('connection', 'close');
      return sayTooLarge(response);
    }
    const { routeKey, functionArn } = found.route;
    const authorization = verdict?.authorization;
    const event = httpApiEvent({ request, routeKey, pathParameters: found.pathParameters, authorization, body, requestId, now: now() });
    const invocation = await within(integrationTimeoutMs, options.invoke(functionArn, event));
    // An HTTP API sends the same response if a function times out and if Lambda throttles it.
    if (invocation === 'timed out' || isError(invocation, throttled)) return say(response, 503, 'Service Unavailable');
    // A body below API Gateway's limit can exceed Lambda's limit, which is smaller, and base64 makes binary bodies a third larger. Source:
    // AWS's emulator of HTTP APIs, https://github.com/aws/aws-lambda-dotnet/pull/1990.
    if (isError(invocation, requestTooLarge)) return sayTooLarge(response);
    const reply = 'payload' in invocation ? lambdaAnswer(invocation.payload) : undefined;
    if (!reply) return say(response, 500, 'Internal Server Error');
    send(reply, response, Boolean(cors));
  }

  return {
    async handle(request, response) {
      const requestId = randomUUID();
      response.setHeader('apigw-requestid', requestId);
      try {
        await answer(request, response, requestId);
      } catch (error) {
        if (error instanceof URIError) return say(response, 400, 'Bad Request');
        if (!response.destroyed) options.onError?.(error, request);
        say(response, 500, 'Internal Server Error');
      }
    },
  };
}

const isError = (invocation: Invocation, errorType: string): boolean => 'error' in invocation && invocation.error.errorType === errorType;

/** If CORS is configured, API Gateway sends its own CORS headers and removes the CORS headers of the function. */
function send({ status, headers, cookies, body }: LambdaAnswer, response: ServerResponse, ownCors: boolean): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!(ownCors && name.startsWith('access-control-'))) response.setHeader(name, value);
  }
  if (cookies.length) response.setHeader('set-cookie', cookies);
  response.writeHead(status).end(body);
}

function say(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

const sayTooLarge = (response: ServerResponse): void => say(response, 413, 'Request Entity Too Large');

async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value | 'timed out'> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<'timed out'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timed out');
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
