/** The HTTP API of API Gateway: routes, JWT authorizers, limits, and Lambda calls in payload format 2.0. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../base/read-body.ts';
import { rawPathOf } from '../cloudfront/request.ts';
import { requestTooLargeErrorType, throttledErrorType } from '../lambda/function.ts';
import { type CorsConfiguration, isPreflight, setCorsHeaders } from './cors.ts';
import { type HttpApiEvent, httpApiEvent } from './event.ts';
import { createAuthorizer, type JwtAuthorizer, type Verdict } from './jwt-authorizer.ts';
import { type LambdaResponse, toHttpResponse } from './lambda-response.ts';
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
  /** Receives failures of the local cloud itself. The client gets only status 500. */
  onError?: (error: unknown, request: IncomingMessage) => void;
  now?: () => Date;
  integrationTimeoutMs?: number;
};

export type Gateway = { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };

/** Fixed quotas of HTTP APIs (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). */
const BODY_BYTES_MAX = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;

const REJECTIONS = {
  unauthorized: [401, 'Unauthorized', 'Bearer'],
  invalid_token: [401, 'Unauthorized', 'Bearer scope="" error="invalid_token"'],
  insufficient_scope: [403, 'Forbidden', 'Bearer error="insufficient_scope"'],
} as const;

/**
 * Creates a gateway that responds to every request.
 * @throws Error if a route names an authorizer that does not exist
 */
export function createGateway(options: Options): Gateway {
  const { cors, now = () => new Date(), integrationTimeoutMs = INTEGRATION_TIMEOUT_MS } = options;
  const findRoute = compileRoutes(options.routes);
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

  async function respond(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    if (cors) setCorsHeaders(cors, request, response);
    if (cors && isPreflight(request)) return void response.writeHead(204).end();
    const matched = findRoute(request.method ?? 'GET', rawPathOf(request));
    if (!matched) return sendMessage(response, 404, 'Not Found');
    if (!isWithinLimits(matched.route.routeKey)) return sendMessage(response, 429, 'Too Many Requests');
    const verdict = await authorize(matched.route, request);
    if (verdict && 'rejection' in verdict) {
      const [status, message, challenge] = REJECTIONS[verdict.rejection];
      response.setHeader('www-authenticate', challenge);
      return sendMessage(response, status, message);
    }
    const body = await readBody(request, BODY_BYTES_MAX);
    if (!body) {
      response.setHeader('connection', 'close');
      return sendTooLarge(response);
    }
    const { routeKey, functionArn } = matched.route;
    const authorization = verdict?.authorization;
    const event = httpApiEvent({ request, routeKey, pathParameters: matched.pathParameters, authorization, body, requestId, now: now() });
    const invocation = await withTimeout(integrationTimeoutMs, options.invoke(functionArn, event));
    // An HTTP API sends the same response if a function times out and if Lambda throttles the function.
    if (invocation === 'timed out' || isError(invocation, throttledErrorType)) return sendMessage(response, 503, 'Service Unavailable');
    // Lambda's limit is smaller than API Gateway's limit, and base64 makes binary bodies a third larger. AWS's own emulator responds in the
    // same way: https://github.com/aws/aws-lambda-dotnet/pull/1990.
    if (isError(invocation, requestTooLargeErrorType)) return sendTooLarge(response);
    const functionResponse = 'payload' in invocation ? toHttpResponse(invocation.payload) : undefined;
    if (!functionResponse) return sendMessage(response, 500, 'Internal Server Error');
    send(functionResponse, response, Boolean(cors));
  }

  return {
    async handle(request, response) {
      const requestId = randomUUID();
      response.setHeader('apigw-requestid', requestId);
      try {
        await respond(request, response, requestId);
      } catch (error) {
        if (error instanceof URIError) return sendMessage(response, 400, 'Bad Request');
        if (!response.destroyed) options.onError?.(error, request);
        sendMessage(response, 500, 'Internal Server Error');
      }
    },
  };
}

const isError = (invocation: Invocation, errorType: string): boolean => 'error' in invocation && invocation.error.errorType === errorType;

/** If CORS is configured, API Gateway sends its own CORS headers and removes the CORS headers of the function. */
function send({ status, headers, cookies, body }: LambdaResponse, response: ServerResponse, hasCors: boolean): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!(hasCors && name.startsWith('access-control-'))) response.setHeader(name, value);
  }
  if (cookies.length) response.setHeader('set-cookie', cookies);
  response.writeHead(status).end(body);
}

function sendMessage(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

const sendTooLarge = (response: ServerResponse): void => sendMessage(response, 413, 'Request Entity Too Large');

async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value | 'timed out'> {
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
