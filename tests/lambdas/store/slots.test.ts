/** Tests tickets and slots. The tests cover the order of admissions, races, crashes, leases, and the count of each lane. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admitFirst, readLane, returnSlot, setSlots } from '#lambdas/store/slots.ts';
import { readTicket, requestTicket, type Ticket, type TicketRef, ticketsOf } from '#lambdas/store/tickets.ts';
import { type LaneName, laneNames, lanes } from '#shared/admission/lanes.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const start = Date.parse('2026-11-23T08:00:00Z');
let clock = start;
/** Each call returns a later time, so that the order of arrival is known. */
function later(seconds = 1): Date {
  clock += seconds * 1000;
  return new Date(clock);
}
const lane: LaneName = 'fal#veo3';

beforeEach(async () => {
  for (const name of laneNames) for await (const ticket of ticketsOf(name)) await returnSlot(ticket, later());
  await setSlots(lane, 2);
});

const refOf = (userId: string, index = 0, batchId: string = randomUUID()): TicketRef => ({ lane, userId, batchId, index });
const request = (ref: TicketRef, taskToken = 'token') =>
  requestTicket(ref, { itemId: `item-${ref.index}`, taskToken, mils: 1600, milsBefore: 0 }, later());

/** Requests tickets for all items of a seller. */
async function requestMany(userId: string, count: number): Promise<TicketRef[]> {
  const batchId = randomUUID();
  const refs = Array.from({ length: count }, (_, index) => refOf(userId, index, batchId));
  for (const ref of refs) await request(ref);
  return refs;
}

async function admitAll(): Promise<string[]> {
  const users: string[] = [];
  for (;;) {
    const ticket = await admitFirst(lane, later());
    if (!ticket) return users;
    users.push(ticket.userId);
  }
}

async function admittedTickets(): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for await (const ticket of ticketsOf(lane)) if (ticket.admittedAt) tickets.push(ticket);
  return tickets;
}

const isConsistent = async () => (await readLane(lane)).inUse === (await admittedTickets()).length;

describe('the order of admissions', () => {
  test('a seller with one item does not wait for all items of another seller', async () => {
    const [many, one] = [randomUUID(), randomUUID()];
    await requestMany(many, 6);
    await requestMany(one, 1);
    await setSlots(lane, 4);
    expect(await admitAll()).toEqual([many, one, many, many]);
  });

  test('sellers get slots in turns', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    await requestMany(ada, 3);
    await requestMany(bob, 3);
    await setSlots(lane, 6);
    expect(await admitAll()).toEqual([ada, bob, ada, bob, ada, bob]);
  });

  test('a seller who pauses does not get the unused shares later', async () => {
    const [busy, paused] = [randomUUID(), randomUUID()];
    await setSlots(lane, 10);
    await requestMany(busy, 5);
    await admitAll();
    for (const ticket of await admittedTickets()) await returnSlot(ticket, later());
    await requestMany(paused, 3);
    await requestMany(busy, 3);
    expect((await admitAll()).slice(0, 3).filter((user) => user === busy).length).toBeGreaterThan(0);
  });
});

describe('a request', () => {
  test('a repeated request keeps its place and replaces the token', async () => {
    const ref = refOf(randomUUID());
    const first = await request(ref, 'first token');
    const other = randomUUID();
    await request(refOf(other));
    expect(await request(ref, 'second token')).toMatchObject({ queueKey: first.queueKey, taskToken: 'second token' });
    expect(await admitFirst(lane, later())).toMatchObject({ userId: ref.userId, taskToken: 'second token' });
  });

  test('a request of an admitted item returns the admission', async () => {
    const ref = refOf(randomUUID());
    await request(ref);
    const admitted = await admitFirst(lane, later());
    expect(await request(ref, 'new token')).toMatchObject({ admittedAt: admitted?.admittedAt, taskToken: 'new token' });
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });

  test('a request that is cancelled while it waits costs the seller no share', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    for (const ref of await requestMany(ada, 5)) await returnSlot(ref, later());
    await requestMany(bob, 2);
    await requestMany(ada, 1);
    await setSlots(lane, 2);
    expect(await admitAll()).toEqual([bob, ada]);
  });

  test.each([20])('%d parallel requests of one seller get different start tags', async (count) => {
    const [userId, batchId] = [randomUUID(), randomUUID()];
    const tickets = await Promise.all(Array.from({ length: count }, (_, index) => request(refOf(userId, index, batchId))));
    expect(new Set(tickets.map(({ startTag }) => startTag)).size).toBe(count);
  });
});

describe('the slots of a lane', () => {
  test('parallel admissions never use more slots than there are', async () => {
    await setSlots(lane, 3);
    for (let user = 0; user < 4; user++) await requestMany(randomUUID(), 3);
    const admissions = await Promise.all(Array.from({ length: 12 }, () => admitFirst(lane, later())));
    expect(admissions.filter(Boolean)).toHaveLength(3);
    expect(await readLane(lane)).toMatchObject({ inUse: 3 });
    expect(await admitAll()).toEqual([]);
  });

  test('parallel requests, admissions and returns keep the count of the lane', async () => {
    await setSlots(lane, 4);
    const users = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(
      users.map(async (userId) => {
        for (const ref of await requestMany(userId, 4)) {
          await admitFirst(lane, later());
          if (ref.index % 2 === 0) await returnSlot(ref, later());
          await admitFirst(lane, later());
        }
      }),
    );
    await admitAll();
    expect(await isConsistent()).toBe(true);
    expect(await readLane(lane)).toMatchObject({ inUse: 4 });
  });

  test('parallel calls return a slot only once', async () => {
    await requestMany(randomUUID(), 1);
    const ticket = (await admitFirst(lane, later())) as Ticket;
    const returned = await Promise.all(Array.from({ length: 5 }, () => returnSlot(ticket, later())));
    expect(returned.filter(Boolean)).toHaveLength(1);
    expect(await readLane(lane)).toMatchObject({ inUse: 0 });
    expect(await readTicket(ticket)).toBeUndefined();
  });

  test('if more slots of a lane are in use than allowed, only the next admissions are delayed', async () => {
    await setSlots(lane, 3);
    await requestMany(randomUUID(), 6);
    await admitAll();
    await setSlots(lane, 1);
    const [first, second, third] = await admittedTickets();
    for (const ticket of [first, second]) {
      await returnSlot(ticket as Ticket, later());
      expect(await admitAll()).toEqual([]);
    }
    await returnSlot(third as Ticket, later());
    expect(await admitAll()).toHaveLength(1);
  });

  test('a lane without slots admits nothing', async () => {
    await setSlots(lane, 0);
    await requestMany(randomUUID(), 1);
    expect(await admitAll()).toEqual([]);
  });

  test('a lane without a row has the default number of slots', async () => {
    expect(await readLane('gemini#veo3')).toEqual({
      virtualTime: 0,
      inUse: 0,
      slots: lanes['gemini#veo3'].slots,
      typicalSeconds: lanes['gemini#veo3'].typicalSeconds,
    });
  });

  test('only completed requests change the typical duration', async () => {
    const before = (await readLane(lane)).typicalSeconds;
    const [failed, completed] = await requestMany(randomUUID(), 2);
    await admitAll();
    later(600);
    await returnSlot(failed as TicketRef, later());
    expect((await readLane(lane)).typicalSeconds).toBe(before);
    await returnSlot(completed as TicketRef, later(), { isCompleted: true });
    const after = (await readLane(lane)).typicalSeconds;
    expect(after).toBeGreaterThan(before + 20);
    expect(after).toBeLessThan(before + 60);
  });
});

describe('a lease', () => {
  test('a lease lasts longer than the time limit of the vendor', async () => {
    await requestMany(randomUUID(), 1);
    const { admittedAt = '', leaseUntil = '' } = (await admitFirst(lane, later())) ?? {};
    expect(Date.parse(leaseUntil) - Date.parse(admittedAt)).toBe(lanes[lane].leaseSeconds * 1000);
    expect(lanes[lane].leaseSeconds).toBeGreaterThan(30 * 60);
  });

  test('the expiry of an earlier lease does not end the new lease', async () => {
    const ref = refOf(randomUUID());
    await request(ref);
    const first = (await admitFirst(lane, later())) as Ticket;
    await returnSlot(first, later());
    await request(ref);
    await admitFirst(lane, later());
    expect(await returnSlot(ref, later(), { ifLease: first.leaseUntil })).toBeUndefined();
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });
});

test('an item without a ticket returns nothing', async () => {
  expect(await returnSlot(refOf(randomUUID()), later())).toBeUndefined();
  expect(await readLane(lane)).toMatchObject({ inUse: 0 });
});
