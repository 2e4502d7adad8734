/** Tests the check of a file without an account, over HTTP on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { objectExists } from '#lambdas/store/objects.ts';
import { type CheckResponse, type CreateCheckResponse, checkBytesMax } from '#shared/check/api.ts';
import { cleanImages } from '../fixtures/planted-images.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { postFile, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

async function call<Body>(method: string, path: string, body?: object) {
  const response = await fetchWithRetries(cloud.origin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

async function reportOf(checkId: string) {
  for (let times = 0; times < 300; times++) {
    const { body } = await call<CheckResponse>('GET', `/api/check/${checkId}`);
    if (body.status === 'ready') return body.report;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The check did not end in time');
}

async function checked(bytes: Buffer, create = () => call<CreateCheckResponse>('POST', '/api/check', { sizeBytes: bytes.length })) {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect((await call('GET', `/api/check/${body.checkId}`)).status).toBe(404);
  expect(await postFile(body, bytes, 'application/octet-stream')).toBeLessThan(300);
  expect(await call('POST', `/api/check/${body.checkId}/start`)).toMatchObject({ status: 202 });
  expect((await call('POST', `/api/check/${body.checkId}/start`)).status).toBe(202);
  const report = await reportOf(body.checkId);
  for (let times = 0; times < 50 && (await objectExists(`checks/${body.checkId}/file`)); times++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await objectExists(`checks/${body.checkId}/file`)).toBe(false);
  return report;
}

test('a visitor without an account checks a video, an image and a web page, and the files are deleted', async () => {
  const video = await readFile(new URL('../../web/public/samples/shoe-step-motion.mp4', import.meta.url));
  expect(await checked(video)).toMatchObject({ probe: { kind: 'video', container: 'mp4', codec: 'h264', bars: false, blackStart: false } });
  expect(await checked((await cleanImages[0]?.make()) ?? Buffer.alloc(0))).toMatchObject({ probe: { kind: 'image', rotated: false } });
  expect(await checked(Buffer.from('<!doctype html><title>404</title>'))).toEqual({ problem: 'notMedia' });
});

test('a seller has a separate limit', async () => {
  const seller = await signIn(cloud.origin);
  const bytes = Buffer.from('text');
  const create = () => seller.call<CreateCheckResponse>('POST', '/api/account/check', { sizeBytes: bytes.length });
  expect(await checked(bytes, create)).toEqual({ problem: 'notMedia' });
});

test('a check without a file and an unknown check are not found, and files that are too large are refused', async () => {
  for (const checkId of [randomUUID(), 'x', '..%2Fuploads'])
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/start'],
    ] as const)
      expect(await call(method, `/api/check/${checkId}${end}`)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  const { body } = await call<CreateCheckResponse>('POST', '/api/check', { sizeBytes: 100 });
  expect(await call('POST', `/api/check/${body.checkId}/start`)).toMatchObject({ status: 404 });
  for (const sizeBytes of [0, -1, 1.5, checkBytesMax + 1])
    expect(await call('POST', '/api/check', { sizeBytes })).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
});

test('the form of a check accepts only a file of the announced size', async () => {
  const { body } = await call<CreateCheckResponse>('POST', '/api/check', { sizeBytes: 100 });
  expect(await postFile(body, Buffer.alloc(99), 'application/octet-stream')).toBe(400);
  expect(await postFile(body, Buffer.alloc(101), 'application/octet-stream')).toBe(400);
});
