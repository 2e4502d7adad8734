/** The daily limits on a real table: how many, whose, when they begin anew, and what is given back. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '#infra/local/testing/tables.ts';
import { dailyLimits } from '#shared/daily-limits.ts';
import { dailyUseKey, withinDailyLimit } from './daily-uses.ts';
import { dynamo } from './dynamo.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T23:59:59.000Z');
const nextSecond = new Date('2026-11-22T00:00:00.000Z');
const limit = dailyLimits.outpaint;
const usesOf = async (userId: string, at = now) => (await dynamo().send(new GetCommand({ ...dailyUseKey(userId, 'outpaint', at) }))).Item;
const use = (userId: string, at = now) => withinDailyLimit(userId, 'outpaint', at, async () => 'done');
const failing = (userId: string) => withinDailyLimit(userId, 'outpaint', now, () => Promise.reject(new Error('it broke')));

test('of many calls at once exactly as many are let through as a day allows', async () => {
  const userId = randomUUID();
  const answers = await Promise.allSettled(Array.from({ length: limit + 20 }, () => use(userId)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(20);
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject({ code: 'DailyLimit', details: { limit } });
  expect(await usesOf(userId)).toMatchObject({ used: limit });
});

test('the next day of UTC begins anew, and another user and another helper have their own', async () => {
  const userId = randomUUID();
  for (let n = 0; n < limit; n++) await use(userId);
  await expect(use(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  expect(await use(userId, nextSecond)).toBe('done');
  expect(await use(randomUUID())).toBe('done');
  expect(await withinDailyLimit(userId, 'aiWrite', now, async () => 'done')).toBe('done');
});

test('what came to nothing is given back, with its own error', async () => {
  const userId = randomUUID();
  for (let n = 0; n < limit + 5; n++) await expect(failing(userId)).rejects.toThrow('it broke');
  expect(await usesOf(userId)).toMatchObject({ used: 0 });
  expect(await use(userId)).toBe('done');
});

test('a refused call runs nothing and gives nothing back', async () => {
  const userId = randomUUID();
  for (let n = 0; n < limit; n++) await use(userId);
  await expect(failing(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  expect(await usesOf(userId)).toMatchObject({ used: limit });
});

test('a count ends by itself after its day', async () => {
  const userId = randomUUID();
  await use(userId);
  expect((await usesOf(userId))?.expires_at).toBeGreaterThan(nextSecond.getTime() / 1000);
});
