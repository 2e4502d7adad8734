/** Tests the daily limits with the local tables: the number of uses per person and day, and failed uses that do not count. */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dailyUseKey, takeDailyUse, takeUpload, withinDailyLimit } from '#lambdas/store/daily-uses.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { User } from '#lambdas/store/users.ts';
import { attemptsPerUse, dailyLimits } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { imageBytesMax } from '#shared/upload/image-file.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T23:59:59.000Z');
const nextSecond = new Date('2026-11-22T00:00:00.000Z');
const limit = dailyLimits.outpaint.paid;
const userOf = (person: string): User => ({ userId: `user of ${person}`, person, tier: 'paid' });
const readUses = async (userId: string, day = now) =>
  (await dynamo().send(new GetCommand({ ...dailyUseKey(userId, 'outpaint', day) }))).Item;
const use = (userId: string, day = now) => withinDailyLimit(userOf(userId), 'outpaint', day, async () => 'done');
const failBeforeRequest = (userId: string) =>
  withinDailyLimit(userOf(userId), 'outpaint', now, () => Promise.reject(new Error('it broke')));

test('parallel calls are accepted up to the daily limit, and the other calls are refused', async () => {
  const userId = randomUUID();
  const results = await Promise.allSettled(Array.from({ length: limit + 20 }, () => use(userId)));
  const refusals = results.filter(({ status }) => status === 'rejected');
  expect(refusals).toHaveLength(20);
  for (const { reason } of refusals as PromiseRejectedResult[]) expect(reason).toMatchObject({ code: 'DailyLimit', details: { limit } });
  expect(await readUses(userId)).toMatchObject({ used: limit });
});

test('each UTC day, each user and each helper call has a separate count', async () => {
  const userId = randomUUID();
  for (let n = 0; n < limit; n++) await use(userId);
  await expect(use(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  expect(await use(userId, nextSecond)).toBe('done');
  expect(await use(randomUUID())).toBe('done');
  expect(await withinDailyLimit(userOf(userId), 'aiWrite', now, async () => 'done')).toBe('done');
});

test('a call that failed before a vendor request is not counted, and its error does not change', async () => {
  const userId = randomUUID();
  for (let n = 0; n < 5; n++) await expect(failBeforeRequest(userId)).rejects.toThrow('it broke');
  expect(await readUses(userId)).toMatchObject({ used: 0 });
  expect(await use(userId)).toBe('done');
});

describe('a vendor request that failed', () => {
  const failAtVendor = (error: unknown) =>
    withinDailyLimit(userOf('free'), 'outpaint', now, (runBillableRequest) => runBillableRequest(() => Promise.reject(error)));
  const readUsed = async () => Number((await readUses('free'))?.used ?? 0);
  const connection = (code: string) => Object.assign(new Error(code), { code });

  test.each<[string, unknown]>([
    ['refused because of its rate', new AppError('VendorBusy', { isUnbilled: true })],
    [
      'refused because of its key, inside another error of ours',
      new AppError('AiWriteFailed', { cause: new AppError('VendorMisconfigured') }),
    ],
    ['never sent', new AppError('VendorUnreachable', { cause: connection('ECONNREFUSED') })],
  ])('a failed vendor request is not counted if it was %s', async (_, error) => {
    const countBefore = await readUsed();
    await expect(failAtVendor(error)).rejects.toBe(error);
    expect(await readUsed()).toBe(countBefore);
  });

  test.each<[string, unknown]>([
    ['filtered', new AppError('VendorRefused')],
    ['processed with an error response of the vendor', new AppError('VendorServerError')],
    ['refused as busy in a response that may be billed', new AppError('VendorBusy')],
    ['interrupted', new AppError('VendorUnreachable', { cause: connection('ECONNRESET') })],
    ['processed with an unreadable response', new AppError('VendorMalformedAnswer')],
    ['processed, but our function failed afterwards', new Error('storage is down')],
  ])('a failed vendor request is counted if it was %s', async (_, error) => {
    const countBefore = await readUsed();
    await expect(failAtVendor(error)).rejects.toBe(error);
    expect(await readUsed()).toBe(countBefore + 1);
  });

  test('a vendor request is counted if a later step of the call fails', async () => {
    const countBefore = await readUsed();
    const call = withinDailyLimit(userOf('free'), 'outpaint', now, async (runBillableRequest) => {
      await runBillableRequest(async () => 'a picture');
      throw new Error('storage is down');
    });
    await expect(call).rejects.toThrow('storage is down');
    expect(await readUsed()).toBe(countBefore + 1);
  });
});

test('failed calls have a separate limit, although they do not count as uses', async () => {
  const userId = randomUUID();
  const { TableName, Key } = dailyUseKey(userId, 'outpaint', now);
  await dynamo().send(new PutCommand({ TableName, Item: { ...Key, used: 0, attempts: attemptsPerUse * limit + 10 - 1 } }));
  await expect(failBeforeRequest(userId)).rejects.toThrow('it broke');
  await expect(failBeforeRequest(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  await expect(use(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
});

test('a person who has never paid has a lower limit, which all accounts of the person share', async () => {
  const person = randomUUID();
  const callAsFreePerson = (userId: string) => withinDailyLimit({ userId, person, tier: 'neverPaid' }, 'outpaint', now, async () => 'done');
  for (let n = 0; n < dailyLimits.outpaint.neverPaid; n++) await callAsFreePerson(`account ${n}`);
  await expect(callAsFreePerson('one more account')).rejects.toMatchObject({
    code: 'DailyLimit',
    details: { limit: dailyLimits.outpaint.neverPaid },
  });
});

test('the bytes of a file are counted completely or not at all', async () => {
  const user: User = { userId: randomUUID(), person: randomUUID(), tier: 'neverPaid' };
  const limit = dailyLimits.uploadBytes.neverPaid;
  await takeDailyUse(user, 'uploadBytes', now, limit - 10);
  await expect(takeDailyUse(user, 'uploadBytes', now, 11)).rejects.toMatchObject({ code: 'DailyLimit' });
  await takeDailyUse(user, 'uploadBytes', now, 10);
});

test.each([
  ['uploads', 'upload', 1],
  ['bytes', 'uploadBytes', imageBytesMax],
] as const)('a seller who has paid can upload 2,000 photos a day, and a person who has never paid can upload fewer %s', (_, name, each) => {
  expect(dailyLimits[name].paid).toBeGreaterThan(2_000 * each);
  expect(dailyLimits[name].neverPaid).toBeLessThan(2_000 * each);
});

test('an upload counts its number and its bytes, and is refused if one of them reaches its limit', async () => {
  const user: User = { userId: randomUUID(), person: randomUUID(), tier: 'neverPaid' };
  const { upload, uploadBytes } = dailyLimits;
  await takeDailyUse(user, 'upload', now, upload.neverPaid - 2);
  await takeDailyUse(user, 'uploadBytes', now, uploadBytes.neverPaid - 10);
  await expect(takeUpload(user, 11, now)).rejects.toMatchObject({ code: 'DailyLimit', details: { limit: uploadBytes.neverPaid } });
  await takeUpload(user, 10, now);
  await expect(takeUpload(user, 0, now)).rejects.toMatchObject({ code: 'DailyLimit', details: { limit: upload.neverPaid } });
});

test('a refused call does not run, and does not change the count', async () => {
  const userId = randomUUID();
  for (let n = 0; n < limit; n++) await use(userId);
  await expect(failBeforeRequest(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  expect(await readUses(userId)).toMatchObject({ used: limit });
});

test('a count expires after its day', async () => {
  const userId = randomUUID();
  await use(userId);
  expect((await readUses(userId))?.expires_at).toBeGreaterThan(nextSecond.getTime() / 1000);
});

test('a refused use is logged as a warning', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const userId = randomUUID();
  await takeDailyUse(userOf(userId), 'outpaint', now, limit);
  await expect(use(userId)).rejects.toMatchObject({ code: 'DailyLimit' });
  const lines = stdout.mock.calls.map(([line]) => JSON.parse(String(line)));
  stdout.mockRestore();
  expect(lines).toMatchObject([{ level: 'warn', event: 'daily_limit', use: 'outpaint', person: userId, tier: 'paid', limit }]);
});
