/**
 * Tests the limits that pause admissions: the stop of all new requests, the vendor cost of a day, the circuit breaker, and the limit of
 * bonuses.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import {
  clearVendorFailures,
  countVendorFailure,
  readBonuses,
  readBreaker,
  readSettings,
  readSpend,
  setLimit,
  setStop,
} from '#lambdas/store/installation.ts';
import { admitFirst, pauseOf, readLane, requeue, returnSlot, setSlots } from '#lambdas/store/slots.ts';
import { requestTicket, type Ticket, type TicketRef, ticketsOf } from '#lambdas/store/tickets.ts';
import { failuresToOpen } from '#shared/admission/breaker.ts';
import { type LaneName, laneNames } from '#shared/admission/lanes.ts';
import { defaultLimits } from '#shared/admission/limits.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const lane: LaneName = 'fal#veo3';
const now = new Date('2026-11-23T08:00:00Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const tomorrow = new Date('2026-11-24T00:00:00Z');
const mils = 1600;

beforeEach(async () => {
  for (const name of laneNames) for await (const ticket of ticketsOf(name)) await returnSlot(ticket, now);
  for (const sk of ['settings', 'spend#2026-11-23', 'spend#2026-11-24', 'bonuses#2026-11-23', 'breaker#fal', 'breaker#stability'])
    await dynamo().send(new DeleteCommand({ TableName: process.env.TABLE_ADMISSION, Key: { pk: 'installation', sk } }));
  await setSlots(lane, 10);
});

const newItem = (): TicketRef => ({ lane, userId: randomUUID(), batchId: randomUUID(), index: 0 });
const request = (ref: TicketRef, milsBefore = 0) => requestTicket(ref, { itemId: 'item-0', taskToken: 'token', mils, milsBefore }, now);
async function requestMany(count: number): Promise<TicketRef[]> {
  const refs = Array.from({ length: count }, newItem);
  for (const ref of refs) await request(ref);
  return refs;
}
async function admitAll(at = now): Promise<number> {
  for (let count = 0; ; count++) if (!(await admitFirst(lane, at))) return count;
}

describe('the stop switch', () => {
  test('the stop switch pauses all lanes and keeps the waiting items', async () => {
    await requestMany(2);
    await setStop({ at: now, reason: 'The vendor bills too much' });
    expect(await admitAll()).toBe(0);
    expect(await pauseOf('openai#GPT-Image-1', now)).toBe('stopped');
    expect(await readSettings()).toEqual({ ...defaultLimits, stoppedAt: now.toISOString(), stopReason: 'The vendor bills too much' });
    await setStop(undefined);
    expect(await readSettings()).toEqual(defaultLimits);
    expect(await admitAll()).toBe(2);
  });

  test('the stop switch returns an admitted item to its earlier place in the queue instead of its next attempt', async () => {
    const [first] = await requestMany(1);
    const admitted = (await admitFirst(lane, now)) as Ticket;
    await requestTicket(newItem(), { itemId: 'item-0', taskToken: 'later', mils, milsBefore: 0 }, secondsLater(1));
    expect(await requeue(admitted)).toBe(true);
    expect(await requeue(admitted)).toBe(false);
    expect(await readLane(lane)).toMatchObject({ inUse: 0 });
    expect(await readSpend(now)).toBe(0);
    expect(await admitFirst(lane, secondsLater(60))).toMatchObject({ userId: first?.userId, admittedAt: secondsLater(60).toISOString() });
  });
});

describe('the vendor cost of a day', () => {
  test('the vendor cost of a day never exceeds its limit, even with parallel admissions', async () => {
    await setLimit('dayMils', 3 * mils);
    await requestMany(6);
    const admissions = await Promise.all(Array.from({ length: 6 }, () => admitFirst(lane, now)));
    expect(admissions.filter(Boolean).length).toBeLessThanOrEqual(3);
    await admitAll();
    expect(await readSpend(now)).toBe(3 * mils);
    expect(await readLane(lane)).toMatchObject({ inUse: 3 });
  });

  test('the vendor cost of a day starts at zero on the next day, so that the waiting items continue', async () => {
    await setLimit('dayMils', mils);
    await requestMany(2);
    expect(await admitAll()).toBe(1);
    expect([await pauseOf(lane, now), await pauseOf(lane, now, mils), await pauseOf(lane, tomorrow, mils)]).toEqual([
      undefined,
      'day-limit',
      undefined,
    ]);
    expect(await admitAll(tomorrow)).toBe(1);
    expect(await readSpend(tomorrow)).toBe(mils);
  });

  test('no item is admitted if a single request costs more than the limit', async () => {
    await setLimit('dayMils', mils - 1);
    await requestMany(1);
    expect(await admitAll()).toBe(0);
    expect(await readSpend(now)).toBe(0);
  });

  test.each([
    ['was not billed', 0, 0, 0],
    ['was billed once', 0, mils, mils],
    ['was billed for two attempts', 0, 2 * mils, 2 * mils],
    ['was billed after another request of the item', 40, 40 + mils, mils],
  ])('the vendor cost of a day is corrected when a request %s', async (_, milsBefore, billedMils, spend) => {
    const ref = newItem();
    await request(ref, milsBefore);
    await admitFirst(lane, now);
    expect(await readSpend(now)).toBe(mils);
    await returnSlot(ref, tomorrow, { billedMils });
    await returnSlot(ref, tomorrow, { billedMils });
    expect(await readSpend(now)).toBe(spend);
    expect(await readSpend(tomorrow)).toBe(0);
  });

  test('the vendor cost of a day keeps the list price if the billed amount is unknown', async () => {
    const ref = newItem();
    await request(ref);
    await admitFirst(lane, now);
    await returnSlot(ref, now);
    expect(await readSpend(now)).toBe(mils);
  });
});

describe('the circuit breaker', () => {
  const fail = async (count: number, at = now) => {
    for (let failure = 0; failure < count; failure++) await countVendorFailure('fal', at);
  };

  test('the circuit breaker pauses the lanes of the vendor after ten failures, and no lanes of other vendors', async () => {
    await requestMany(1);
    await fail(failuresToOpen - 1);
    expect(await pauseOf(lane, now)).toBeUndefined();
    await fail(1);
    expect(await pauseOf(lane, now)).toBe('vendor-fails');
    expect(await pauseOf('stability#outpaint', now)).toBeUndefined();
    expect(await admitAll()).toBe(0);
  });

  test('the circuit breaker counts only failures without a success between them', async () => {
    await fail(failuresToOpen - 1);
    await clearVendorFailures('fal');
    await fail(failuresToOpen - 1);
    expect(await pauseOf(lane, now)).toBeUndefined();
  });

  test('the circuit breaker lets one item test the vendor after two minutes, and all items after its success', async () => {
    await requestMany(5);
    await fail(failuresToOpen);
    const admissions = await Promise.all(Array.from({ length: 5 }, () => admitFirst(lane, secondsLater(120))));
    expect(admissions.filter(Boolean)).toHaveLength(1);
    expect(await admitAll(secondsLater(121))).toBe(0);
    await clearVendorFailures('fal');
    expect(await readBreaker('fal')).toEqual({ failures: 0 });
    expect(await admitAll(secondsLater(122))).toBe(4);
  });

  test('the circuit breaker opens again after a failed test', async () => {
    await requestMany(2);
    await fail(failuresToOpen);
    expect(await admitAll(secondsLater(120))).toBe(1);
    await fail(1, secondsLater(125));
    expect(await admitAll(secondsLater(240))).toBe(0);
    expect(await admitAll(secondsLater(245))).toBe(1);
  });
});

describe('the welcome bonuses of a day', () => {
  const signUp = async (at = now) => {
    const userId = randomUUID();
    await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, at);
    const account = await readAccount(userId);
    return [account?.credits, account?.welcomeBonus, await sumOfLedger(userId)];
  };

  test('the welcome bonuses of a day have a limit, and later accounts are created without a bonus', async () => {
    await setLimit('bonusesPerDay', 2);
    expect(await signUp()).toEqual([500, 500, 500]);
    expect(await signUp()).toEqual([500, 500, 500]);
    expect(await signUp()).toEqual([0, 0, 0]);
    expect(await readBonuses(now)).toBe(2);
    expect(await signUp(tomorrow)).toEqual([500, 500, 500]);
  });

  test('the welcome bonuses of a day are limited exactly, even with parallel sign-ups', async () => {
    await setLimit('bonusesPerDay', 3);
    const accounts = await Promise.all(Array.from({ length: 8 }, () => signUp()));
    expect(accounts.filter(([credits]) => credits === 500)).toHaveLength(3);
    expect(await readBonuses(now)).toBe(3);
  });

  test('the welcome bonuses can be disabled', async () => {
    await setLimit('bonusesPerDay', 0);
    expect(await signUp()).toEqual([0, 0, 0]);
    expect(await readBonuses(now)).toBe(0);
  });

  test('a person who already received the bonus does not count towards the limit', async () => {
    const bonusPersonId = randomUUID();
    for (const userId of [randomUUID(), randomUUID()])
      await createAccount({ userId, email: 'ada@example.com', name: 'Ada', bonusPersonId }, now);
    expect(await readBonuses(now)).toBe(1);
  });
});
