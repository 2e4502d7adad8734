/**
 * Continues a large order: counts its ended batches, and starts batches, pauses or ends the order. The calls of the seller, the end of each
 * batch and a job run this function. Each step is one write that needs the version of the order that was read. So the function can run
 * twice or in parallel, and a crash between two steps only delays the order.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { OrderItem } from '#shared/order/items.ts';
import {
  hasOrderEnded,
  isDue,
  isOpenTooLong,
  nextStep,
  type OrderState,
  pausedFor,
  resumed,
  stopped,
  withEndedBatch,
} from '#shared/order/rules.ts';
import { machineVariable } from '#shared/work/kinds.ts';
import { log } from '../platform/log.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { readBatchRow, readWork } from '../store/batches.ts';
import { closeOrder, type LargeOrder, type OrderRef, readLargeOrder, readOrderItems, writeOrder } from '../store/large-orders.ts';
import { historyOfOrder } from './history-of-order.ts';
import { startOrderBatch } from './order-batch.ts';

/** A window needs at most nine steps. More steps are needed only if other calls change the order at the same time. */
const stepsMax = 30;

/** After one of these errors, the order is paused until the job or the end of the next batch continues it. */
const limitCodes = ['DailyWorkLimit', 'TooManyRequests'];

/**
 * @returns the order after its last step, or undefined if it does not exist.
 * @throws AppError LedgerConflict if the order keeps changing.
 */
export async function continueOrder(ref: OrderRef, now: Date): Promise<LargeOrder | undefined> {
  let items: OrderItem[] | undefined;
  for (let step = 1; step <= stepsMax; step++) {
    const order = await readLargeOrder(ref);
    if (!order || order.status === 'quoted' || hasOrderEnded(order.status)) return order;
    const counted = await withEndedBatches(order);
    if (counted !== order) {
      await writeOrder(counted);
      continue;
    }
    items ??= order.remaining.length > 0 ? await readOrderItems(order) : [];
    if ((await takeStep(order, items, now)) === 'done') return readLargeOrder(ref);
  }
  throw new AppError('LedgerConflict');
}

/**
 * Continues the order of an ended batch, as a step of the machine of the batch. All batches of an order have the same machine. The template
 * cannot pass the name of this machine to a step of the same machine, so the step reads the name from the ARN of the execution.
 */
export async function continueOrderOf(
  { userId, batchId, executionArn }: { userId: string; batchId: string; executionArn: string },
  now: Date,
): Promise<void> {
  const batch = await readBatchRow(userId, batchId);
  if (!batch?.orderId || !batch.isPartOfLargeOrder) return;
  process.env[machineVariable(batch.kind)] = executionArn.replace(':execution:', ':stateMachine:').split(':').slice(0, 7).join(':');
  await continueOrder({ userId, orderId: batch.orderId }, now);
}

/**
 * Continues an order after a call whose effect is already stored. An error is only logged: the job continues the order, and after an error
 * response the seller would repeat the call.
 */
export async function continueOrSkip(ref: OrderRef, now: Date): Promise<void> {
  await continueOrder(ref, now).catch((error) => log('error', 'a large order could not be continued', { orderId: ref.orderId, error }));
}

/** Returns the order after the items of all ended batches are counted. */
async function withEndedBatches(order: LargeOrder): Promise<LargeOrder> {
  const works = await Promise.all(order.running.map(({ batchId }) => readWork(order.userId, batchId)));
  let counted = order;
  for (const work of works) {
    if (!work || work.batch.status === 'running') continue;
    const items = work.items.map(({ status, isWithdrawn }) => ({ status, isWithdrawn: isWithdrawn === true }));
    counted = { ...counted, ...withEndedBatch(counted, work.batch.batchId, items) };
  }
  return counted;
}

/** Takes the next step of an order. @returns 'again' if there may be another step. */
async function takeStep(order: LargeOrder, items: OrderItem[], now: Date): Promise<'again' | 'done'> {
  const account = await readAccount(order.userId);
  const mustStop = !account || account.closingAt !== undefined || isOpenTooLong(order.startedAt ?? order.quotedAt, now);
  if (mustStop && order.status !== 'stopping') return change(order, stopped(order));
  if (isDue(order, now)) return change(order, resumed(order));
  const available = account?.available ?? 0;
  const next = nextStep(order, available);
  switch (next.step) {
    case 'wait':
      return 'done';
    case 'pause':
      return change(order, pausedFor(order, next.reason), 'done');
    case 'continue':
      return change(order, resumed(order));
    case 'end':
      return (await endOrder({ ...order, status: next.status, endedAt: now.toISOString() })) ? 'done' : 'again';
    case 'start':
      return start(order, { positions: next.positions, items, account: account as Account }, now);
  }
}

const endOrder = async (next: LargeOrder): Promise<boolean> => closeOrder(next, await historyOfOrder(next));

/** Writes a new state. @returns 'again' also if another call has changed the order. */
async function change(order: LargeOrder, state: OrderState, end: 'again' | 'done' = 'again'): Promise<'again' | 'done'> {
  const { pauseReason: _, testLeft: __, ...rest } = order;
  return (await writeOrder({ ...rest, ...state })) ? end : 'again';
}

type BatchStart = { positions: number[]; items: OrderItem[]; account: Account };

async function start(order: LargeOrder, { positions, items, account }: BatchStart, now: Date): Promise<'again' | 'done'> {
  const { userId, person, tier } = account;
  try {
    // Each attempt has a new id: after a crash, another attempt may contain other items.
    await startOrderBatch({ order, user: { userId, person, tier }, batchId: randomUUID(), positions }, items, now);
    return 'again';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (limitCodes.includes(error.code)) return change(order, pausedFor(order, 'limit'), 'done');
    // Another call has taken the credits, changed the order, or requested the deletion of the account. The next step reads them again.
    if (['InsufficientCredits', 'LedgerConflict', 'AccountDeleted'].includes(error.code)) return 'again';
    throw error;
  }
}
