/**
 * The slots of the lanes. The row of a lane counts its occupied slots. Each change of this count is in the same transaction as the change of
 * the ticket that occupies the slot. So the count always equals the number of admitted tickets, also after a crash, and no transaction can
 * admit more tickets than there are slots.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type LaneName, lanes } from '#shared/admission/lanes.ts';
import { hasFreeSlot, type Lane, virtualTimeAfter } from '#shared/admission/rule.ts';
import { AppError } from '#shared/errors.ts';
import { dynamo, transact } from './dynamo.ts';
import { attemptsMax, firstInQueue, laneKey, leaveQueue, readTicket, type Ticket, type TicketRef, ticketKey } from './tickets.ts';

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

/**
 * Gives a free slot to the first waiting ticket of a lane. The condition of the transaction refuses a slot above the number of slots.
 * @returns the admitted ticket, or undefined if no slot is free or no ticket waits.
 */
export async function admitFirst(lane: LaneName, now: Date): Promise<Ticket | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const row = await readLane(lane);
    if (!hasFreeSlot(row)) return undefined;
    const ticket = await firstInQueue(lane);
    if (!ticket) return undefined;
    const admitted = ticket.queueKey ? await admit(ticket, row, now) : undefined;
    if (admitted) return admitted;
  }
  // Each refusal means that another call admitted a ticket of this lane, and that call continues with the next ticket.
  return undefined;
}

/** @returns undefined if the ticket or the lane changed after it was read. */
async function admit({ queueKey, ...ticket }: Ticket, { slots, virtualTime }: LaneRow, now: Date): Promise<Ticket | undefined> {
  const admittedAt = now.toISOString();
  const leaseUntil = new Date(now.getTime() + lanes[ticket.lane].leaseSeconds * 1000).toISOString();
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
        UpdateExpression: 'SET admitted_at = :now, lease_until = :until REMOVE queue_key',
        ConditionExpression: 'queue_key = :key',
        ExpressionAttributeValues: { ':now': admittedAt, ':until': leaseUntil, ':key': queueKey },
      },
    },
  });
  return refusals ? undefined : { ...ticket, admittedAt, leaseUntil };
}

/** Weight of the latest duration in the moving average. */
const latestWeight = 1 / 16;

type Return = {
  /** The request was completed, so its duration counts for the estimates of the lane. */
  isCompleted?: boolean;
  /** The slot is returned only if this lease has not changed. */
  ifLease?: string | undefined;
};

/**
 * Removes the ticket of an item. An occupied slot is returned. Does nothing if the item has no ticket.
 * @returns the removed ticket. Only one of several parallel calls gets the ticket.
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
async function endLease(ticket: Ticket, now: Date, { isCompleted }: Return): Promise<boolean> {
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
    lane: {
      Update: {
        ...laneKey(ticket.lane),
        UpdateExpression: `${typicalSeconds ? 'SET typical_seconds = :typical ' : ''}ADD in_use :less`,
        ConditionExpression: 'in_use > :none',
        ExpressionAttributeValues: { ':less': -1, ':none': 0, ...(typicalSeconds && { ':typical': typicalSeconds }) },
      },
    },
  });
  if (refusals?.lane && !refusals.ticket) throw new Error('The lane counts no occupied slot, but a ticket is admitted');
  return !refusals;
}

const averageWith = (latest: number, average: number): number => average + (latest - average) * latestWeight;
