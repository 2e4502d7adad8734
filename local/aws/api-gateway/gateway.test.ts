import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { type FrontServer, startFrontServer } from '../cloudfront/front-server.ts';
import { type RawResponse, rawRequest } from '../cloudfront/raw-request.ts';
import { createFunction } from '../lambda/function.ts';
import type { HttpApiEvent } from './event.ts';
import { createGateway, type Invocation } from './gateway.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';
import type { StageThrottle } from './throttle.ts';

const now = new Date('2026-03-07T09:05:01.000Z');
const issuer = 'https://issuer.example';
const routes = [
  { routeKey: 'GET /api/batches/{batchId}', functionArn: 'arn:get' },
  { routeKey: 'ANY /api/echo', functionArn: 'arn:echo' },
  { routeKey: 'GET /api/profile', functionArn: 'arn:profile', authorizerId: 'jwt' },
  { routeKey: 'GET /api/admin', functionArn: 'arn:admin', authorizerId: 'jwt', scopes: ['admin'] },
];
const cors = {
  AllowOrigins: ['https://shop.example'],
  AllowMethods: ['GET', 'POST'],
  AllowHeaders: ['authorization'],
  AllowCredentials: true,
  MaxAge: 60,
};

let authorizer: JwtAuthorizer;
let token: string;
let server: FrontServer | undefined;
let calls: { functionArn: string; event: HttpApiEvent }[] = [];

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  authorizer = { issuer, audience: ['client'], jwks: { keys: [{ ...(await exportJWK(publicKey)), kty: 'RSA', kid: 'k', alg: 'RS256' }] } };
  const claims = { iss: issuer, client_id: 'client', sub: 'u1', scope: 'openid', exp: now.getTime() / 1000 + 60 };
  token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  calls = [];
});

type Setup = {
  invoke?: () => Promise<Invocation>;
  withCors?: boolean;
  throttle?: StageThrottle;
  integrationTimeoutMs?: number;
  onError?: (error: unknown) => void;
};

async function start({ invoke = async () => ({ payload: { statusCode: 200, body: 'done' } }), withCors, ...options }: Setup = {}) {
  const gateway = createGateway({
    routes,
    authorizers: { jwt: authorizer },
    ...(withCors && { cors }),
    invoke: async (functionArn, event) => {
      calls.push({ functionArn, event });
      return invoke();
    },
    now: () => now,
    ...options,
  });
  server = await startFrontServer({ port: 0, handlers: [async (request, response) => gateway.handle(request, response).then(() => true)] });
  const { port } = server;
  return (path: string, request: Omit<Parameters<typeof rawRequest>[0], 'port' | 'path'> = {}) => rawRequest({ port, path, ...request });
}

const statusAndText = ({ status, body }: RawResponse) => [status, body.toString()];

test('the gateway passes the event of payload format 2.0 to the Lambda', async () => {
  const call = await start();
  await call('/api/batches/a%20b?x=1&x=2&y=%C3%A9&z', {
    headers: { cookie: 'a=1; b=2', 'x-twice': ['1', '2'], 'user-agent': 'test', 'x-forwarded-for': '203.0.113.9' },
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.functionArn).toBe('arn:get');
  expect(calls[0]?.event).toEqual({
    version: '2.0',
    routeKey: 'GET /api/batches/{batchId}',
    rawPath: '/api/batches/a b',
    rawQueryString: 'x=1&x=2&y=%C3%A9&z',
    cookies: ['a=1', 'b=2'],
    headers: { host: `127.0.0.1:${server?.port}`, 'x-twice': '1, 2', 'user-agent': 'test', 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    queryStringParameters: { x: '1,2', y: 'é', z: '' },
    pathParameters: { batchId: 'a b' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: '127.0.0.1',
      domainPrefix: '127',
      http: { method: 'GET', path: '/api/batches/a b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      routeKey: 'GET /api/batches/{batchId}',
      stage: '$default',
      time: '07/Mar/2026:09:05:01 +0000',
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: false,
  });
});

test.each([
  ['application/json', '{"a":"é"}', '{"a":"é"}', false],
  ['application/json; charset=utf-8', '{}', '{}', false],
  ['text/csv', 'a,b', 'a,b', false],
  ['application/x-www-form-urlencoded', 'a=1', 'YT0x', true],
  ['image/png', Buffer.from([0x89, 0xff]), 'if8=', true],
  ['application/jsonp', 'x', 'eA==', true],
  ['application/json', '', undefined, false],
])('the gateway passes a body with the content type %s', async (type, body, received, isBase64Encoded) => {
  const call = await start();
  await call('/api/echo', { method: 'POST', headers: { 'content-type': type }, body });
  expect(calls[0]?.event).toMatchObject({ isBase64Encoded });
  expect(calls[0]?.event.body).toBe(received);
});

test('the gateway does not change the status, headers, cookies and bytes of a response', async () => {
  const payload = {
    statusCode: 201,
    headers: { 'Content-Type': 'image/png' },
    cookies: ['a=1', 'b=2'],
    body: '/wA=',
    isBase64Encoded: true,
  };
  const call = await start({ invoke: async () => ({ payload }) });
  const response = await call('/api/echo');
  expect([response.status, response.body]).toEqual([201, Buffer.from([0xff, 0])]);
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'set-cookie': ['a=1', 'b=2'],
    'apigw-requestid': calls[0]?.event.requestContext.requestId,
  });
});

test('the response to HEAD has headers and no body', async () => {
  const call = await start();
  expect(statusAndText(await call('/api/echo', { method: 'HEAD' }))).toEqual([200, '']);
});

describe('the authorizer', () => {
  test.each([
    ['/api/profile', 'valid', 200, 'done'],
    ['/api/profile', 'none', 401, '{"message":"Unauthorized"}'],
    ['/api/profile', 'invalid', 401, '{"message":"Unauthorized"}'],
    ['/api/admin', 'valid', 403, '{"message":"Forbidden"}'],
  ])('a request to %s (token: %s) gets status %i', async (path, kind, status, body) => {
    const call = await start();
    const authorization = { valid: `Bearer ${token}`, invalid: `Bearer ${token}x`, none: undefined }[kind];
    const response = await call(path, { headers: authorization ? { authorization } : {} });
    expect(statusAndText(response)).toEqual([status, body]);
    expect(calls).toHaveLength(status === 200 ? 1 : 0);
    expect('www-authenticate' in response.headers).toBe(status !== 200);
    expect(calls[0]?.event.requestContext.authorizer).toEqual(
      status === 200 ? { jwt: { claims: expect.objectContaining({ sub: 'u1' }), scopes: null } } : undefined,
    );
  });

  test('createGateway throws if a route names an unknown authorizer', () => {
    const invoke = async () => ({ payload: null });
    expect(() => createGateway({ routes, authorizers: {}, invoke })).toThrow('unknown authorizer: jwt');
  });
});

describe('the response contains only an error text of AWS and no internal text, in the case of', () => {
  const neverResolved = new Promise<never>(() => undefined);
  test.each<[string, Setup, number, string]>([
    [
      'a Lambda error',
      { invoke: async () => ({ error: { errorType: 'TypeError', errorMessage: 'secret' } }) },
      500,
      'Internal Server Error',
    ],
    ['a malformed response', { invoke: async () => ({ payload: { statusCode: 'x' } }) }, 500, 'Internal Server Error'],
    ['an invocation that fails', { invoke: () => Promise.reject(new Error('secret')) }, 500, 'Internal Server Error'],
    [
      'a throttled function',
      { invoke: async () => ({ error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: 'Rate Exceeded.' } }) },
      503,
      'Service Unavailable',
    ],
    [
      'a request that is too large for Lambda',
      { invoke: async () => ({ error: { errorType: 'RequestEntityTooLargeException', errorMessage: 'secret' } }) },
      413,
      'Request Entity Too Large',
    ],
    [
      'a response that is too large for Lambda',
      { invoke: async () => ({ error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage: 'secret' } }) },
      500,
      'Internal Server Error',
    ],
    ['a function without a response in time', { invoke: () => neverResolved, integrationTimeoutMs: 1 }, 503, 'Service Unavailable'],
  ])('the response has only an error text of AWS and no internal text, in the case of %s', async (_name, setup, status, message) => {
    const call = await start(setup);
    expect(statusAndText(await call('/api/echo'))).toEqual([status, JSON.stringify({ message })]);
  });

  test('createGateway calls onError if the local cloud itself fails', async () => {
    const errors: unknown[] = [];
    const call = await start({ invoke: () => Promise.reject(new Error('broken')), onError: (error) => errors.push(error) });
    await call('/api/echo');
    expect(errors).toEqual([new Error('broken')]);
  });

  test.each([
    ['/api/nothing', 404, 'Not Found'],
    ['/api/batches/%E0%A4%A', 400, 'Bad Request'],
  ])('a request to %s gets status %i', async (path, status, message) => {
    const call = await start();
    expect(statusAndText(await call(path))).toEqual([status, JSON.stringify({ message })]);
    expect(calls).toEqual([]);
  });
});

describe('the limit of 10 MB for a body', () => {
  const LIMIT_BYTES = 10 * 1024 * 1024;

  test('the gateway accepts a body of exactly 10 MB', async () => {
    const call = await start();
    const response = await call('/api/echo', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: Buffer.alloc(LIMIT_BYTES, 'a'),
    });
    expect([response.status, calls[0]?.event.body?.length]).toEqual([200, LIMIT_BYTES]);
  });

  test('the gateway rejects a larger content-length before the client sends the body', async () => {
    const call = await start();
    const response = await call('/api/echo', { method: 'POST', headers: { 'content-length': LIMIT_BYTES + 1 } });
    expect(statusAndText(response)).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(calls).toEqual([]);
  });

  test('the gateway rejects a larger body that has no content-length', async () => {
    const call = await start();
    const headers = { 'transfer-encoding': 'chunked' };
    const response = await call('/api/echo', { method: 'POST', headers, body: Buffer.alloc(LIMIT_BYTES + 1) });
    expect(response.status).toBe(413);
    expect(calls).toEqual([]);
  });
});

describe('a body near the limit of Lambda', () => {
  const stops: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  /** The function returns the number of body bytes that it received. */
  const startWithFunction = async () => {
    const folder = temporaryFolder('gateway');
    const file = join(folder.path, 'index.cjs');
    writeFileSync(
      file,
      `exports.handler = async ({ body = '', isBase64Encoded }) =>
        ({ statusCode: 200, body: String(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').length) });`,
    );
    const lambda = createFunction({
      name: 'echo',
      arn: 'arn:echo',
      file,
      handler: 'handler',
      variables: {},
      memoryMb: 256,
      runsAs: 'thread',
      layers: [],
      credentials: () => ({}),
      temporaryFolder: join(folder.path, 'tmp'),
      timeoutSeconds: 20,
      log: () => {},
    });
    stops.push(() => lambda.stop(), folder.remove);
    const gateway = createGateway({ routes, authorizers: { jwt: authorizer }, invoke: (_, event) => lambda.invoke(event) });
    server = await startFrontServer({
      port: 0,
      handlers: [async (request, response) => gateway.handle(request, response).then(() => true)],
    });
    const { port } = server;
    return (type: string, bytes: number, fill = 'a') =>
      rawRequest({ port, path: '/api/echo', method: 'POST', headers: { 'content-type': type }, body: Buffer.alloc(bytes, fill) });
  };
  const megabyte = 1024 * 1024;
  const tooLargeBody = '{"message":"Request Entity Too Large"}';

  test.each<[string, number, string, number, string]>([
    ['text/plain', 5.9 * megabyte, 'a', 200, String(Math.floor(5.9 * megabyte))],
    ['text/plain', 6 * megabyte, 'a', 413, tooLargeBody],
    // Each quotation mark is escaped in the event.
    ['application/json', 3.1 * megabyte, '"', 413, tooLargeBody],
    // Base64 encodes three bytes as four.
    ['image/png', 4.4 * megabyte, 'a', 200, String(Math.floor(4.4 * megabyte))],
    ['image/png', 4.6 * megabyte, 'a', 413, tooLargeBody],
  ])('a %s body of %i bytes of %j gets status %i', async (type, bytes, fill, status, body) => {
    const send = await startWithFunction();
    expect(statusAndText(await send(type, Math.floor(bytes), fill))).toEqual([status, body]);
  });
});

test('the gateway calls the function only after a slow body is complete', async () => {
  const call = await start();
  const { port } = server as FrontServer;
  const head = `POST /api/echo HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n`;
  const slowSocket = connect(port, '127.0.0.1');
  slowSocket.write(`${head}a`);
  await call('/api/batches/1');
  expect(calls.map(({ functionArn }) => functionArn)).toEqual(['arn:get']);
  slowSocket.write('b');
  const [response] = await once(slowSocket, 'data');
  slowSocket.destroy();
  expect(String(response)).toContain('200 OK');
  expect(calls.map(({ event }) => event.body)).toEqual([undefined, 'ab']);
});

describe('CORS headers come from the gateway, not from the function:', () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
  const corsHeadersOf = (response: RawResponse) =>
    Object.fromEntries(Object.entries(response.headers).filter(([name]) => name.startsWith('access-control-')));

  test('a preflight request needs no route and no token', async () => {
    const call = await start({ withCors: true });
    const response = await call('/api/profile', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(corsHeadersOf(response)).toEqual({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '60',
    });
  });

  test.each([
    ['https://shop.example', { 'access-control-allow-origin': 'https://shop.example', 'access-control-allow-credentials': 'true' }],
    ['https://evil.example', {}],
  ])('a response to the origin %s has the CORS headers %j', async (origin, expected) => {
    const payload = { statusCode: 200, headers: { 'Access-Control-Allow-Origin': '*' } };
    const call = await start({ withCors: true, invoke: async () => ({ payload }) });
    expect(corsHeadersOf(await call('/api/echo', { headers: { origin } }))).toEqual(expected);
  });

  test('without a CORS configuration, a preflight request is a normal request', async () => {
    const call = await start();
    expect((await call('/api/profile', { method: 'OPTIONS', headers })).status).toBe(404);
  });
});

test('the gateway checks the limit of the stage before all other checks', async () => {
  const call = await start({ throttle: { default: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 } } });
  const responses = [await call('/api/echo'), await call('/api/profile'), await call('/api/profile'), await call('/api/echo')];
  expect(responses.map(statusAndText)).toEqual([
    [200, 'done'],
    [401, '{"message":"Unauthorized"}'],
    [429, '{"message":"Too Many Requests"}'],
    [429, '{"message":"Too Many Requests"}'],
  ]);
  expect(calls).toHaveLength(1);
});
