import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type FrontServer, type Handler, startFrontServer } from './front-server.ts';
import { rawRequest } from './raw-request.ts';

const startedServers: FrontServer[] = [];
const start = async (handlers: Handler[], port = 0, onError?: (error: unknown) => void): Promise<FrontServer> => {
  const server = await startFrontServer({ port, handlers, onError });
  startedServers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(startedServers.splice(0).map((server) => server.stop()));
});

const handlerWithText =
  (text: string, ...paths: string[]): Handler =>
  async (request, response) => {
    if (!paths.includes(request.url ?? '')) return false;
    response.end(text);
    return true;
  };

test('the server calls the handlers in order', async () => {
  const { port } = await start([handlerWithText('first', '/a'), handlerWithText('second', '/a', '/b')]);
  const responses = await Promise.all(['/a', '/b', '/c'].map((path) => rawRequest({ port, path })));
  expect(responses.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, 'first'],
    [200, 'second'],
    [404, 'This server has nothing at this URL.\n'],
  ]);
});

describe('the server checks the Host header:', () => {
  test.each([
    ['localhost:<port>', 200],
    ['127.0.0.1:<port>', 200],
    ['evil.example', 421],
    ['evil.example:<port>', 421],
    ['localhost', 421],
    ['localhost:1', 421],
    ['localhost.evil.example:<port>', 421],
  ])('a request with the Host header %s gets status %i', async (host, status) => {
    const { port } = await start([handlerWithText('ok', '/')]);
    expect((await rawRequest({ port, path: '/', headers: { host: host.replace('<port>', String(port)) } })).status).toBe(status);
  });

  test('the server rejects a request target that is a full URL', async () => {
    const { port } = await start([handlerWithText('ok', '/')]);
    expect((await rawRequest({ port, path: 'http://evil.example/' })).status).toBe(400);
  });
});

test('the server listens on 127.0.0.1 only', async () => {
  const { port } = await start([]);
  const connectionError = await new Promise((resolve) => {
    connect({ host: '127.0.0.2', port }).on('error', resolve).on('connect', resolve);
  });
  expect(connectionError).toMatchObject({ code: 'ECONNREFUSED' });
});

test('startFrontServer suggests another port if the port is in use', async () => {
  const { port } = await start([]);
  await expect(start([], port)).rejects.toThrow(
    `Port ${port} is already in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`,
  );
});

test('if a handler fails, the server reports the error and responds with 500 without the reason', async () => {
  const errors: unknown[] = [];
  const failingHandler: Handler = () => Promise.reject(new Error('secret'));
  const { port } = await start([failingHandler], 0, (error) => errors.push(error));
  const { status, body } = await rawRequest({ port, path: '/' });
  expect([status, body.toString(), errors]).toEqual([500, 'The local cloud failed to respond.\n', [new Error('secret')]]);
});

test('the server responds with 408 to a request that is never completed', async () => {
  const readingHandler: Handler = async (request, response) => {
    for await (const _ of request);
    response.end();
    return true;
  };
  const server = await startFrontServer({ port: 0, handlers: [readingHandler], onError: () => {}, requestTimeoutMs: 40 });
  startedServers.push(server);
  const socket = connect({ host: '127.0.0.1', port: server.port });
  socket.write(`POST / HTTP/1.1\r\nhost: localhost:${server.port}\r\ncontent-length: 2\r\n\r\na`);
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('408 Request Timeout');
});

test('stop() immediately closes idle connections and releases the port', async () => {
  const server = await start([handlerWithText('ok', '/')]);
  const { port } = server;
  const socket = connect({ host: '127.0.0.1', port });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  });
  await server.stop();
  await closed;
  expect((await start([], port)).port).toBe(port);
});
