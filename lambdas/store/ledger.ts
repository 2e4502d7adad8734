/**
 * The ledger's writes: hold, capture, release, and the end of a batch. Each write is one transaction with conditions. The conditions make
 * repeated writes, concurrent writes and crashes safe.
 *
 *   start of batches     available − total      (one batch row is created, or all batch rows of an order)
 *   item delivered       credits − cost         (item completed, one ledger row)
 *   item not delivered   available + cost       (item failed or cancelled; a ledger row is added only if the hold pays debt)
 *   end of a batch       active batches − 1     (batch ended, one history row)
 *
 * A batch of a large order (large-orders.ts) is not counted as active, because its order is counted. The transaction that starts such a
 * batch also moves its items in the row of the order, so no item can be held twice.
 *
 * A before/after run is a batch that holds the cost of one image at a time: the first image at the start of the run, and each later image
 * before it is made. captureItem in this file (deduction) and creditPurchase in payments.ts (purchase) implement update_user_credits of
 * docs/spec.md 12.2. No API call changes balances directly.
 */
import { activeBatchesMax, activeOperationsMax, debtPaymentId, deductionId } from '#shared/credits/ledger.ts';
import { allocateFunds } from '#shared/credits/payments.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { record } from '../platform/metrics.ts';
import { accountKey, debtCondition, debtPayment, ledgerPut } from './accounts.ts';
import { type Batch, batchKey, holdMarkKey, type Item, itemKey } from './batch-rows.ts';
import { type Action, insert, transact } from './dynamo.ts';
import { historyWrite } from './history.ts';
import { holdFields } from './open-holds.ts';
import { type Order, orderPut } from './orders.ts';
import { toRow } from './row-fields.ts';
import { lostWorkUpdate } from './vendor-work.ts';

export type Held = 'held' | 'already-held';

/** The batch whose failed items are retried. `lateResults` is the number of late videos that it had when it was read. */
export type RetrySource = Pick<Batch, 'batchId' | 'lateResults'>;

type HoldOptions = {
  activeMax?: number;
  retryOf?: RetrySource | undefined;
  /** The change of the row of the large order that this batch belongs to. */
  largeOrder?: Action | undefined;
  furtherActions?: Action[] | undefined;
  order?: Order;
};

/**
 * Works in the same way as `holdForBatch`, but for all batches of an order together. Either the total is held and all rows are created, or
 * nothing is changed.
 */
export const holdForOrder = (order: Order, batches: Batch[], furtherActions?: Action[]): Promise<Held> =>
  holdFor(batches, { order, furtherActions });

/**
 * Holds the total of a batch and creates the row of the batch. A second call changes nothing. A retry marks the failed batch in the same
 * transaction. So either a late video or the retry succeeds, but never both.
 * @throws AppError AccountDeleted, InsufficientCredits (details in cents), ActiveBatchLimit, ActiveOperationLimit. The first error that
 * applies is thrown.
 * @throws AppError BatchIdReused if the id belongs to another request.
 * @throws AppError LedgerConflict if a late video was attached to the failed batch after this batch was read, or if the large order has
 * changed.
 * @throws Error if an action of `furtherActions` is refused.
 */
export const holdForBatch = (batch: Batch, options: Omit<HoldOptions, 'order'> = {}): Promise<Held> => holdFor([batch], options);

async function holdFor(batches: Batch[], { order, retryOf, largeOrder, furtherActions, activeMax }: HoldOptions): Promise<Held> {
  const [batch] = batches;
  if (!batch) throw new TypeError('A hold needs at least one batch');
  const { userId, isOperation, requestHash } = batch;
  const totalCents = batches.reduce((sum, one) => sum + one.totalCents, 0);
  const max = activeMax ?? (isOperation ? activeOperationsMax : activeBatchesMax);
  const refusals = await transact({
    account: holdUpdate(userId, totalCents, isCounted(batch) ? { counter: counterOf(batch), count: batches.length, max } : undefined),
    largeOrder,
    order: order && returningExistingRow(orderPut(order)),
    batches: batches.map((one) => returningExistingRow(newBatch(one))),
    marks: batches.map(holdMark),
    source: retryOf && markRetried(batch, retryOf),
    furtherActions,
  });
  if (!refusals) return 'held';
  const existing = refusals.order ?? refusals.batches;
  if (existing) {
    if (existing.request_hash !== requestHash) throw new AppError('BatchIdReused');
    return 'already-held';
  }
  if (refusals.account) throw holdError(refusals.account, totalCents, isOperation ? 'ActiveOperationLimit' : 'ActiveBatchLimit');
  if (refusals.source) throw new AppError('LedgerConflict', { details: { reason: 'A late video was attached meanwhile.' } });
  if (refusals.largeOrder) throw new AppError('LedgerConflict', { details: { reason: 'The order was changed meanwhile.' } });
  throw unexpectedRefusal('hold', refusals);
}

const newBatch = (batch: Batch) =>
  insert(batchKey(batch.userId, batch.batchId), {
    ...toRow(batch),
    ...holdFields(batch),
    ...(!batch.isOperation && isCounted(batch) && { active_user_id: batch.userId }),
  });

/** The condition of the batch row also protects this row, so this row needs no condition. */
function holdMark({ userId, batchId }: Batch): Action {
  const { TableName, Key } = holdMarkKey(userId, batchId);
  // The deletion of an account reads the index of a user's rows. This index contains only rows with this field.
  return { Put: { TableName, Item: { ...Key, user_id: userId } } };
}

/** Changes an insert, so that a refused insert returns the existing row. */
const returningExistingRow = ({ Put }: ReturnType<typeof insert>): Action => ({
  Put: { ...Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
});

/** Returns the error for an account that could not hold the amount. */
function holdError(account: Record<string, unknown>, needCents: Cents, fallbackCode: ErrorCode): AppError {
  if (account.closing_at !== undefined) return new AppError('AccountDeleted');
  const haveCents = Number(account.available ?? 0);
  if (haveCents < needCents) return new AppError('InsufficientCredits', { details: { needCents, haveCents } });
  return new AppError(fallbackCode);
}

/** Returns the error for a condition that can fail only if the rows are inconsistent. */
const unexpectedRefusal = (write: 'hold' | 'settlement', refusals: object): Error =>
  new Error(`The ledger refused a ${write}: ${Object.keys(refusals).join(', ')}`);

/**
 * Holds one more item of a running batch and creates its row, together with the actions of `furtherActions`.
 * @returns false if the item was held before.
 * @throws AppError AccountDeleted, InsufficientCredits (details in cents)
 */
export async function holdItem(item: Item, furtherActions?: Action[]): Promise<boolean> {
  const refusals = await transact({
    account: holdUpdate(item.userId, item.cents),
    item: newItem(item),
    batch: checkBatchIsRunning(item),
    furtherActions,
  });
  if (!refusals) return true;
  if (refusals.item) return false;
  if (refusals.account && !refusals.batch) throw holdError(refusals.account, item.cents, 'LedgerConflict');
  throw unexpectedRefusal('hold', refusals);
}

/**
 * Returns the write that takes an amount from the available credits. The write is refused for an account that is being deleted.
 * @param start the number of batches that start to run. The limit must allow all of them.
 */
const holdUpdate = (userId: string, cents: Cents, start?: { counter: string; count: number; max: number }): Action => ({
  Update: {
    ...accountKey(userId),
    UpdateExpression: `ADD available :minus${start ? ', #active :count' : ''}`,
    ConditionExpression: [
      'available >= :cost AND attribute_not_exists(closing_at)',
      ...(start ? ['(attribute_not_exists(#active) OR #active <= :room)'] : []),
    ].join(' AND '),
    ...(start && { ExpressionAttributeNames: { '#active': start.counter } }),
    ExpressionAttributeValues: {
      ':minus': -cents,
      ':cost': cents,
      ...(start && { ':count': start.count, ':room': start.max - start.count }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const newItem = (item: Item): Action => insert(itemKey(item.userId, item.batchId, item.index), toRow(item));

const checkBatchIsRunning = ({ userId, batchId }: Item): Action => ({
  ConditionCheck: {
    ...batchKey(userId, batchId),
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':running': 'running' },
  },
});

/**
 * Reopens an ended batch, optionally with one more item. The batch is counted as active again, and the count of its executions increases.
 * @returns false if the batch already runs, or has changed after it was read.
 * @throws AppError AccountDeleted, InsufficientCredits (details in cents), ActiveBatchLimit. The first error that applies is thrown.
 */
export async function reopenBatch(batch: Batch, item: Item | undefined, now: Date, furtherActions?: Action[]): Promise<boolean> {
  const { userId, batchId, resumptions = 0 } = batch;
  const cents = item?.cents ?? 0;
  const refusals = await transact({
    account: holdUpdate(userId, cents, { counter: counterOf(batch), count: 1, max: activeBatchesMax }),
    batch: {
      Update: {
        ...batchKey(userId, batchId),
        UpdateExpression:
          'SET #status = :running, hold_shard = :shard, held_at = :now, active_user_id = :user, resumptions = :next REMOVE ended_at',
        ConditionExpression: 'attribute_exists(pk) AND #status <> :running AND (attribute_not_exists(resumptions) OR resumptions < :next)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':shard': holdFields(batch).hold_shard,
          ':now': now.toISOString(),
          ':user': userId,
          ':next': resumptions + 1,
        },
      },
    },
    item: item && newItem(item),
    furtherActions,
  });
  if (!refusals) return true;
  if (refusals.batch || !refusals.account) return false;
  throw holdError(refusals.account, cents, 'ActiveBatchLimit');
}

/** A batch of a large order is not counted as running work, because its order is counted. */
const isCounted = ({ isPartOfLargeOrder }: Batch): boolean => !isPartOfLargeOrder;

/** The account field that counts this kind of running work. */
const counterOf = ({ isOperation }: Batch) => (isOperation ? 'active_operations' : 'active_batches');

const markRetried = ({ userId, batchId }: Batch, { batchId: sourceId, lateResults = 0 }: RetrySource): Action => ({
  Update: {
    ...batchKey(userId, sourceId),
    UpdateExpression: 'SET retried_by = if_not_exists(retried_by, :batch)',
    ConditionExpression: `attribute_exists(pk) AND ${lateResults === 0 ? 'attribute_not_exists(late_results)' : 'late_results = :seen'}`,
    ExpressionAttributeValues: { ':batch': batchId, ...(lateResults > 0 && { ':seen': lateResults }) },
  },
});

const endedFields = 'ended_at = :now REMOVE task_token';

/**
 * Completes an item and charges its cost, in one transaction with the actions of `furtherActions`.
 * @returns false if the item has already ended.
 */
export async function captureItem(item: Item, now: Date, furtherActions?: Action[]): Promise<boolean> {
  const { userId, batchId, itemId, cents } = item;
  const { deliveredCounter, description } = workKinds[item.kind];
  const createdAt = now.toISOString();
  const refusals = await transact({
    account: {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD credits :minus${deliveredCounter ? `, ${deliveredCounter} :one` : ''}`,
        ConditionExpression: 'credits >= :cost',
        ExpressionAttributeValues: { ':minus': -cents, ':cost': cents, ...(deliveredCounter && { ':one': 1 }) },
      },
    },
    item: {
      Update: {
        ...itemKey(userId, batchId, item.index),
        UpdateExpression: `SET #status = :completed, ${endedFields}`,
        ConditionExpression: '#status = :generating AND cents = :cost',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':completed': 'completed', ':generating': 'generating', ':now': createdAt, ':cost': cents },
      },
    },
    charge: ledgerPut({
      userId,
      id: deductionId(batchId, itemId),
      createdAt,
      amount: -cents,
      type: 'deduction',
      description,
      batchId,
      itemId,
    }),
    mark: checkHold(item),
    furtherActions,
  });
  const isCaptured = isSettled(refusals);
  if (isCaptured) record('ItemDelivered', { Kind: item.kind });
  return isCaptured;
}

/**
 * Ends an undelivered item and releases its hold, in one transaction. A stored result is removed from the row, because a failed video with
 * a stored result would count as a late video, and late videos are delivered without charge. Debt from refunded payments is paid from the
 * hold first.
 * @returns false if the item had ended before.
 */
export async function releaseItem(item: Item, end: { status: 'failed' | 'cancelled'; errorCode?: ErrorCode }, now: Date): Promise<boolean> {
  for (let debt = 0; ; ) {
    const refusals = await release(item, end, debt, now);
    const currentDebt = Number(refusals?.account?.debt ?? 0);
    // Another attempt is made only if the item can be released and the debt differs from the expected amount.
    if (!refusals || refusals.item || currentDebt === debt) {
      const isReleased = isSettled(refusals);
      if (isReleased) record('ItemFailed', { Code: end.errorCode ?? 'GenerationFailed' });
      return isReleased;
    }
    debt = currentDebt;
  }
}

function release(item: Item, end: { status: 'failed' | 'cancelled'; errorCode?: ErrorCode }, debt: Cents, now: Date) {
  const { userId, batchId, itemId, cents } = item;
  const createdAt = now.toISOString();
  const { covered: paidDebt } = allocateFunds({ claims: debt, funds: cents });
  return transact({
    account: {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD available :back${paidDebt > 0 ? ', credits :taken, debt :taken' : ''}`,
        ConditionExpression: debtCondition(debt),
        ExpressionAttributeValues: { ':back': cents - paidDebt, ':debt': debt, ...(paidDebt > 0 && { ':taken': -paidDebt }) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    item: {
      Update: {
        ...itemKey(userId, batchId, item.index),
        UpdateExpression: `SET #status = :end, error_code = :code, ${endedFields}, #result`,
        ConditionExpression: '#status IN (:queued, :generating) AND cents = :cost',
        ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
        ExpressionAttributeValues: {
          ':end': end.status,
          ':code': end.errorCode ?? null,
          ':queued': 'queued',
          ':generating': 'generating',
          ':now': createdAt,
          ':cost': cents,
        },
      },
    },
    mark: checkHold(item),
    lost: lostWorkUpdate(item),
    debt: debtPayment(paidDebt, { userId, id: debtPaymentId(batchId, itemId), createdAt }),
  });
}

/** The rows of items are written before the credits are held. If there is no hold, this condition refuses their capture and release. */
const checkHold = ({ userId, batchId }: Item): Action => ({
  ConditionCheck: { ...holdMarkKey(userId, batchId), ConditionExpression: 'attribute_exists(pk)' },
});

/** If the condition of the item failed, the item had already ended. Any other failed condition means that the rows are inconsistent. */
function isSettled(refusals: { item?: object } | undefined): boolean {
  if (!refusals) return true;
  if (refusals.item) return false;
  throw unexpectedRefusal('settlement', refusals);
}

/** Returns the write that decreases a count of active work by one: of batches, of single calls or of large orders. */
export const activeDecrease = (userId: string, counter: string): Action => ({
  Update: {
    ...accountKey(userId),
    UpdateExpression: 'ADD #active :minus',
    ConditionExpression: '#active > :none',
    ExpressionAttributeNames: { '#active': counter },
    ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
  },
});

/**
 * Ends a batch whose items have all ended. The batch is no longer counted as active, and its history row is written. A second call changes
 * nothing.
 * @returns false if the batch has already ended, or if an action of `furtherActions` is refused.
 */
export async function endBatch(
  batch: Batch,
  history: { table: string; row: Record<string, unknown> } | undefined,
  now: Date,
  furtherActions?: Action[],
): Promise<boolean> {
  const refusals = await transact({
    account: isCounted(batch) ? activeDecrease(batch.userId, counterOf(batch)) : undefined,
    batch: {
      Update: {
        ...batchKey(batch.userId, batch.batchId),
        UpdateExpression: 'SET #status = :status, ended_at = :now REMOVE active_user_id, hold_shard, held_at',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': batch.status, ':running': 'running', ':now': now.toISOString() },
      },
    },
    history: history && historyWrite(history),
    furtherActions,
  });
  if (!refusals) return true;
  if (refusals.batch || refusals.furtherActions) return false;
  throw unexpectedRefusal('settlement', refusals);
}
