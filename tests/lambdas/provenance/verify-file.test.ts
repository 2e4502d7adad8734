/** Tests the call that verifies a file, with the local tables: its answer, and its limit per IP address. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { recordSignedFile } from '#lambdas/store/signed-files.ts';
import { errors } from '#shared/errors.ts';
import { rateLimits } from '#shared/rate-limits.ts';
import { startTables } from '../../fixtures/tables.ts';

vi.mock('#lambdas/platform/origin-secret.ts', () => ({ cameThroughTheSite: async () => true }));

let tables: Awaited<ReturnType<typeof startTables>>;
let handler: typeof import('#lambdas/provenance/verify-file.lambda.ts').handler;
beforeAll(async () => {
  tables = await startTables();
  ({ handler } = await import('#lambdas/provenance/verify-file.lambda.ts'));
});
afterAll(() => tables?.stop());
afterEach(() => vi.useRealTimers());

const newHash = () => createHash('sha256').update(randomUUID()).digest('hex');

async function verify(sha256: string, address: string) {
  const event = {
    headers: { 'x-viewer-address': address },
    pathParameters: { sha256 },
    requestContext: { http: { sourceIp: '192.0.2.1' }, timeEpoch: Date.now() },
  };
  const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 29_000 };
  const response = (await handler(event as never, context as never)) as {
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  };
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body) };
}

test('a signed file is known with its kind and date, and the answer contains nothing else', async () => {
  const sha256 = newHash();
  expect((await verify(sha256, '198.51.100.1')).body).toEqual({ isKnown: false });
  await recordSignedFile(sha256, { kind: 'image', date: '2026-11-26' });
  expect(await verify(sha256, '198.51.100.1')).toMatchObject({ status: 200, body: { isKnown: true, kind: 'image', date: '2026-11-26' } });
});

test('the addresses of one IPv6 network share a limit per minute, and other networks and minutes have separate limits', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:30:20.000Z') });
  const { address: limit } = rateLimits.verify;
  const sha256 = newHash();
  const statuses = await Promise.all(
    Array.from({ length: limit + 10 }, async (_, n) => (await verify(sha256, `2001:db8:0:1::${(n + 1).toString(16)}`)).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  const refused = await verify(sha256, '2001:db8:0:1::1');
  expect(refused).toMatchObject({ status: errors.TooManyRequests.status, headers: { 'retry-after': '40' } });
  expect((await verify(sha256, '2001:db8:0:2::1')).status).toBe(200);
  vi.setSystemTime(new Date('2026-11-26T10:31:20.000Z'));
  expect((await verify(sha256, '2001:db8:0:1::1')).status).toBe(200);
});
