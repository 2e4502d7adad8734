/**
 * Repairs the lanes after crashes, every five minutes and at each start of the local cloud. Without a crash, this job changes nothing: each
 * request and each return of a slot admits the next items itself.
 */
import { type LaneName, laneNames } from '#shared/admission/lanes.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { log } from '../platform/log.ts';
import type { Item } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';
import { type Ticket, ticketsOf } from '../store/tickets.ts';
import { continueAdmitted, fillLane, returnSlotIn } from './slots.ts';

export type RepairCounts = { tickets: number; returned: number; continued: number };

/** The call that admitted a ticket continues its execution within this time, or it has crashed. */
const continuedWithinMs = 60_000;

export async function repairSlots(now: Date): Promise<RepairCounts> {
  const counts: RepairCounts = { tickets: 0, returned: 0, continued: 0 };
  // A failure in one lane must not block the other lanes.
  for (const lane of laneNames)
    await repairLane(lane, counts, now).catch((error) => log('error', 'a lane could not be repaired', { lane, error }));
  if (counts.returned > 0) log('warn', 'slots repaired', counts);
  return counts;
}

async function repairLane(lane: LaneName, counts: RepairCounts, now: Date): Promise<void> {
  for await (const ticket of ticketsOf(lane)) {
    counts.tickets += 1;
    const item = await readItem(ticket.userId, ticket.batchId, ticket.index);
    if (isUnused(ticket, item, now)) {
      await returnSlotIn(ticket, now, { ifLease: ticket.leaseUntil, billedMils: item?.vendorMils });
      counts.returned += 1;
    } else if (ticket.admittedAt && now.getTime() - Date.parse(ticket.admittedAt) > continuedWithinMs) {
      await continueAdmitted(ticket);
      counts.continued += 1;
    }
  }
  await fillLane(lane, now);
}

/**
 * Returns whether no execution needs this ticket: the lease has expired, the item has ended, or the item was cancelled before it got a
 * slot.
 */
function isUnused({ admittedAt, leaseUntil }: Ticket, item: Item | undefined, now: Date): boolean {
  const isExpired = leaseUntil !== undefined && Date.parse(leaseUntil) <= now.getTime();
  return isExpired || !item || hasEnded(item.status) || (!admittedAt && item.cancelRequestedAt !== undefined);
}
