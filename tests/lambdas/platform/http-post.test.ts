import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '#lambdas/platform/http-post.ts';
import { freePort } from '#local/base/free-port.ts';
import { close, listen, loopback } from '#local/base/listen.ts';

const server = createServer(async (request, response) => {
  if (request.url === '/silent') return;
  if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/' }).end();
  const body = await text(request);
  response.writeHead(429, { 'x-type': 'Throttle' }).end(`${request.method} ${request.headers['content-length']} ${body}`);
});
let origin: string;
beforeAll(async () => {
  origin = `http://${loopback}:${await listen(server)}`;
});
afterAll(() => close(server));

const send = (url: string, timeoutMs = 5_000) => post(url, { headers: {}, body: 'Größe', timeoutMs });

test('a request returns the status, the headers and the text of a response', async () => {
  expect(await send(`${origin}/`)).toMatchObject({ status: 429, headers: { 'x-type': 'Throttle' }, text: 'POST 7 Größe' });
});

test('a request follows no redirect', async () => {
  expect(await send(`${origin}/elsewhere`)).toMatchObject({ status: 302, text: '' });
});

test('a request throws if the server does not respond in time', async () => {
  await expect(send(`${origin}/silent`, 50)).rejects.toMatchObject({ name: expect.stringMatching(/AbortError|TimeoutError/) });
});

test('a request throws an error with the code ECONNREFUSED if the connection is refused', async () => {
  await expect(send(`http://${loopback}:${await freePort()}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
