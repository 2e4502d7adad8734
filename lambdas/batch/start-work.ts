/**
 * Accepts the work of one request and starts it: one batch, or all batches of an order. After a crash at any step, the whole call can be
 * repeated, for three reasons. Item rows have no effect without their batch row. One transaction writes all batch rows and their hold.
 * Each execution name can start only once.
 */
import { createHash } from 'node:crypto';
import type { CreateBatchResponse, DoneMailRequest } from '#shared/batch/api.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import type { Batch, Item } from '../store/batch-rows.ts';
import { putItems } from '../store/batches.ts';
import { doneMailPut } from '../store/done-mails.ts';
import type { Action } from '../store/dynamo.ts';
import type { Held } from '../store/ledger.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { countRate } from '../store/rates.ts';
import { refuseVendorWork } from '../store/vendor-work.ts';
import { startExecution } from './executions.ts';

/** A batch that does not exist yet, with its items. */
export type NewWork<One extends Item> = { batch: Batch; items: One[] };

type Start<One extends Item> = {
  user: CallingUser;
  /** A repeated id with another hash is refused. */
  requestHash: string;
  /** Returns the batches of this id if they exist, and the hash of the request that made them. */
  read(): Promise<{ requestHash: string; batches: Batch[] } | undefined>;
  /** Makes the batches; called only if they do not exist yet. */
  make(): Promise<NewWork<One>[]>;
  /** Our cost of the vendor request for an item. */
  requestMils(item: One): Mils;
  check?: ((items: One[]) => Promise<void>) | undefined;
  /** Writes all batch rows and holds their total, in one transaction. */
  hold(batches: Batch[]): Promise<Held>;
};

export const hashOf = (request: object): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/**
 * @returns the batches as they are stored.
 * @throws AppError BatchIdReused, InsufficientCredits (details in dollars), ActiveBatchLimit, DailyWorkLimit, TooManyRequests, and the
 * errors of `make` and `check`. InsufficientCredits is checked before ActiveBatchLimit.
 */
export async function startWork<One extends Item>(
  { user, requestHash, read, make, hold, ...start }: Start<One>,
  now: Date,
): Promise<Batch[]> {
  const there = await read();
  if (there && there.requestHash !== requestHash) throw new AppError('BatchIdReused');
  const batches = there?.batches ?? (await accept().catch(recoverIfStarted));
  await Promise.all(
    batches.filter(({ status }) => status === 'running').map((batch) => startExecution(batch).catch(logStartFailure(batch))),
  );
  return batches;

  /** A parallel identical call may have reached the limit with this same work. Then this function returns its batches. */
  async function recoverIfStarted(error: unknown): Promise<Batch[]> {
    const meanwhile = isLimitError(error) ? await read() : undefined;
    if (meanwhile?.requestHash !== requestHash) throw error;
    return meanwhile.batches;
  }

  async function accept(): Promise<Batch[]> {
    const work = await make();
    const batches = work.map(({ batch }) => batch);
    const items = work.flatMap((one) => one.items);
    await checkLimitsEarly(user.userId, batches);
    const mils = items.reduce((sum, item) => sum + start.requestMils(item), 0);
    await refuseVendorWork(user, mils, now);
    const counted = { userId: user.person, address: user.address };
    // The call itself was counted before, as the first batch.
    if (batches.length > 1) await countRate('order', counted, now, batches.length - 1);
    await start.check?.(items);
    await countRate('item', counted, now, items.length);
    await putItems(items, requestHash);
    const held = await hold(batches).catch(inDollars);
    // If a parallel identical call was first, its batches are returned. They can differ: it may have found other failed items to retry.
    return held === 'held' ? batches : ((await read())?.batches ?? batches);
  }
}

/** The hold is written, so the work is valid. An error would make the seller order again; the reconcile job starts it. */
const logStartFailure =
  ({ batchId }: Batch) =>
  (error: unknown): void =>
    log('error', 'a batch was held but could not be started', { batchId, error });

const isLimitError = (error: unknown): boolean =>
  error instanceof AppError && ['InsufficientCredits', 'ActiveBatchLimit', 'ActiveOperationLimit'].includes(error.code);

/** Refuses common cases early, before uploads are read and rows are written. The condition of the hold makes the final decision. */
async function checkLimitsEarly(userId: string, batches: Batch[]): Promise<void> {
  const { available = 0, activeBatches = 0 } = (await readAccount(userId)) ?? {};
  const needCents = batches.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (available < needCents) inDollars(new AppError('InsufficientCredits', { details: { needCents, haveCents: available } }));
  const counted = batches.filter(({ isOperation }) => !isOperation).length;
  if (counted > 0 && activeBatches + counted > activeBatchesMax) throw new AppError('ActiveBatchLimit');
}

/** Converts the details of InsufficientCredits to dollars for the response, and throws. */
export function inDollars(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'InsufficientCredits') throw error;
  const { needCents, haveCents } = error.details as { needCents: number; haveCents: number };
  throw new AppError('InsufficientCredits', {
    cause: error,
    details: { need: dollarsFromCents(needCents), have: dollarsFromCents(haveCents) },
  });
}

/** Returns the row of a new running batch with these items. */
export const newBatch = (
  batch: Omit<Batch, 'status' | 'createdAt' | 'totalCents' | 'items'>,
  items: readonly Item[],
  now: Date,
): Batch => ({
  ...batch,
  status: 'running',
  createdAt: now.toISOString(),
  totalCents: items.reduce((sum, item) => sum + item.cents, 0),
  items: items.map(({ itemId, cents, index }, place) => ({ itemId, cents, ...(index !== place && { index }) })),
});

/** Returns the write that requests a mail about the end of these batches. Empty if the seller wants no mail. */
export function doneMailOf(batches: readonly Batch[], { language }: DoneMailRequest): Action[] {
  const [first] = batches;
  if (!first?.emailWhenDone) return [];
  const { userId, createdAt } = first;
  return [doneMailPut(first, { userId, batchIds: batches.map(({ batchId }) => batchId), language, createdAt })];
}

export const batchAnswer = ({ batchId, orderId, status, items, totalCents }: Batch): CreateBatchResponse => ({
  batchId,
  ...(orderId && { orderId }),
  status,
  quote: { items: items.map(({ itemId, cents }) => ({ itemId, cost: dollarsFromCents(cents) })), total: dollarsFromCents(totalCents) },
});
