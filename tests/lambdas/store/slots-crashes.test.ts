/** Runs an item from its ticket to the return of its slot, with a crash before and after each call to DynamoDB. Then repeats the work. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admitFirst, readLane, returnSlot } from '#lambdas/store/slots.ts';
import { readTicket, requestTicket, type TicketRef, ticketsOf } from '#lambdas/store/tickets.ts';
import type { LaneName } from '#shared/admission/lanes.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTables } from '../../fixtures/tables.ts';

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

const lane: LaneName = 'gemini#veo3-fast';
const now = new Date('2026-11-23T08:00:00Z');

const newItem = (): TicketRef => ({ lane, userId: randomUUID(), batchId: randomUUID(), index: 0 });
const request = (ref: TicketRef) => requestTicket(ref, { itemId: 'item-0', taskToken: 'token', mils: 1, milsBefore: 0 }, now);

async function admittedCount(): Promise<number> {
  let count = 0;
  for await (const { admittedAt } of ticketsOf(lane)) if (admittedAt) count += 1;
  return count;
}

const operations: Record<string, { prepare(ref: TicketRef): Promise<unknown>; run(ref: TicketRef): Promise<unknown> }> = {
  'the request of a ticket': { prepare: async () => {}, run: request },
  'an admission': { prepare: request, run: () => admitFirst(lane, now) },
  'the return of a slot': {
    prepare: async (ref) => {
      await request(ref);
      await admitFirst(lane, now);
    },
    run: (ref) => returnSlot(ref, now, { isCompleted: true }),
  },
  'the removal of a waiting ticket': { prepare: request, run: (ref) => returnSlot(ref, now) },
};

describe.each(Object.entries(operations))('%s', (_, { prepare, run }) => {
  test.each([false, true])('the work can be repeated after a crash at every call (after the call: %s)', async (isAfterCall) => {
    for (let position = 1; ; position++) {
      const ref = newItem();
      await prepare(ref);
      const calls = await runWithCrash(position, isAfterCall, () => run(ref));
      expect((await readLane(lane)).inUse).toBe(await admittedCount());
      await run(ref);
      expect((await readLane(lane)).inUse).toBe(await admittedCount());
      // The other work of the item succeeds.
      await request(ref);
      await admitFirst(lane, now);
      expect(await readTicket(ref)).toHaveProperty('admittedAt');
      await returnSlot(ref, now);
      expect(await readLane(lane)).toMatchObject({ inUse: 0 });
      if (calls < position) {
        expect(position).toBeGreaterThan(2);
        return;
      }
    }
  });
});
