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
const { user, address } = rateLimits.checkout;
const refused = (limit: number) => ({ code: 'TooManyRequests', details: { limit, retryAfterSeconds: 1800 } });
let addressCount = 0;
const newAddress = () => `198.51.100.${++addressCount}`;
const count = (userId: string, ipAddress: string, time = now) => countRate('checkout', { userId, address: ipAddress }, time);

test('parallel calls of one user are accepted exactly up to the limit of the window', async () => {
  const userId = randomUUID();
  const answers = await Promise.allSettled(Array.from({ length: user + 15 }, () => count(userId, newAddress())));
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(reasons).toHaveLength(15);
  for (const reason of reasons) expect(reason).toMatchObject(refused(user));
});

test('an IP address has a separate limit for all its users together', async () => {
  const from = newAddress();
  for (let n = 0; n < address; n++) await count(randomUUID(), from);
  await expect(count(randomUUID(), from)).rejects.toMatchObject(refused(address));
  await count(randomUUID(), newAddress());
});

test('the next window has a new count, and each kind of call has a separate limit', async () => {
  const userId = randomUUID();
  for (let n = 0; n < user; n++) await count(userId, newAddress());
  await expect(count(userId, newAddress())).rejects.toMatchObject(refused(user));
  await countRate('order', { userId, address: newAddress() }, now);
  await count(userId, newAddress(), nextHour);
});

test('a refused call is not counted, and a count expires', async () => {
  const [userId, from] = [randomUUID(), newAddress()];
  for (let n = 0; n < user + 5; n++) await count(userId, from).catch(() => undefined);
  const rows = await Promise.all(
    [userId, subjectOfAddress(from)].map(async (subject) => (await dynamo().send(new GetCommand(rateKey(subject, 'checkout', now)))).Item),
  );
  expect(rows.map((row) => row?.used)).toEqual([user, user]);
  expect(rows[0]?.expires_at).toBeGreaterThan(nextHour.getTime() / 1000);
});

test('a call that exceeds the limit of its IP address is not counted for its user', async () => {
  const [userId, from] = [randomUUID(), newAddress()];
  for (let n = 0; n < address; n += user) await countRate('checkout', { userId: randomUUID(), address: from }, now, user);
  for (const _ of [1, 2, 3]) await expect(count(userId, from)).rejects.toMatchObject(refused(address));
  await count(userId, newAddress());
  expect((await dynamo().send(new GetCommand(rateKey(userId, 'checkout', now)))).Item?.used).toBe(1);
});

test('several units of one call are counted completely or not at all', async () => {
  const userId = randomUUID();
  const countUnits = (weight: number) => countRate('checkout', { userId, address: newAddress() }, now, weight);
  await countUnits(user - 1);
  await expect(countUnits(2)).rejects.toMatchObject(refused(user));
  await countUnits(1);
  await expect(countUnits(1)).rejects.toMatchObject(refused(user));
});

test('calls from this machine are counted per user, but not per IP address', async () => {
  for (let n = 0; n < address + 1; n++) await count(randomUUID(), '127.0.0.1');
});

test('a refused call is logged for the alarms', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const userId = randomUUID();
  for (let n = 0; n < user; n++) await count(userId, newAddress());
  await expect(count(userId, newAddress())).rejects.toMatchObject(refused(user));
  const lines = printed.mock.calls.map(([line]) => JSON.parse(String(line)));
  printed.mockRestore();
  expect(lines).toMatchObject([{ level: 'warn', event: 'rate_limit', rate: 'checkout', subject: userId, limit: user }]);
});
