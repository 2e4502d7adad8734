/**
 * Requests slots for items, continues the executions that get a slot, and returns slots. No function polls for a slot. Instead, each
 * function that requests or returns a slot also gives the free slots of the lane to the next waiting items (it admits them).
 *
 * A function that requests a slot first writes the ticket and then reads the free slots. A function that returns a slot first frees the
 * slot and then reads the waiting tickets. So at least one of the two functions sees the change of the other.
 */
import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { isVendorFailure } from '#shared/admission/breaker.ts';
import type { LaneName } from '#shared/admission/lanes.ts';
import { AppError, type ErrorCode, errors } from '#shared/errors.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { workKindNames } from '#shared/work/kinds.ts';
import { log } from '../platform/log.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { clearVendorFailures, countVendorFailure } from '../store/installation.ts';
import { admitFirst, pauseOf, requeue, returnSlot } from '../store/slots.ts';
import { readTicket, requestTicket, type Ticket, type TicketRef } from '../store/tickets.ts';
import { staleTokenErrors } from './complete-task-token.ts';
import { lanesOf, type SlotPurpose, slotRequestOf, vendorOfItem } from './item-lanes.ts';
import { runningItem } from './running-item.ts';

const states = new SFNClient({});

type SlotRequest = { purpose: SlotPurpose; taskToken: string };

/**
 * Requests a slot for an item. When the item has a slot, the task token is completed with the time of the admission.
 * @throws AppError Cancelled or GenerationFailed if the item was cancelled or has ended.
 */
export async function requestSlot(ref: ItemRef, { purpose, taskToken }: SlotRequest, now: Date): Promise<void> {
  const item = await runningItem(ref, ...workKindNames);
  const { lane, mils, isNeeded } = slotRequestOf(item, purpose);
  if (!isNeeded) return complete(taskToken, admittedAtOf(item) ?? now.toISOString());
  const ticketRef = { lane, userId: item.userId, batchId: item.batchId, index: item.index };
  const ticket = await requestTicket(ticketRef, { itemId: item.itemId, taskToken, mils, milsBefore: item.vendorMils ?? 0 }, now);
  // A cancel first marks the item and then looks for a waiting ticket. So either the cancel finds this ticket, or this read finds the mark.
  await runningItem(ref, ...workKindNames).catch(async (error) => {
    // After any other error, the step runs again and needs the ticket.
    if (error instanceof AppError) await returnSlotIn(ticketRef, now);
    throw error;
  });
  // If the ticket already has a slot, it keeps the slot. But if orders are stopped or the vendor fails, the item waits again at its
  // original place.
  const mustWait = ticket.admittedAt !== undefined && (await pauseOf(lane, now)) !== undefined && (await requeue(ticket));
  if (ticket.admittedAt && !mustWait) await complete(taskToken, ticket.admittedAt);
  else await fillLane(lane, now);
}

const admittedAtOf = (item: Item): string | undefined => (item.kind === 'video' ? item.admittedAt : undefined);

/**
 * Gives slots to waiting items until there is no free slot or no waiting item. An item that arrives during this time is handled by its own
 * request.
 */
export async function fillLane(lane: LaneName, now: Date): Promise<void> {
  for (;;) {
    const ticket = await admitFirst(lane, now);
    if (!ticket) return;
    await continueAdmitted(ticket);
    if (ticket.isLast) return;
  }
}

/**
 * Continues the execution of an admitted ticket. An error is only logged, because the caller is working on another item. The repair job
 * sends the token again.
 */
export async function continueAdmitted({ taskToken, admittedAt, lane, batchId, itemId }: Ticket): Promise<void> {
  if (!admittedAt) return;
  await complete(taskToken, admittedAt).catch((error) =>
    log('error', 'an admitted item could not be continued', { lane, batchId, itemId, error }),
  );
}

/**
 * An old token is ignored, because its execution has ended or already continues. A new execution of the item finds the ticket with its
 * slot.
 */
const complete = (taskToken: string, admittedAt: string): Promise<void> =>
  ignoreStale(states.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify({ admittedAt }) })));

async function ignoreStale(completion: Promise<unknown>): Promise<void> {
  await completion.catch((error: unknown) => {
    if (!(error instanceof Error && staleTokenErrors.includes(error.name))) throw error;
  });
}

/** How the requests of an item ended: they are completed, or they failed with this code. */
type End = { isCompleted: true } | { failure: ErrorCode };

/**
 * Returns the slots of an item, removes its waiting tickets, and gives the slots to the next items. The function can be repeated. The
 * circuit breaker of the vendor also counts this end.
 */
export async function returnSlots(item: Item, now: Date, end: End): Promise<void> {
  const isCompleted = 'isCompleted' in end;
  await reportVendor(item, end, now);
  const billedMils = item.vendorMils ?? 0;
  await Promise.all(lanesOf(item).map((lane) => returnSlotIn({ lane, ...nameOf(item) }, now, { isCompleted, billedMils })));
}

/** Reports the end of an item's requests to the circuit breaker of its vendor. */
export async function reportVendor(item: Item, end: End, now: Date): Promise<void> {
  if ('isCompleted' in end) return clearVendorFailures(vendorOfItem(item));
  if (!isVendorFailure(end.failure)) return;
  await countVendorFailure(end.failure === 'OutpaintingFailed' ? 'stability' : vendorOfItem(item), now);
}

/** Returns the slot of an item in one lane. */
export async function returnSlotIn(
  ref: TicketRef,
  now: Date,
  options: { isCompleted?: boolean; billedMils?: Mils | undefined; ifLease?: string | undefined } = {},
): Promise<void> {
  const ticket = await returnSlot(ref, now, options);
  if (ticket && !ticket.admittedAt) await failCancelled(ticket);
  // The ticket may be missing because an earlier run of the step crashed after it returned the slot. So free slots are always given to
  // waiting items.
  await fillLane(ref.lane, now);
}

/**
 * Removes the waiting tickets of a cancelled item and ends the wait of its execution. A slot that the item already has is not returned
 * here.
 */
export async function leaveQueues(item: Item, now: Date): Promise<void> {
  for (const lane of lanesOf(item)) {
    const ref = { lane, ...nameOf(item) };
    const ticket = await readTicket(ref);
    if (ticket?.queueKey) await returnSlotIn(ref, now);
  }
}

const nameOf = ({ userId, batchId, index }: Item) => ({ userId, batchId, index });

/** Ends the wait for a slot. The execution then continues with the release of the item. */
const failCancelled = ({ taskToken }: Ticket): Promise<void> =>
  ignoreStale(states.send(new SendTaskFailureCommand({ taskToken, error: 'Cancelled', cause: errors.Cancelled.message })));
