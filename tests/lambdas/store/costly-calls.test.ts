/** Tests that each call with a rate limit is refused before its work, at the limit per user and at the limit per IP address. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { limitedCall } from '#lambdas/store/limited-call.ts';
import { rateKey, subjectOfAddress } from '#lambdas/store/rates.ts';
import { callLimits, isLimited, type LimitedEndpoint } from '#shared/call-limits.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { rateLimits } from '#shared/rate-limits.ts';
import { startTables } from '../../fixtures/tables.ts';

vi.mock('#lambdas/platform/origin-secret.ts', () => ({ cameThroughTheSite: async () => true }));
vi.mock('#lambdas/platform/session-check.ts', () => ({ isSessionEnded: async () => false }));

let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
const address = '198.51.100.20';
const log: string[] = [];

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(async () => {
  log.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => log.push(String(text)) > 0);
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, new Date());
});

async function call(endpoint: LimitedEndpoint) {
  const work = vi.fn(async () => ({ status: 204 }));
  const claims = { token_use: 'access', sub: userId, username: 'ada' };
  const event = {
    headers: { 'x-viewer-address': address },
    requestContext: { http: { sourceIp: '192.0.2.1' }, timeEpoch: Date.now(), authorizer: { jwt: { claims } } },
  };
  const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 20_000 } as Context;
  const response = await limitedCall({ endpoint }, work as never)(event as never, context);
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body || '{}'), runs: work.mock.calls.length };
}

const setCount = (subject: string, endpoint: LimitedEndpoint, used: number) => {
  const { TableName, Key } = rateKey(subject, callLimits[endpoint].rate, new Date());
  return dynamo().send(new PutCommand({ TableName, Item: { ...Key, used } }));
};

describe.each((Object.keys(endpoints) as EndpointName[]).filter(isLimited))('%s', (endpoint) => {
  const limits = rateLimits[callLimits[endpoint].rate];

  test.each([
    ['user', () => setCount(userId, endpoint, limits.user), limits.user],
    ['IP address', () => setCount(subjectOfAddress(address), endpoint, limits.address), limits.address],
  ])('the call is refused at the limit of the %s, and the refusal is logged with the address', async (_, reachLimit, limit) => {
    await reachLimit();
    const { status, headers, body, runs } = await call(endpoint);
    expect({ status, runs }).toEqual({ status: 429, runs: 0 });
    expect(Number(headers?.['retry-after'])).toBeGreaterThan(0);
    const text = 'That was too often in a short time. Please wait a little and try again.';
    const data = { limit, retryAfterSeconds: expect.any(Number) };
    expect(body).toEqual({
      success: false,
      code: 'TooManyRequests',
      message: text,
      error: text,
      details: text,
      data,
      requestId: 'request-1',
    });
    expect(log.join('')).toContain(`"message":"call refused","requestId":"request-1","endpoint":"${endpoint}","userId":"${userId}"`);
    expect(log.join('')).toContain(`"address":"${address}"`);
  });

  test('the call runs below the limits', async () => {
    await setCount(userId, endpoint, limits.user - 1);
    await setCount(subjectOfAddress(address), endpoint, limits.address - 1);
    expect(await call(endpoint)).toMatchObject({ status: 204, runs: 1 });
    await setCount(subjectOfAddress(address), endpoint, 0);
  });
});
