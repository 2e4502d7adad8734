/**
 * Accepts and starts the work of one request: one batch, or all batches of an order. After a crash at any step, the whole call can be
 * repeated, for three reasons:
 * - Item rows have no effect without their batch row.
 * - One transaction writes all batch rows and the hold.
 * - Each execution name can start only once.
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
import { assertVendorWorkAllowed } from '../store/vendor-work.ts';
import { startExecution } from './executions.ts';

/** A batch that does not exist yet, with its items. */
export type NewWork<NewItem extends Item> = { batch: Batch; items: NewItem[] };

type Start<NewItem extends Item> = {
  user: CallingUser;
  /** A repeated id with a different hash is refused. */
  requestHash: string;
  /** Returns the batches of this id if they exist, and the hash of the request that created them. */
  read(): Promise<{ requestHash: string; batches: Batch[] } | undefined>;
  /** Creates the batches. This function is called only if the batches do not exist yet. */
  make(): Promise<NewWork<NewItem>[]>;
  /** Our cost of the vendor request for an item. */
  requestMils(item: NewItem): Mils;
  check?: ((items: NewItem[]) => Promise<void>) | undefined;
  /** Writes all batch rows and holds their total, in one transaction. */
  hold(batches: Batch[]): Promise<Held>;
};

export const hashOf = (request: object): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/**
 * @returns the batches as they are stored.
 * @throws AppError BatchIdReused, InsufficientCredits (details in dollars), ActiveBatchLimit, DailyWorkLimit, TooManyRequests, and the
 * errors of `make` and `check`. InsufficientCredits is checked before ActiveBatchLimit.
 */
export async function startWork<NewItem extends Item>(
  { user, requestHash, read, make, hold, ...start }: Start<NewItem>,
  now: Date,
): Promise<Batch[]> {
  const existing = await read();
  if (existing && existing.requestHash !== requestHash) throw new AppError('BatchIdReused');
  const batches = existing?.batches ?? (await accept().catch(recoverIfStarted));
  await Promise.all(
    batches.filter(({ status }) => status === 'running').map((batch) => startExecution(batch).catch(logStartFailure(batch))),
  );
  return batches;

  /**
   * A parallel identical call may have reached the limit with the same work. In this case, this function returns the batches of that call.
   */
  async function recoverIfStarted(error: unknown): Promise<Batch[]> {
    const parallelWork = isLimitError(error) ? await read() : undefined;
    if (parallelWork?.requestHash !== requestHash) throw error;
    return parallelWork.batches;
  }

  async function accept(): Promise<Batch[]> {
    const work = await make();
    const batches = work.map(({ batch }) => batch);
    const items = work.flatMap((one) => one.items);
    await checkLimitsEarly(user.userId, batches);
    const mils = items.reduce((sum, item) => sum + start.requestMils(item), 0);
    await assertVendorWorkAllowed(user, mils, now);
    const rateSubject = { userId: user.person, address: user.address };
    // The rate limit has already counted this call for its first batch.
    if (batches.length > 1) await countRate('order', rateSubject, now, batches.length - 1);
    await start.check?.(items);
    await countRate('item', rateSubject, now, items.length);
    await putItems(items, requestHash);
    const holdResult = await hold(batches).catch(throwInDollars);
    // If a parallel identical call was faster, its batches are returned. They can have different items, because that call may have found
    // different failed items.
    return holdResult === 'held' ? batches : ((await read())?.batches ?? batches);
  }
}

/**
 * The hold is written, so the order is valid. The function only logs the error, because after an error response, the seller would order
 * again. The reconcile job starts the batch.
 */
const logStartFailure =
  ({ batchId }: Batch) =>
  (error: unknown): void =>
    log('error', 'the credits of a batch are held, but the batch could not be started', { batchId, error });

const isLimitError = (error: unknown): boolean =>
  error instanceof AppError && ['InsufficientCredits', 'ActiveBatchLimit', 'ActiveOperationLimit'].includes(error.code);

/** Refuses common cases early, before uploads are read and rows are written. The final decision is the condition of the hold. */
async function checkLimitsEarly(userId: string, batches: Batch[]): Promise<void> {
  const { available = 0, activeBatches = 0 } = (await readAccount(userId)) ?? {};
  const needCents = batches.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (available < needCents) throwInDollars(new AppError('InsufficientCredits', { details: { needCents, haveCents: available } }));
  const batchCount = batches.filter(({ isOperation, isPartOfLargeOrder }) => !isOperation && !isPartOfLargeOrder).length;
  if (batchCount > 0 && activeBatches + batchCount > activeBatchesMax) throw new AppError('ActiveBatchLimit');
}

/** Converts the details of InsufficientCredits to dollars for the response, and throws. */
export function throwInDollars(error: unknown): never {
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
  items: items.map(({ itemId, cents, index }, position) => ({ itemId, cents, ...(index !== position && { index }) })),
});

/** Returns the write that requests a mail about the end of these batches. Returns an empty list if the seller requested no mail. */
export function doneMailOf(batches: readonly Batch[], { language }: DoneMailRequest): Action[] {
  const [firstBatch] = batches;
  if (!firstBatch?.emailWhenDone) return [];
  const { userId, createdAt } = firstBatch;
  return [doneMailPut(firstBatch, { userId, batchIds: batches.map(({ batchId }) => batchId), language, createdAt })];
}

export const toBatchResponse = ({ batchId, orderId, status, items, totalCents }: Batch): CreateBatchResponse => ({
  batchId,
  ...(orderId && { orderId }),
  status,
  quote: { items: items.map(({ itemId, cents }) => ({ itemId, cost: dollarsFromCents(cents) })), total: dollarsFromCents(totalCents) },
});
