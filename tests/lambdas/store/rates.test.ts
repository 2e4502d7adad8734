/** Tests the rate limits with the local tables: the number of calls per user, per IP address and per time window. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { countRate, rateKey, subjectOfAddress } from '#lambdas/store/rates.ts';
import { rateLimits } from '#shared/rate-limits.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T10:30:00.000Z');
const nextHour = new Date('2026-11-21T11:00:00.000Z');
const { user: userLimit, address: addressLimit } = rateLimits.checkout;
const refusal = (limit: number) => ({ code: 'TooManyRequests', details: { limit, retryAfterSeconds: 1800 } });
let addressCount = 0;
const newAddress = () => `198.51.100.${++addressCount}`;
const count = (userId: string, ipAddress: string, time = now) => countRate('checkout', { userId, address: ipAddress }, time);

test('parallel calls of one user are accepted up to the limit of the window, and the other calls are refused', async () => {
  const userId = randomUUID();
  const results = await Promise.allSettled(Array.from({ length: userLimit + 15 }, () => count(userId, newAddress())));
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(reasons).toHaveLength(15);
  for (const reason of reasons) expect(reason).toMatchObject(refusal(userLimit));
});

test('an IP address has a separate limit for all its users together', async () => {
  const callerAddress = newAddress();
  for (let n = 0; n < addressLimit; n++) await count(randomUUID(), callerAddress);
  await expect(count(randomUUID(), callerAddress)).rejects.toMatchObject(refusal(addressLimit));
  await count(randomUUID(), newAddress());
});

test('the next window has a new count, and each kind of call has a separate limit', async () => {
  const userId = randomUUID();
  for (let n = 0; n < userLimit; n++) await count(userId, newAddress());
  await expect(count(userId, newAddress())).rejects.toMatchObject(refusal(userLimit));
  await countRate('order', { userId, address: newAddress() }, now);
  await count(userId, newAddress(), nextHour);
});

test('a refused call is not counted, and a count expires', async () => {
  const [userId, callerAddress] = [randomUUID(), newAddress()];
  for (let n = 0; n < userLimit + 5; n++) await count(userId, callerAddress).catch(() => undefined);
  const rows = await Promise.all(
    [userId, subjectOfAddress(callerAddress)].map(
      async (subject) => (await dynamo().send(new GetCommand(rateKey(subject, 'checkout', now)))).Item,
    ),
  );
  expect(rows.map((row) => row?.used)).toEqual([userLimit, userLimit]);
  expect(rows[0]?.expires_at).toBeGreaterThan(nextHour.getTime() / 1000);
});

test('a call that exceeds the limit of its IP address is not counted for its user', async () => {
  const [userId, callerAddress] = [randomUUID(), newAddress()];
  for (let n = 0; n < addressLimit; n += userLimit)
    await countRate('checkout', { userId: randomUUID(), address: callerAddress }, now, userLimit);
  for (const _ of [1, 2, 3]) await expect(count(userId, callerAddress)).rejects.toMatchObject(refusal(addressLimit));
  await count(userId, newAddress());
  expect((await dynamo().send(new GetCommand(rateKey(userId, 'checkout', now)))).Item?.used).toBe(1);
});

test('several units of one call are counted completely or not at all', async () => {
  const userId = randomUUID();
  const countUnits = (weight: number) => countRate('checkout', { userId, address: newAddress() }, now, weight);
  await countUnits(userLimit - 1);
  await expect(countUnits(2)).rejects.toMatchObject(refusal(userLimit));
  await countUnits(1);
  await expect(countUnits(1)).rejects.toMatchObject(refusal(userLimit));
});

test('calls from 127.0.0.1 are counted per user, but not per IP address', async () => {
  for (let n = 0; n < addressLimit + 1; n++) await count(randomUUID(), '127.0.0.1');
});

test('a refused call is logged as a warning', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const userId = randomUUID();
  for (let n = 0; n < userLimit; n++) await count(userId, newAddress());
  await expect(count(userId, newAddress())).rejects.toMatchObject(refusal(userLimit));
  const lines = stdout.mock.calls.map(([line]) => JSON.parse(String(line)));
  stdout.mockRestore();
  expect(lines).toMatchObject([{ level: 'warn', event: 'rate_limit', rate: 'checkout', subject: userId, limit: userLimit }]);
});
