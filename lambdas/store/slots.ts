/**
 * The slots of the lanes. The row of a lane counts its occupied slots. Each change of this count is in the same transaction as the change
 * of the ticket that occupies the slot. So the count is always equal to the number of tickets with a slot, even after a crash. No
 * transaction can admit more tickets than there are slots.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { breakerStateOf } from '#shared/admission/breaker.ts';
import { breakerOf, type LaneName, lanes } from '#shared/admission/lanes.ts';
import { hasFreeSlot, type Lane, queueKeyOf, virtualTimeAfter } from '#shared/admission/rule.ts';
import { utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { log } from '../platform/log.ts';
import { type Action, dynamo, transact } from './dynamo.ts';
import { correctSpend, countSpend, readBreaker, readSettings, readSpend, takeVendorTest } from './installation.ts';
import { attemptsMax, firstInQueue, itemTag, laneKey, leaveQueue, readTicket, type Ticket, type TicketRef, ticketKey } from './tickets.ts';

/** `typicalSeconds` is a moving average of the time from the admission to the return of a slot. */
export type LaneRow = Lane & { typicalSeconds: number };

export async function readLane(lane: LaneName): Promise<LaneRow> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...laneKey(lane), ConsistentRead: true }));
  return {
    virtualTime: row?.virtual_time ?? 0,
    inUse: row?.in_use ?? 0,
    slots: row?.slots ?? lanes[lane].slots,
    typicalSeconds: row?.typical_seconds ?? lanes[lane].typicalSeconds,
  };
}

export async function setSlots(lane: LaneName, slots: number): Promise<void> {
  await dynamo().send(
    new UpdateCommand({ ...laneKey(lane), UpdateExpression: 'SET slots = :slots', ExpressionAttributeValues: { ':slots': slots } }),
  );
}

/** The reason why the items of a lane wait although a slot may be free. */
export type Pause = 'stopped' | 'vendor-fails' | 'day-limit';

/**
 * Returns the reason why no item of a lane may get a slot now, or undefined.
 * @param mils the list price of the next request, if its cost is not counted yet.
 */
export async function pauseOf(lane: LaneName, now: Date, mils: Mils = 0): Promise<Pause | undefined> {
  const [settings, breaker, spend] = await Promise.all([readSettings(), readBreaker(breakerOf(lane)), readSpend(now)]);
  if (settings.stoppedAt) return 'stopped';
  if (breakerStateOf(breaker, now) === 'open') return 'vendor-fails';
  return spend + mils > settings.dayMils ? 'day-limit' : undefined;
}

/**
 * Gives a free slot to the first waiting ticket of a lane. The condition of the transaction refuses a slot if all slots are occupied.
 * @returns the admitted ticket, or undefined if no slot is free, no ticket waits, or the lane is paused. `isLast`: no other ticket waited.
 */
export async function admitFirst(lane: LaneName, now: Date): Promise<(Ticket & { isLast: boolean }) | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const row = await readLane(lane);
    if (!hasFreeSlot(row)) return undefined;
    const first = await firstInQueue(lane);
    if (!first) return undefined;
    const { isLast, ...ticket } = first;
    if (!ticket.queueKey) continue;
    const [settings, breaker] = await Promise.all([readSettings(), readBreaker(breakerOf(lane))]);
    if (settings.stoppedAt) return undefined;
    const isTest = breakerStateOf(breaker, now) === 'test';
    if (breaker.openUntil && !(isTest && (await takeVendorTest(breakerOf(lane), breaker.openUntil, now)))) return undefined;
    const result = await admit(ticket, { row, limit: settings.dayMils }, now);
    if (result === 'day-limit') {
      log('warn', 'the vendor cost of the day has reached its limit', { event: 'spend_limit', lane, limit: settings.dayMils });
      return undefined;
    }
    if (result) return { ...result, isLast };
  }
  // A refusal means that another call has admitted a ticket of this lane. That call continues with the next ticket.
  return undefined;
}

/** @returns undefined if the ticket or the lane changed after it was read. */
async function admit(
  { queueKey, ...ticket }: Ticket,
  { row: { slots, virtualTime }, limit }: { row: LaneRow; limit: Mils },
  now: Date,
): Promise<Ticket | 'day-limit' | undefined> {
  if (ticket.mils > limit) return 'day-limit';
  const admission = {
    admittedAt: now.toISOString(),
    leaseUntil: new Date(now.getTime() + lanes[ticket.lane].leaseSeconds * 1000).toISOString(),
    spendDay: utcDate(now),
  };
  const refusals = await transact({
    lane: {
      Update: {
        ...laneKey(ticket.lane),
        UpdateExpression: 'SET virtual_time = :next ADD in_use :one',
        ConditionExpression: [
          '(attribute_not_exists(in_use) OR in_use < :slots)',
          virtualTime === 0 ? '(attribute_not_exists(virtual_time) OR virtual_time = :seen)' : 'virtual_time = :seen',
        ].join(' AND '),
        ExpressionAttributeValues: {
          ':next': virtualTimeAfter(virtualTime, ticket.startTag),
          ':seen': virtualTime,
          ':slots': slots,
          ':one': 1,
        },
      },
    },
    ticket: {
      Update: {
        ...ticketKey(ticket),
        UpdateExpression: 'SET admitted_at = :now, lease_until = :until, spend_day = :day REMOVE queue_key',
        ConditionExpression: 'queue_key = :key',
        ExpressionAttributeValues: {
          ':now': admission.admittedAt,
          ':until': admission.leaseUntil,
          ':day': admission.spendDay,
          ':key': queueKey,
        },
      },
    },
    spend: countSpend(ticket.mils, limit, now),
  });
  if (!refusals) return { ...ticket, ...admission };
  return refusals.spend && !refusals.lane && !refusals.ticket ? 'day-limit' : undefined;
}

/**
 * Puts an admitted ticket back into the queue at its original place, and returns its slot. A repeated step calls this function if the lane
 * is paused.
 * @returns false if the ticket changed after it was read.
 */
export async function requeue(ticket: Ticket): Promise<boolean> {
  const { startTag, arrivedAt, batchId, index, leaseUntil } = ticket;
  const refusals = await transact({
    ticket: {
      Update: {
        ...ticketKey(ticket),
        UpdateExpression: 'SET queue_key = :key REMOVE admitted_at, lease_until, spend_day',
        ConditionExpression: 'lease_until = :until',
        ExpressionAttributeValues: { ':key': queueKeyOf(startTag, arrivedAt, itemTag(batchId, index)), ':until': leaseUntil },
      },
    },
    lane: freeSlot(ticket.lane),
    spend: correctSpend(-ticket.mils, ticket.spendDay),
  });
  return !refusals;
}

const freeSlot = (lane: LaneName, typicalSeconds?: number): Action => ({
  Update: {
    ...laneKey(lane),
    UpdateExpression: `${typicalSeconds ? 'SET typical_seconds = :typical ' : ''}ADD in_use :less`,
    ConditionExpression: 'in_use > :none',
    ExpressionAttributeValues: { ':less': -1, ':none': 0, ...(typicalSeconds && { ':typical': typicalSeconds }) },
  },
});

/** Weight of the latest duration in the moving average. */
const latestWeight = 1 / 16;

type Return = {
  /** If true, the request was completed, so its duration counts for the estimates of the lane. */
  isCompleted?: boolean;
  /** If set, the slot is returned only if this lease has not changed. */
  ifLease?: string | undefined;
  /** The amount that vendors may have billed for the item. If it is unknown, the list price of the request still counts. */
  billedMils?: Mils | undefined;
};

/**
 * Removes the ticket of an item. If the ticket has a slot, returns the slot. Does nothing if the item has no ticket.
 * @returns the removed ticket. Only one of several parallel calls gets it.
 * @throws AppError LedgerConflict if the ticket keeps changing.
 */
export async function returnSlot(ref: TicketRef, now: Date, options: Return = {}): Promise<Ticket | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const ticket = await readTicket(ref);
    if (!ticket || (options.ifLease && ticket.leaseUntil !== options.ifLease)) return undefined;
    const isRemoved = ticket.queueKey ? await leaveQueue(ticket) : await endLease(ticket, now, options);
    if (isRemoved) return ticket;
  }
  throw new AppError('LedgerConflict');
}

/** @returns false if the ticket changed after it was read. */
async function endLease(ticket: Ticket, now: Date, { isCompleted, billedMils }: Return): Promise<boolean> {
  const seconds = isCompleted && ticket.admittedAt ? (now.getTime() - Date.parse(ticket.admittedAt)) / 1000 : undefined;
  const typicalSeconds = seconds && Math.round(averageWith(seconds, (await readLane(ticket.lane)).typicalSeconds) * 10) / 10;
  const refusals = await transact({
    ticket: {
      Delete: {
        ...ticketKey(ticket),
        ConditionExpression: 'lease_until = :until',
        ExpressionAttributeValues: { ':until': ticket.leaseUntil },
      },
    },
    lane: freeSlot(ticket.lane, typicalSeconds),
    spend: billedMils === undefined ? undefined : correctSpend(billedMils - ticket.milsBefore - ticket.mils, ticket.spendDay),
  });
  if (refusals?.lane && !refusals.ticket) throw new Error('The lane counts no occupied slot, but a ticket is admitted');
  return !refusals;
}

const averageWith = (latest: number, average: number): number => average + (latest - average) * latestWeight;
