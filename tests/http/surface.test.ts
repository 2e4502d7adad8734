/**
 * Tests the common behaviour of all calls: permitted callers, invalid requests, and ignored fields. Each row of the table of endpoints is
 * tested.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateBatchResponse } from '#shared/batch/api.ts';
import type { ListTransactionsResponse } from '#shared/credits/api.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { isErrorCode } from '#shared/errors.ts';
import type { ListHistoryResponse } from '#shared/history/api.ts';
import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { batchRequest, createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let seller: Seller;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
});

const endpointNames = Object.keys(endpoints) as EndpointName[];
const userCalls = endpointNames.filter((name) => endpoints[name].caller === 'user');
/**
 * Calls that read no body. The Gemini video call rejects every request before it reads the body, because fal is the video vendor (see
 * gemini-route.test.ts).
 */
const callsWithoutBody: readonly EndpointName[] = ['signOutEverywhere', 'removeCard', 'stopRun', 'continueRun', 'generateGeminiVideo'];
const callsWithBody = userCalls.filter((name) => endpoints[name].method !== 'GET' && !callsWithoutBody.includes(name));
/** Fills each placeholder of the path with a valid value. */
const validPath = (name: EndpointName) => endpoints[name].path.replaceAll('{kind}', 'video').replace(/\{\w+\}/g, () => randomUUID());

async function send(name: EndpointName, { authorization, body }: { authorization?: string; body?: string } = {}) {
  const { method } = endpoints[name];
  const response = await fetchWithRetries(cloud.origin + validPath(name), {
    method,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    ...(method !== 'GET' && { body: body ?? '{}' }),
  });
  return { status: response.status, body: (await response.json()) as Refusal, headers: response.headers };
}

describe.each(userCalls)('%s', (name) => {
  const signToken = async (changes: object = {}) => {
    const claims = JSON.parse(Buffer.from(seller.accessToken.split('.')[1] ?? '', 'base64url').toString());
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  };
  const tokenWithoutSignature = () => {
    const [, claims = ''] = seller.accessToken.split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  };

  test('the call is refused without an access token of this user pool', async () => {
    const unauthorized = { status: 401, body: { message: 'Unauthorized' } };
    expect(await send(name)).toMatchObject(unauthorized);
    for (const token of [
      'nonsense',
      '',
      seller.accessToken.slice(0, -4),
      tokenWithoutSignature(),
      await signToken(),
      await signToken({ sub: 'x' }),
    ])
      expect(await send(name, { authorization: `Bearer ${token}` }), token).toMatchObject(unauthorized);
    // As on AWS, the authorizer of the gateway accepts Cognito's ID tokens. So the function must reject them.
    expect(await send(name, { authorization: `Bearer ${seller.idToken}` })).toMatchObject({ status: 401, body: { code: 'Unauthorized' } });
  });

  test('the response is not cached, and other sites cannot read it', async () => {
    // The call signOutEverywhere ends the sessions of its user, so it is tested with another user.
    const { accessToken } = name === 'signOutEverywhere' ? await signIn(cloud.origin) : seller;
    const { headers } = await send(name, { authorization: `Bearer ${accessToken}` });
    expect(headers.get('cache-control')).toMatch(/^no-store$|^private,/);
    const preflight = await fetchWithRetries(cloud.origin + validPath(name), {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': endpoints[name].method },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    await preflight.arrayBuffer();
  });

  test('the path accepts only its own methods', async () => {
    const hasSamePath = (other: EndpointName) =>
      new RegExp(`^${endpoints[other].path.replace(/\{\w+\}/g, '[^/]+')}$`).test(validPath(name));
    const allowedMethods = endpointNames.filter(hasSamePath).map((other): string => endpoints[other].method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowedMethods.includes(one)))
      expect(await seller.call(method, validPath(name)), method).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  });
});

describe.each(callsWithBody)('%s', (name) => {
  test.each([
    ['that is not JSON', '{'],
    ['that is empty', ''],
    ['that contains bytes that are not text', '\u0000\u0001'],
    ['that is a list', '[]'],
    ['that is a text', '"text"'],
    ['that is null', 'null'],
  ])('the call rejects a body %s, with our own error text', async (_, body) => {
    const response = await send(name, { authorization: `Bearer ${seller.accessToken}`, body });
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(/\w/), requestId: expect.any(String) } });
    expect(isErrorCode(response.body.code)).toBe(true);
    expect(JSON.stringify(response.body)).not.toMatch(/node_modules|SyntaxError|ZodError|at \w+ \(/);
  });

  test('the call rejects a body of more than 10 MB', async () => {
    expect(await sendLargeBody(name, 10 * 1024 ** 2 + 1)).toBe(413);
  });
});

/** Sends a large body. The response arrives and the connection closes before the whole body is sent. */
function sendLargeBody(name: EndpointName, sizeBytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${seller.accessToken}`, 'content-type': 'application/json', 'content-length': sizeBytes };
    const call = request(cloud.origin + validPath(name), { method: endpoints[name].method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.end(Buffer.alloc(sizeBytes, 0x20));
  });
}

describe('unknown fields of a body or a query', () => {
  let other: Seller;
  let foreignKey: string;
  /** Names that the product uses internally. The product must never read them from a request. */
  const internalFields = () => ({
    userId: other.userId,
    user_id: other.userId,
    sub: other.userId,
    credits: 1000,
    cents: 0,
    cost: 0,
    total: 0,
    price: 0,
    charged: 0,
    status: 'completed',
    isOperation: true,
    exampleKeys: [foreignKey],
    photoKey: foreignKey,
    result: { key: foreignKey },
    constructor: { prototype: { isAdmin: true } },
    ['__proto__']: { isAdmin: true },
  });
  beforeAll(async () => {
    other = await signIn(cloud.origin);
    foreignKey = (await other.upload(await createPhoto())).key;
  });

  test('unknown fields do not change the key of an upload', async () => {
    const upload = { fileName: '../../a.jpg', contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images', key: foreignKey };
    const { status, body } = await seller.call<CreateUploadResponse>('POST', '/api/uploads', { ...internalFields(), ...upload });
    expect([status, body.key]).toEqual([201, expect.stringMatching(`^uploads/${seller.userId}/temp-images/[0-9a-f-]{36}\\.jpg$`)]);
    expect(body.fields.key).toBe(body.key);
  });

  test.each([
    ['videos', (key: string) => batchRequest([{ uploadKey: key }]), 1.2],
    ['images', (key: string) => imageRequest(['x'], key), 0.05],
  ])('unknown fields do not change the price, the cost or the owner of %s', async (_, order, cost) => {
    const buyer = await signIn(cloud.origin);
    const { key } = await buyer.upload(await createPhoto());
    const validOrder = order(key);
    const body = { ...internalFields(), ...validOrder, items: validOrder.items.map((item) => ({ ...internalFields(), ...item })) };
    const response = await buyer.call<CreateBatchResponse>('POST', '/api/batches', body);
    expect(response).toMatchObject({ status: 202, body: { status: 'running', quote: { total: cost } } });
    const finalBatch = await buyer.until(validOrder.batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', items: [{ charged: cost, retryCount: 0 }] });
    expect(JSON.stringify(finalBatch)).not.toContain(other.userId);
    expect(await buyer.profile()).toMatchObject({ credits: 5 - cost, available: 5 - cost });
    expect(await other.profile()).toMatchObject({ credits: 5, available: 5 });
    // The order is stored as a normal batch, although its body contains `isOperation`.
    const { items } = (await buyer.call<ListHistoryResponse>('GET', `/api/history/${validOrder.kind}?userId=${other.userId}`)).body;
    expect(items.map(({ batch_id, user_id }) => [batch_id, user_id])).toEqual([[validOrder.batchId, buyer.userId]]);
    expect(await other.call('GET', `/api/batches/${validOrder.batchId}`)).toMatchObject({ status: 404, body: { code: 'BatchNotFound' } });
  });

  test('unknown fields do not cancel or retry another user’s batch', async () => {
    const { batchId } = await other.run(['not yours']);
    for (const path of [`/api/batches/${batchId}/cancel`, `/api/batches/${batchId}/retry`])
      expect(await seller.call('POST', path, { ...internalFields(), batchId: randomUUID() }), path).toMatchObject({
        status: 404,
        body: { code: 'BatchNotFound' },
      });
    expect((await other.until(batchId)).status).toBe('completed');
  });

  test('unknown fields do not show another user’s ledger, history, batches or profile', async () => {
    for (const query of [`userId=${other.userId}`, `user_id=${other.userId}`, `sub=${other.userId}`]) {
      const { items } = (await seller.call<ListTransactionsResponse>('GET', `/api/credits/transactions?${query}`)).body;
      expect(items.map(({ user_id }) => user_id)).toEqual([seller.userId]);
      expect((await seller.call<{ items: [] }>('GET', `/api/history/video?${query}`)).body.items).toEqual([]);
      expect((await seller.call<{ items: [] }>('GET', `/api/batches?active=true&${query}`)).body.items).toEqual([]);
      expect((await seller.call<{ id: string }>('GET', `/api/profile?${query}`)).body.id).toBe(seller.userId);
    }
  });

  test('the cursor of another user does not show rows of that user', async () => {
    await other.until((await other.run(['one more'])).batchId);
    const { nextCursor } = (await other.call<ListTransactionsResponse>('GET', '/api/credits/transactions?limit=1')).body;
    expect(nextCursor).toEqual(expect.any(String));
    const response = await seller.call<ListTransactionsResponse>('GET', `/api/credits/transactions?cursor=${nextCursor}`);
    expect(JSON.stringify(response.body)).not.toContain(other.userId);
  });
});

test.each([
  '/api/credits/transactions?limit=0',
  '/api/credits/transactions?limit=101',
  '/api/credits/transactions?type=everything',
  '/api/credits/transactions?batchId=x',
  '/api/credits/transactions?cursor=nonsense',
  '/api/history/video?limit=21',
  '/api/history/image?cursor=nonsense',
  '/api/batches',
  '/api/batches?active=false',
])('the query %s is refused', async (path) => {
  expect(await seller.call('GET', path)).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
});

test.each(['/api/history/audio', `/api/history/audio/${randomUUID()}`, '/api/batches/not-a-uuid', '/api/nothing', '/api/'])(
  'the path %s is not found',
  async (path) => {
    expect((await seller.call('GET', path)).status).toBe(404);
  },
);
