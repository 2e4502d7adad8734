/**
 * The ledger's writes: hold, capture, release, and the end of a batch. Each is one transaction. Its conditions make it safe to repeat, to
 * run concurrently and to crash at any point.
 *
 *   start of a batch     available − total      (batch row is created)
 *   item delivered       credits − cost         (item completed, one ledger row)
 *   item not delivered   available + cost       (item failed or cancelled, no ledger row; pays debt first, with a row)
 *   end of a batch       active batches − 1     (batch ended, one history row)
 *
 * A before/after run is a batch that holds its images one at a time: the first at its start, each other one separately.
 * The update_user_credits of docs/spec.md 12.2 is captureItem here (deduction) and creditPurchase in payments.ts (purchase). No API call
 * does it.
 */
import { activeBatchesMax, activeOperationsMax, debtPaymentId, deductionId, descriptions } from '#shared/credits/ledger.ts';
import { allocateFunds } from '#shared/credits/payments.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { accountKey, debtCondition, ledgerPut } from './accounts.ts';
import { type Batch, batchKey, type Item, itemKey, toRow } from './batch-rows.ts';
import { type Actions, transact } from './dynamo.ts';
import { holdFields } from './open-holds.ts';
import { lostActions } from './vendor-work.ts';

export type Held = 'held' | 'already-held';

/** The batch whose failed items this batch retries, in the state in which they were read. */
export type RetrySource = Pick<Batch, 'batchId' | 'lateResults'>;

/**
 * Holds a batch's total and creates its row, once. A retry marks its source in the same transaction, so that either a late video or the
 * retry succeeds, never both.
 * @throws AppError InsufficientCredits (details in cents) before AccountDeleted, ActiveBatchLimit and ActiveOperationLimit; BatchIdReused
 * if the id belongs to another request; LedgerConflict if a late video was attached to the source meanwhile.
 * @throws Error if an action of `also` is refused.
 */
export async function holdForBatch(
  batch: Batch,
  {
    retryOf,
    also = [],
    activeMax = batch.isOperation ? activeOperationsMax : activeBatchesMax,
  }: { activeMax?: number; retryOf?: RetrySource; also?: Actions } = {},
): Promise<Held> {
  const refusals = await transact([
    {
      Update: {
        ...accountKey(batch.userId),
        UpdateExpression: 'ADD available :minus, #active :one',
        ConditionExpression: `available >= :total AND ${isOpen} AND (attribute_not_exists(#active) OR #active < :most)`,
        ExpressionAttributeNames: { '#active': counterOf(batch) },
        ExpressionAttributeValues: { ':minus': -batch.totalCents, ':total': batch.totalCents, ':one': 1, ':most': activeMax },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: batchKey(batch.userId, batch.batchId).TableName,
        Item: {
          ...batchKey(batch.userId, batch.batchId).Key,
          ...toRow(batch),
          ...holdFields(batch),
          ...(!batch.isOperation && { active_user_id: batch.userId }),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...(retryOf ? [markRetried(batch, retryOf)] : []),
    ...also,
  ]);
  if (!refusals) return 'held';
  const [account, there, third] = refusals;
  const source = retryOf && third;
  if (there) {
    if (there.row.request_hash !== batch.requestHash) throw new AppError('BatchIdReused');
    return 'already-held';
  }
  if (source && !account) throw new AppError('LedgerConflict', { details: { reason: 'A late video was attached meanwhile.' } });
  if (!account) throw refusedHold(refusals);
  throw whyNotHeld(account.row, batch.totalCents, batch.isOperation ? 'ActiveOperationLimit' : 'ActiveBatchLimit');
}

/** The condition that deletion of the account was not requested: a closing account cannot start anything. */
const isOpen = 'attribute_not_exists(closing_at)';

/** Returns the reason why this account could not hold the amount. */
function whyNotHeld(account: Record<string, unknown>, needCents: Cents, otherwise: ErrorCode): AppError {
  if (account.closing_at !== undefined) return new AppError('AccountDeleted');
  const haveCents = Number(account.available ?? 0);
  if (haveCents < needCents) return new AppError('InsufficientCredits', { details: { needCents, haveCents } });
  return new AppError(otherwise);
}

/** The error for a failed condition that always holds if the rows are consistent. */
const refusedHold = (refusals: unknown[]): Error => new Error(`The ledger refused a hold: ${JSON.stringify(refusals.map(Boolean))}`);

/**
 * Holds one more item of a running batch and creates its row, together with the actions of `also`.
 * @returns false if that was done before.
 * @throws AppError AccountDeleted, InsufficientCredits (details in cents)
 */
export async function holdItem(item: Item, also: Actions = []): Promise<boolean> {
  const refusals = await transact([holdOf(item.userId, item.cents), putItem(item), batchRuns(item), ...also]);
  if (!refusals) return true;
  const [account, there, batch] = refusals;
  if (there) return false;
  if (account && !batch) throw whyNotHeld(account.row, item.cents, 'LedgerConflict');
  throw refusedHold(refusals);
}

const holdOf = (userId: string, cents: Cents) => ({
  Update: {
    ...accountKey(userId),
    UpdateExpression: 'ADD available :minus',
    ConditionExpression: `available >= :cost AND ${isOpen}`,
    ExpressionAttributeValues: { ':minus': -cents, ':cost': cents },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  },
});

const putItem = (item: Item) => {
  const { TableName, Key } = itemKey(item.userId, item.batchId, item.index);
  return { Put: { TableName, Item: { ...Key, ...toRow(item) }, ConditionExpression: 'attribute_not_exists(pk)' } };
};

const batchRuns = ({ userId, batchId }: Item) => ({
  ConditionCheck: {
    ...batchKey(userId, batchId),
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':running': 'running' },
  },
});

/**
 * Reopens an ended batch, for one more item or none. It counts as active again, and its next execution is counted.
 * @returns false if it is open, or has changed since it was read.
 * @throws AppError AccountDeleted, InsufficientCredits (details in cents) before ActiveBatchLimit
 */
export async function reopenBatch(batch: Batch, item: Item | undefined, now: Date, also: Actions = []): Promise<boolean> {
  const { userId, batchId, resumptions = 0 } = batch;
  const cents = item?.cents ?? 0;
  const refusals = await transact([
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: 'ADD available :minus, #active :one',
        ConditionExpression: `available >= :cost AND ${isOpen} AND (attribute_not_exists(#active) OR #active < :most)`,
        ExpressionAttributeNames: { '#active': counterOf(batch) },
        ExpressionAttributeValues: { ':minus': -cents, ':cost': cents, ':one': 1, ':most': activeBatchesMax },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
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
    ...(item ? [putItem(item)] : []),
    ...also,
  ]);
  if (!refusals) return true;
  const [account, there] = refusals;
  if (there || !account) return false;
  throw whyNotHeld(account.row, cents, 'ActiveBatchLimit');
}

/** The account field that counts this kind of running work. */
const counterOf = ({ isOperation }: Batch) => (isOperation ? 'active_operations' : 'active_batches');

const markRetried = ({ userId, batchId }: Batch, { batchId: sourceId, lateResults = 0 }: RetrySource) => ({
  Update: {
    ...batchKey(userId, sourceId),
    UpdateExpression: 'SET retried_by = if_not_exists(retried_by, :batch)',
    ConditionExpression: `attribute_exists(pk) AND ${lateResults === 0 ? 'attribute_not_exists(late_results)' : 'late_results = :seen'}`,
    ExpressionAttributeValues: { ':batch': batchId, ...(lateResults > 0 && { ':seen': lateResults }) },
  },
});

const endedFields = 'ended_at = :now REMOVE task_token';

/**
 * Completes an item and charges its cost, in one transaction with the actions of `also`.
 * @returns false if that was done before, or the item ended otherwise.
 */
export async function captureItem(item: Item, now: Date, also: Actions = []): Promise<boolean> {
  const { userId, batchId, itemId, cents } = item;
  const { deliveredCounter, description } = workKinds[item.kind];
  const endedAt = now.toISOString();
  const refusals = await transact([
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD credits :minus${deliveredCounter ? `, ${deliveredCounter} :one` : ''}`,
        ConditionExpression: 'credits >= :cost',
        ExpressionAttributeValues: { ':minus': -cents, ':cost': cents, ...(deliveredCounter && { ':one': 1 }) },
      },
    },
    {
      Update: {
        ...itemKey(userId, batchId, item.index),
        UpdateExpression: `SET #status = :completed, ${endedFields}`,
        ConditionExpression: '#status = :generating AND cents = :cost',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':completed': 'completed', ':generating': 'generating', ':now': endedAt, ':cost': cents },
      },
    },
    ledgerPut({
      userId,
      id: deductionId(batchId, itemId),
      createdAt: endedAt,
      amount: -cents,
      type: 'deduction',
      description,
      batchId,
      itemId,
    }),
    heldBatchExists(item),
    ...also,
  ]);
  return settled(refusals);
}

/**
 * Ends an undelivered item and releases its hold, in one transaction. Debt from refunded payments is paid from the hold first.
 * @returns false if the item had ended before.
 */
export async function releaseItem(item: Item, end: { status: 'failed' | 'cancelled'; errorCode?: ErrorCode }, now: Date): Promise<boolean> {
  for (let debt = 0; ; ) {
    const refusals = await transact(releaseActions(item, end, debt, now));
    const owes = Number(refusals?.[0]?.row.debt ?? 0);
    // Repeat only if the item can be released and the debt differs from the assumed amount.
    if (!refusals || refusals[1] || owes === debt) return settled(refusals);
    debt = owes;
  }
}

function releaseActions(item: Item, end: { status: 'failed' | 'cancelled'; errorCode?: ErrorCode }, debt: Cents, now: Date) {
  const { userId, batchId, itemId, cents } = item;
  const endedAt = now.toISOString();
  const { taken } = allocateFunds({ claims: debt, funds: cents });
  return [
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: `ADD available :back${taken > 0 ? ', credits :taken, debt :taken' : ''}`,
        ConditionExpression: debtCondition(debt),
        ExpressionAttributeValues: { ':back': cents - taken, ':debt': debt, ...(taken > 0 && { ':taken': -taken }) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
    {
      Update: {
        ...itemKey(userId, batchId, item.index),
        UpdateExpression: `SET #status = :end, error_code = :code, ${endedFields}`,
        ConditionExpression: '#status IN (:queued, :generating) AND cents = :cost',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':end': end.status,
          ':code': end.errorCode ?? null,
          ':queued': 'queued',
          ':generating': 'generating',
          ':now': endedAt,
          ':cost': cents,
        },
      },
    },
    heldBatchExists(item),
    ...lostActions(item),
    ...(taken > 0
      ? [
          ledgerPut({
            userId,
            id: debtPaymentId(batchId, itemId),
            createdAt: endedAt,
            amount: -taken,
            type: 'adjustment',
            description: descriptions.debt,
          }),
        ]
      : []),
  ];
}

/** Item rows without a batch row have no hold, so they must not be settled. */
const heldBatchExists = ({ userId, batchId }: Item) => ({
  ConditionCheck: { ...batchKey(userId, batchId), ConditionExpression: 'attribute_exists(pk)' },
});

/** The second action is the item: if refused, the item had already ended. Any other refusal means inconsistent rows. */
function settled(refusals: Awaited<ReturnType<typeof transact>>): boolean {
  if (!refusals) return true;
  if (refusals[1]) return false;
  throw new Error(`The ledger refused a settlement: ${JSON.stringify(refusals.map(Boolean))}`);
}

/**
 * Ends a batch whose items have all ended, once: it no longer counts as active, and its history row is written.
 * @returns false if it ended before, or an action of `also` is refused.
 */
export async function endBatch(
  batch: Batch,
  history: { table: string; row: Record<string, unknown> } | undefined,
  now: Date,
  also: Actions = [],
): Promise<boolean> {
  const refusals = await transact([
    {
      Update: {
        ...accountKey(batch.userId),
        UpdateExpression: 'ADD #active :minus',
        ConditionExpression: '#active > :none',
        ExpressionAttributeNames: { '#active': counterOf(batch) },
        ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
      },
    },
    {
      Update: {
        ...batchKey(batch.userId, batch.batchId),
        UpdateExpression: 'SET #status = :status, ended_at = :now REMOVE active_user_id, hold_shard, held_at',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': batch.status, ':running': 'running', ':now': now.toISOString() },
      },
    },
    ...(history ? [{ Put: { TableName: history.table, Item: history.row } }] : []),
    ...also,
  ]);
  if (refusals?.slice(refusals.length - also.length).some(Boolean)) return false;
  return settled(refusals);
}
