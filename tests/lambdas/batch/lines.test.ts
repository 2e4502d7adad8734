/** Tests the places of items in the queue. The page of a batch shows these places. The tests use real tables. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linePlaces } from '#lambdas/batch/lines.ts';
import type { VideoItem } from '#lambdas/store/batch-rows.ts';
import { setStop } from '#lambdas/store/installation.ts';
import { returnSlot, setSlots } from '#lambdas/store/slots.ts';
import { requestTicket, ticketsOf } from '#lambdas/store/tickets.ts';
import { type LaneName, laneNames, lanes } from '#shared/admission/lanes.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const lane: LaneName = 'fal#veo3';
const { typicalSeconds } = lanes[lane];
let clock = Date.parse('2026-11-23T08:00:00Z');
/** Returns a time that is 10 s later than the time of the previous call, so that the cached queue has expired. */
function later(): Date {
  clock += 10_000;
  return new Date(clock);
}

beforeEach(async () => {
  for (const name of laneNames) for await (const ticket of ticketsOf(name)) await returnSlot(ticket, later());
  await setSlots(lane, 2);
});

const newItems = (count: number): VideoItem[] =>
  createBatchRows(
    randomUUID(),
    Array.from({ length: count }, () => 10),
    later(),
  ).items;

/** Adds a ticket for each item. In this test, no item gets a slot. */
async function queue(items: readonly VideoItem[]): Promise<void> {
  for (const { userId, batchId, index, itemId } of items)
    await requestTicket({ lane, userId, batchId, index }, { itemId, taskToken: 'token', mils: 1600, milsBefore: 0 }, later());
}

test('an item shows its place among the items of all sellers, and the estimated wait', async () => {
  const [ada, bob] = [newItems(2), newItems(3)];
  await queue(ada);
  await queue(bob.slice(0, 2));
  expect([...(await linePlaces(bob, later()))]).toEqual([
    [0, { place: 2, seconds: typicalSeconds }],
    [1, { place: 4, seconds: 2 * typicalSeconds }],
    [2, { place: 6, seconds: 3 * typicalSeconds }],
  ]);
});

test('an item that does not wait for a slot has no place', async () => {
  const [ada, bob] = [newItems(1), newItems(1)];
  await queue(ada);
  expect(await linePlaces(bob, later())).toEqual(new Map());
  expect(await linePlaces([], later())).toEqual(new Map());
  const cancelled = ada.map((item) => ({ ...item, cancelRequestedAt: '2026-11-23T08:00:00.000Z' }));
  expect(await linePlaces(cancelled, later())).toEqual(new Map());
  const completed = ada.map((item) => ({ ...item, status: 'completed' as const }));
  expect(await linePlaces(completed, later())).toEqual(new Map());
});

test('an item with the status `generating` has a place only while it waits for the slot of its next request', async () => {
  const items = newItems(2).map((item) => ({ ...item, status: 'generating' as const }));
  await queue(items.slice(0, 1));
  expect([...(await linePlaces(items, later()))]).toEqual([[0, { place: 1, seconds: Math.ceil(typicalSeconds / 2) }]]);
});

test('there is no estimate while new work is stopped', async () => {
  const items = newItems(1);
  await queue(items);
  await setStop({ at: later(), reason: 'test' });
  expect([...(await linePlaces(items, later()))]).toEqual([[0, { place: 1, isPaused: true }]]);
  await setStop(undefined);
});

test('pages that poll within five seconds share one read of the queue', async () => {
  const items = newItems(1);
  const now = later();
  expect((await linePlaces(items, now)).size).toBe(0);
  await queue(items);
  expect((await linePlaces(items, new Date(now.getTime() + 4_999))).size).toBe(0);
  expect((await linePlaces(items, new Date(now.getTime() + 5_000))).size).toBe(1);
});

test('if the queues cannot be read, the batch is shown without places', async () => {
  let places: Map<number, unknown> | undefined;
  await runWithCrash(1, false, async () => {
    places = await linePlaces(newItems(1), later());
  });
  expect(places).toEqual(new Map());
});
