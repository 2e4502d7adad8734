/**
 * Repairs the lanes after crashes, every five minutes and at each start of the local cloud. Without a crash, this job changes nothing,
 * because each function that requests or returns a slot also gives free slots to the next items.
 */
import { type LaneName, laneNames } from '#shared/admission/lanes.ts';
import { arrivedAtOf } from '#shared/admission/rule.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import type { Item } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';
import { readSettings, readSpend } from '../store/installation.ts';
import { readLine, type Ticket, ticketsOf } from '../store/tickets.ts';
import { continueAdmitted, fillLane, returnSlotIn } from './slots.ts';

export type RepairCounts = { tickets: number; returned: number; continued: number };

/**
 * Maximum time from the admission of a ticket to the completion of its task token. After this time, the function that admitted the ticket
 * must have crashed.
 */
const continuedWithinMs = 60_000;

export async function repairSlots(now: Date): Promise<RepairCounts> {
  const counts: RepairCounts = { tickets: 0, returned: 0, continued: 0 };
  let longestWaitMs = 0;
  // A failure in one lane must not block the other lanes.
  for (const lane of laneNames)
    await repairLane(lane, counts, now).then(
      (waits) => {
        record('WaitingItems', { Lane: lane }, waits.count);
        longestWaitMs = Math.max(longestWaitMs, waits.longestMs);
      },
      (error) => log('error', 'a lane could not be repaired', { lane, error }),
    );
  record('LongestWaitSeconds', {}, Math.round(longestWaitMs / 1000));
  const [{ dayMils }, spend] = await Promise.all([readSettings(), readSpend(now)]);
  record('DayLimitPercent', {}, Math.round((spend / dayMils) * 100));
  if (counts.returned > 0) log('warn', 'slots repaired', counts);
  return counts;
}

/** Returns how many items wait in the lane after the repair, and how long the first of them has waited. */
async function repairLane(lane: LaneName, counts: RepairCounts, now: Date): Promise<{ count: number; longestMs: number }> {
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
  const line = await readLine(lane);
  const arrivals = line.map(({ queueKey }) => Date.parse(arrivedAtOf(queueKey)));
  return { count: line.length, longestMs: line.length === 0 ? 0 : now.getTime() - Math.min(...arrivals) };
}

/**
 * Returns true if no execution needs this ticket. The lease has expired, the item has ended, or the item was cancelled before it got a
 * slot.
 */
function isUnused({ admittedAt, leaseUntil }: Ticket, item: Item | undefined, now: Date): boolean {
  const isExpired = leaseUntil !== undefined && Date.parse(leaseUntil) <= now.getTime();
  return isExpired || !item || hasEnded(item.status) || (!admittedAt && item.cancelRequestedAt !== undefined);
}
