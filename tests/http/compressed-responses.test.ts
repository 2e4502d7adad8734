/**
 * Tests the compression of responses over HTTP on the whole local stack. `fetch` decompresses a body, so these tests read the raw bytes.
 */
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { ProfileResponse } from '#shared/auth/api.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let seller: Seller;
let batchPath: string;
beforeAll(async () => {
  cloud = await sharedCloud();
  seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const order = imageRequest(['A cup', 'A bowl'], key);
  expect((await seller.call('POST', '/api/batches', order)).status).toBe(202);
  await seller.until(order.batchId);
  batchPath = `/api/batches/${order.batchId}`;
});

async function rawResponse(path: string, acceptEncoding?: string) {
  const headers = { authorization: `Bearer ${seller.accessToken}`, ...(acceptEncoding && { 'accept-encoding': acceptEncoding }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(cloud.origin + path, { headers }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('a poll is compressed with the encoding that the client accepts, and its content stays the same', async () => {
  const plain = await rawResponse(batchPath);
  const brotli = await rawResponse(batchPath, 'gzip, deflate, br');
  const gzip = await rawResponse(batchPath, 'gzip');
  expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  const expected = JSON.parse(plain.body.toString());
  expect(expected.items).toHaveLength(2);
  expect(JSON.parse(brotliDecompressSync(brotli.body).toString()).items).toHaveLength(2);
  expect(JSON.parse(gunzipSync(gzip.body).toString()).items).toHaveLength(2);
  expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
  expect(brotli.headers.etag).toBe(plain.headers.etag);
});

test('a small response is not compressed', async () => {
  const { status, headers, body } = await rawResponse('/api/profile', 'br');
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('content-encoding');
  expect((JSON.parse(body.toString()) as ProfileResponse).email).toBe(seller.email);
});
