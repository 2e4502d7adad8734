/**
 * The amounts that vendors may bill for a person's items per day. The amounts are in the table of daily uses (decision 019).
 *
 *   taken      every request that a vendor may bill; the limit is much lower for users who have never paid
 *   lost       the part of `taken` for items that were not delivered; limits users who have paid
 *   cancelled  the part of `taken` for cancelled items; limits cancellations
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { utcDate, vendorWorkLimits } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import { isCertainlyNotBilled } from '../platform/unbilled.ts';
import { readAccount } from './accounts.ts';
import type { Item } from './batch-rows.ts';
import { type Changes, changeItem } from './batches.ts';
import { dailyRow, keptSeconds } from './daily-uses.ts';
import { type Action, dynamo, updateOnce } from './dynamo.ts';
import type { User } from './users.ts';

/** One request for an item, with its list price. */
type Work = { person: string; day: string; mils: Mils };
type ItemName = Pick<Item, 'userId' | 'batchId' | 'index'>;

const use = 'vendorWork';
export const vendorWorkKey = (person: string, day: string) => dailyRow(person, day, use);

/**
 * Makes one request for an item. The vendor may bill the request. Before the request is sent, its price is counted for the person, and then
 * on the item together with `changes`. If the vendor certainly did not bill the request, the amount is subtracted again.
 * @returns undefined if `changes` were refused, so that no request was made.
 * @throws AppError DailyWorkLimit, and any error of `request`.
 */
export async function requestForItem<Value>(
  item: ItemName,
  { mils, now, changes }: { mils: Mils; now: Date; changes: Changes },
  request: () => Promise<Value>,
): Promise<{ value: Value } | undefined> {
  const work = await countWork(item.userId, mils, now);
  const { person, day } = work;
  const changedItem = await changeItem(item, {
    ...changes,
    set: { ...changes.set, vendorPerson: person, vendorDay: day },
    add: { vendorMils: mils },
  });
  if (!changedItem) {
    await subtractWork(work);
    return undefined;
  }
  const startedAt = performance.now();
  const logRequest = (code?: string) => {
    const milliseconds = Math.round(performance.now() - startedAt);
    log('info', 'vendor request', { batchId: item.batchId, index: item.index, mils, milliseconds, code });
  };
  try {
    const value = await request();
    logRequest();
    return { value };
  } catch (error) {
    logRequest(error instanceof AppError ? error.code : 'InternalError');
    if (isCertainlyNotBilled(error)) await subtractFromItem(item, work);
    throw error;
  }
}

/**
 * Rejects an order before its credits are held if it would exceed the person's daily limit. Later, each single request is checked again.
 * @throws AppError DailyWorkLimit
 */
export async function assertVendorWorkAllowed({ userId, person, tier }: User, mils: Mils, now: Date): Promise<void> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...vendorWorkKey(person, utcDate(now)), ConsistentRead: true }));
  const isOver = (row?.taken ?? 0) + mils > vendorWorkLimits[tier] || (tier === 'paid' && (row?.lost ?? 0) >= vendorWorkLimits.unpaid);
  if (!isOver) return;
  log('warn', 'daily limit of vendor work reached', { event: 'vendor_work_limit', userId, person, tier, mils });
  throw new AppError('DailyWorkLimit');
}

/** Subtracts the price of an attempt that failed and that the vendor did not bill. */
export async function subtractUnbilledWork(item: Item, mils: Mils): Promise<void> {
  const { vendorPerson: person, vendorDay: day } = item;
  if (!person || !day || !(await changeItem(item, { add: { vendorMils: -mils } }))) return;
  await subtractWork({ person, day, mils });
}

const withinTaken = 'attribute_not_exists(taken) OR taken <= :below';

async function countWork(userId: string, mils: Mils, now: Date): Promise<Work> {
  const { person = userId, tier = 'neverPaid' } = (await readAccount(userId)) ?? {};
  const day = utcDate(now);
  const changedRow = await updateOnce({
    ...vendorWorkKey(person, day),
    UpdateExpression: 'SET expires_at = :end ADD taken :mils',
    // DynamoDB rejects redundant parentheses.
    ConditionExpression: tier === 'paid' ? `(${withinTaken}) AND (attribute_not_exists(lost) OR lost < :unpaid)` : withinTaken,
    ExpressionAttributeValues: {
      ':mils': mils,
      ':below': vendorWorkLimits[tier] - mils,
      ':end': Math.floor(now.getTime() / 1000) + keptSeconds,
      ...(tier === 'paid' && { ':unpaid': vendorWorkLimits.unpaid }),
    },
  });
  if (!changedRow) {
    log('warn', 'daily limit of vendor work reached', { event: 'vendor_work_limit', userId, person, tier, mils });
    throw new AppError('DailyWorkLimit');
  }
  record('VendorDollars', {}, dollarsFromMils(mils));
  return { person, day, mils };
}

const dollarsFromMils = (mils: Mils): number => mils / 1000;

async function subtractWork({ person, day, mils }: Work): Promise<void> {
  record('VendorDollars', {}, -dollarsFromMils(mils));
  try {
    const changedRow = await updateOnce({
      ...vendorWorkKey(person, day),
      UpdateExpression: 'ADD taken :minus',
      ConditionExpression: 'taken >= :mils',
      ExpressionAttributeValues: { ':minus': -mils, ':mils': mils },
    });
    if (!changedRow) throw new Error('Cannot subtract more than was counted');
  } catch (error) {
    // If this write fails, the remaining limit of the person is too low for today. The balance does not change.
    log('error', 'vendor work could not be subtracted', { person, day, mils, error });
  }
}

/** Subtracts the amount from the count and from the item. A failure is only logged, because the caller needs the error of the vendor. */
async function subtractFromItem(item: ItemName, work: Work): Promise<void> {
  await subtractWork(work);
  try {
    await changeItem(item, { add: { vendorMils: -work.mils } });
  } catch (error) {
    // If this write fails, the amount on the item is higher than the amount that the vendor has billed.
    log('error', 'vendor work could not be subtracted from its item', { ...work, batchId: item.batchId, index: item.index, error });
  }
}

/**
 * Returns the action that counts the vendor's work for an item as lost. It is for the transaction that releases this item, because the
 * seller does not pay for lost work.
 */
export function lostWorkUpdate({ vendorPerson: person, vendorDay: day, vendorMils: mils = 0 }: Item): Action | undefined {
  if (!person || !day || mils <= 0) return undefined;
  return { Update: { ...vendorWorkKey(person, day), UpdateExpression: 'ADD lost :mils', ExpressionAttributeValues: { ':mils': mils } } };
}

/**
 * Returns the action that counts a cancelled item. It is for the transaction that cancels this item. The condition of the action fails if
 * today's cancel limit is reached.
 */
export function cancelledWorkUpdate({ vendorPerson: person, vendorDay: day, vendorMils: mils = 0 }: Item): Action | undefined {
  if (!person || !day || mils <= 0) return undefined;
  return {
    Update: {
      ...vendorWorkKey(person, day),
      UpdateExpression: 'ADD cancelled :mils',
      ConditionExpression: 'attribute_not_exists(cancelled) OR cancelled <= :below',
      ExpressionAttributeValues: { ':mils': mils, ':below': vendorWorkLimits.cancelled - mils },
    },
  };
}
