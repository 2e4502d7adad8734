/**
 * Starts a new batch or a retry. The whole call can be repeated after a crash at any step. Item rows have no effect without the batch row.
 * One transaction writes the batch row and its hold. An execution name starts only once.
 */

import { createHash } from 'node:crypto';
import type { CreateBatchResponse } from '#shared/batch/api.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import type { Batch, Item } from '../store/batch-rows.ts';
import { putItems, readBatchRow } from '../store/batches.ts';
import type { Action } from '../store/dynamo.ts';
import { holdForBatch, type RetrySource } from '../store/ledger.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { countRate } from '../store/rates.ts';
import { refuseVendorWork } from '../store/vendor-work.ts';
import { startExecution } from './executions.ts';

type Start<One extends Item> = {
  user: CallingUser;
  batchId: string;
  kind: WorkKind;
  /** A video or an image in a single call. */
  isOperation?: true;
  /** The complete request. The same batch id with another request is refused. */
  request: object;
  /** Makes the items; called only if the batch does not exist yet. */
  items(): Promise<One[]>;
  /** Our cost of the vendor request for an item. */
  requestMils(item: One): Mils;
  check?(items: One[]): Promise<void>;
  /** Further writes in the transaction of the batch row. */
  also?(): Action[];
  retryOf?(): RetrySource;
};

/**
 * @throws AppError BatchIdReused, InsufficientCredits (details in dollars), ActiveBatchLimit, DailyWorkLimit, TooManyRequests, and the
 * errors of `items` and `check`. InsufficientCredits is checked before ActiveBatchLimit.
 */
export async function startBatch<One extends Item>(
  { user, batchId, kind, isOperation, request, ...start }: Start<One>,
  now: Date,
): Promise<CreateBatchResponse> {
  const { userId } = user;
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const there = await readBatchRow(userId, batchId);
  if (there && there.requestHash !== requestHash) throw new AppError('BatchIdReused');
  const batch = there ?? (await hold().catch(recoverIfStarted));
  if (batch.status === 'running') await startExecution(batch).catch(logStartFailure);
  return toResponse(batch);

  /** A parallel identical call may have used the last credits or the last active batch for this same batch. */
  async function recoverIfStarted(error: unknown): Promise<Batch> {
    const meanwhile = isLimitError(error) ? await readBatchRow(userId, batchId) : undefined;
    if (meanwhile?.requestHash !== requestHash) throw error;
    return meanwhile;
  }

  /** The hold is written, so the order is valid. An error would make the seller order again; the reconcile job starts it. */
  function logStartFailure(error: unknown): void {
    log('error', 'a batch was held but could not be started', { batchId, error });
  }

  async function hold(): Promise<Batch> {
    const items = await start.items();
    const made: Batch = {
      userId,
      batchId,
      kind,
      status: 'running',
      createdAt: now.toISOString(),
      requestHash,
      ...((isOperation || workKinds[kind].countsAs === 'operation') && { isOperation: true }),
      totalCents: items.reduce((sum, item) => sum + item.cents, 0),
      items: items.map(({ itemId, cents, index }, place) => ({ itemId, cents, ...(index !== place && { index }) })),
    };
    await checkLimitsEarly(made);
    await refuseVendorWork(
      user,
      items.reduce((sum, item) => sum + start.requestMils(item), 0),
      now,
    );
    await start.check?.(items);
    await countRate('item', { userId: user.person, address: user.address }, now, items.length);
    await putItems(items, requestHash);
    const held = await holdForBatch(made, { retryOf: start.retryOf?.(), also: start.also?.() }).catch(inDollars);
    // A parallel identical call was first. Its batch is valid, because it may have found other failed items to retry.
    return held === 'held' ? made : ((await readBatchRow(userId, batchId)) ?? made);
  }
}

const isLimitError = (error: unknown): boolean =>
  error instanceof AppError && ['InsufficientCredits', 'ActiveBatchLimit', 'ActiveOperationLimit'].includes(error.code);

/** Refuses common cases early, before uploads are read and rows are written. The condition of the hold makes the final decision. */
async function checkLimitsEarly({ userId, totalCents, isOperation }: Batch): Promise<void> {
  const { available = 0, activeBatches = 0 } = (await readAccount(userId)) ?? {};
  if (available < totalCents) inDollars(new AppError('InsufficientCredits', { details: { needCents: totalCents, haveCents: available } }));
  if (!isOperation && activeBatches >= activeBatchesMax) throw new AppError('ActiveBatchLimit');
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

const toResponse = ({ batchId, status, items, totalCents }: Batch): CreateBatchResponse => ({
  batchId,
  status,
  quote: { items: items.map(({ itemId, cents }) => ({ itemId, cost: dollarsFromCents(cents) })), total: dollarsFromCents(totalCents) },
});
