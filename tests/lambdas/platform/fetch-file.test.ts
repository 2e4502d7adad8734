/**
 * Tests the download of a vendor's file. A file may be stored on disk only if it is within the size limit and from the vendor's own hosts.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchFile } from '#lambdas/platform/fetch-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('fetch-file');
const outputFile = join(folder.path, 'clip.mp4');
let requests: { path: string; key: unknown }[] = [];
let base: string;
let otherHost: string;

const pages: Record<string, (response: ServerResponse) => void> = {
  '/clip': (response) => response.end('0123456789'),
  '/moved': (response) => response.writeHead(302, { location: '/clip' }).end(),
  '/private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/other-host': (response) => response.writeHead(307, { location: `${otherHost}/clip` }).end(),
  '/endless-redirect': (response) => response.writeHead(302, { location: '/endless-redirect' }).end(),
  '/cut': (response) => response.writeHead(200, { 'content-length': 10 }).write('01', () => response.destroy()),
};
const respondNotFound = (response: ServerResponse) => response.writeHead(404).end();
const serve = (request: IncomingMessage, response: ServerResponse): void => {
  requests.push({ path: request.url ?? '', key: request.headers['x-key'] });
  (pages[request.url ?? ''] ?? respondNotFound)(response);
};
const servers = [createServer(serve), createServer(serve)];

beforeAll(async () => {
  [base, otherHost] = (await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  )) as [string, string];
});
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
  folder.remove();
});
beforeEach(() => {
  requests = [];
});

const fetchTo = (path: string, sizeBytesMax = 10) =>
  fetchFile(new URL(path, base), outputFile, {
    from: {
      owns: (url) => url.origin === base,
      headersFor: async (url): Promise<Record<string, string>> => (url.origin === base ? { 'x-key': 'secret' } : {}),
    },
    sizeBytesMax,
    timeoutMs: 10_000,
  });

test.each(['/clip', '/moved'])('the file at %s is fetched, and each request contains the key', async (path) => {
  expect(await fetchTo(path)).toBe(10);
  expect(readFileSync(outputFile, 'utf8')).toBe('0123456789');
  expect(requests.at(-1)?.path).toBe('/clip');
  for (const { key } of requests) expect(key).toBe('secret');
});

test.each([
  ['/private', 'ResultNotAsOrdered', 1],
  ['/other-host', 'ResultNotAsOrdered', 1],
  ['/endless-redirect', 'ResultUnavailable', 3],
  ['/gone', 'ResultUnavailable', 1],
  ['/cut', 'ResultUnavailable', 1],
])('the download of %s throws %s after %i requests, and leaves no file', async (path, code, count) => {
  await expect(fetchTo(path)).rejects.toMatchObject({ name: code });
  expect(requests).toHaveLength(count);
  expect(existsSync(outputFile)).toBe(false);
});

test('a file above the size limit is deleted', async () => {
  await expect(fetchTo('/clip', 9)).rejects.toMatchObject({ name: 'ResultUnavailable' });
  expect(existsSync(outputFile)).toBe(false);
});

test('no request is sent to a URL of another host', async () => {
  await expect(fetchTo(`${otherHost}/clip`)).rejects.toMatchObject({ name: 'ResultNotAsOrdered' });
  expect(requests).toEqual([]);
});
