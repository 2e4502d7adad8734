/** Reads all rows of one seller, and finds violations of the rules in docs/spec.md 12.1 and 12.2. */
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { accountKey } from '#lambdas/store/accounts.ts';
import { type Batch, batchKey, itemKey, itemPositions } from '#lambdas/store/batch-rows.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { historyTable } from '#lambdas/store/history.ts';
import { batchStatusOf, countersOf, hasEnded, type ItemStatus } from '#shared/batch/batch.ts';
import { bonusId, deductionId, purchaseId, signupBonusCents } from '#shared/credits/ledger.ts';
import { outstandingClaim, type Payment } from '#shared/credits/payments.ts';
import type { Cents } from '#shared/money.ts';
import { itemName, type TestState } from './test-state.ts';

/** Rows as stored in the tables. */
type ItemRow = {
  batch_id: string;
  item_id: string;
  index: number;
  cents: Cents;
  status: ItemStatus;
  kind?: string;
  result?: object;
  kept?: boolean;
  cancel_requested_at?: string;
};
type BatchRow = {
  batch_id: string;
  order_id?: string;
  kind: string;
  status: string;
  items: Batch['items'];
  is_operation?: boolean;
  total_cents: Cents;
  active_user_id?: string;
  hold_shard?: string;
  retried_by?: string;
  late_results?: number;
};
type LedgerRow = { id: string; amount: Cents; type: string };
type HistoryRow = {
  batch_id: string;
  created_at?: string;
  status: string;
  total_images: number;
  completed_images: number;
  failed_images: number;
};

type PaymentRow = Payment & { credits?: Cents; paid?: Cents };

export type LedgerSnapshot = {
  account: Record<string, number>;
  ledger: LedgerRow[];
  /** The payments by their id. */
  payments: Map<string, Payment>;
  /** The batches with their items. An item row is included only if the batch row contains its item. */
  batches: { meta: BatchRow; items: ItemRow[]; history: HistoryRow | undefined }[];
};

const itemsMax = 3;

/** Reads everything except the ledger rows in one request. */
export async function readLedgerSnapshot({ userId, orderedBatches, payments }: TestState): Promise<LedgerSnapshot> {
  const account = accountKey(userId);
  const table = requiredEnv('TABLE_BATCHES');
  const histories = ['video', 'image'] as const;
  const ids = orderedBatches.map(({ batch }) => batch.batchId);
  const [rows, ledger] = await Promise.all([
    dynamo().send(
      new BatchGetCommand({
        RequestItems: {
          [account.TableName]: { Keys: [account.Key], ConsistentRead: true },
          [table]: {
            Keys: ids.flatMap((id) => [
              batchKey(userId, id).Key,
              ...Array.from({ length: itemsMax }, (_, index) => itemKey(userId, id, index).Key),
            ]),
            ConsistentRead: true,
          },
          [requiredEnv('TABLE_PAYMENTS')]: { Keys: payments.map(({ paymentId }) => paymentKey(paymentId)), ConsistentRead: true },
          ...Object.fromEntries(
            histories.map((kind) => [
              historyTable(kind),
              { Keys: ids.map((batchId) => ({ user_id: userId, batch_id: batchId })), ConsistentRead: true },
            ]),
          ),
        },
      }),
    ),
    dynamo().send(
      new QueryCommand({
        TableName: requiredEnv('TABLE_CREDIT_TRANSACTIONS'),
        KeyConditionExpression: 'user_id = :user',
        ExpressionAttributeValues: { ':user': userId },
        ConsistentRead: true,
      }),
    ),
  ]);
  if (Object.keys(rows.UnprocessedKeys ?? {}).length > 0) throw new Error('The rows could not be read in one request');
  const batchTableRows = (rows.Responses?.[table] ?? []) as (Record<string, unknown> & { sk: string })[];
  const historyRows = histories
    .flatMap((kind) => (rows.Responses?.[historyTable(kind)] ?? []) as HistoryRow[])
    // A row without a creation time has only marks of kept results.
    .filter(({ created_at }) => created_at !== undefined);
  const batchRows = batchTableRows.filter(({ sk }) => sk === 'meta') as unknown as BatchRow[];
  const itemRowsOf = ({ batch_id, items }: BatchRow) =>
    itemPositions({ items } as Batch).flatMap(({ index, itemId }) =>
      batchTableRows.filter((row) => row.sk !== 'meta' && row.batch_id === batch_id && row.index === index && row.item_id === itemId),
    ) as unknown as ItemRow[];
  return {
    account: (rows.Responses?.[account.TableName]?.[0] ?? {}) as Record<string, number>,
    ledger: (ledger.Items ?? []) as LedgerRow[],
    payments: new Map(
      ((rows.Responses?.[requiredEnv('TABLE_PAYMENTS')] ?? []) as (PaymentRow & { id: string })[]).map((row) => [row.id, toPayment(row)]),
    ),
    batches: batchRows.map((meta) => ({
      meta,
      items: itemRowsOf(meta),
      history: historyRows.find(({ batch_id }) => batch_id === meta.batch_id),
    })),
  };
}

const paymentKey = (paymentId: string) => ({ id: `payment#${paymentId}` });

const toPayment = ({ credits, paid, refunded, disputes, reclaimed }: PaymentRow): Payment => ({
  ...{ refunded, disputes, reclaimed },
  ...(credits !== undefined && paid !== undefined && { bought: { credits, paid } }),
});

const sum = <Row>(rows: Row[], amountOf: (row: Row) => number): number => rows.reduce((total, row) => total + amountOf(row), 0);

/** Returns violations of the rules that apply while no call is running, also after a crash. */
export function invariantViolations(snapshot: LedgerSnapshot, testState: TestState): string[] {
  const { account, ledger, batches, payments } = snapshot;
  const { credits = Number.NaN, available = Number.NaN } = account;
  const running = batches.filter(({ meta }) => meta.status === 'running');
  const items = batches.flatMap((batch) => batch.items);
  const completed = items.filter(({ status }) => status === 'completed');
  const heldCents = sum(
    running.flatMap((batch) => batch.items.filter(({ status }) => !hasEnded(status))),
    ({ cents }) => cents,
  );
  const violations: string[] = [];
  const expect = (rule: string, actual: unknown, expected: unknown) => {
    const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (actualText !== expectedText) violations.push(`${rule}: ${actualText} instead of ${expectedText}`);
  };
  expect('0 ≤ available ≤ credits', available >= 0 && available <= credits, true);
  expect(
    'the sum of the ledger rows is the balance',
    sum(ledger, ({ amount }) => amount),
    credits,
  );
  const creditedPurchases = testState.payments.filter(({ sessionId }) => ledger.some(({ id }) => id === purchaseId(sessionId)));
  const adjustedCents = sum(
    ledger.filter(({ type }) => type === 'adjustment'),
    ({ amount }) => amount,
  );
  const debt = account.debt ?? 0;
  expect(
    'the balance is the initial credits plus bought credits, minus the credits of delivered items and reclaimed credits',
    credits,
    testState.initialCents + sum(creditedPurchases, (purchase) => purchase.credits) + adjustedCents - sum(completed, ({ cents }) => cents),
  );
  expect(
    'the money spent',
    account.total_money_spent,
    sum(creditedPurchases, ({ paid }) => paid),
  );
  expect(
    'reclaimed credits were removed from the balance or are debt',
    sum([...payments.values()], ({ reclaimed }) => reclaimed),
    debt - adjustedCents,
  );
  if (debt < 0 || (debt > 0 && available > 0)) violations.push(`a debt of ${debt} exists although ${available} cents are available`);
  for (const [id, payment] of payments) expect(`${id} has no outstanding claim`, outstandingClaim(payment), 0);
  for (const { sessionId, paymentId } of testState.payments)
    expect(
      `${sessionId} is credited to its payment`,
      payments.get(paymentKey(paymentId).id)?.bought !== undefined,
      creditedPurchases.some((one) => one.sessionId === sessionId),
    );
  expect('credits that are not available are held by a running item', credits - available, heldCents);
  expect('batches counted as running', account.active_batches, running.filter(({ meta }) => !meta.is_operation).length);
  expect('single calls counted as running', account.active_operations ?? 0, running.filter(({ meta }) => meta.is_operation).length);
  expect('videos counted', account.total_videos_generated, completed.filter(({ kind }) => kind === 'video').length);
  const charges = ledger.filter(({ type }) => type === 'deduction').map(({ id, amount }) => `${id} ${amount}`);
  const deliveries = completed.map((item) => `${deductionId(item.batch_id, item.item_id)} ${-item.cents}`);
  expect('each delivery has exactly one charge', charges.sort(), deliveries.sort());
  expect(
    'the bonus',
    ledger.filter(({ id }) => id === bonusId).map(({ amount }) => amount),
    [signupBonusCents],
  );
  for (const { meta, items: batchItems, history } of batches) {
    const isRunning = meta.status === 'running';
    const name = `the batch ${meta.batch_id}`;
    expect(
      `${name} holds the credits of its items`,
      sum(batchItems, ({ cents }) => cents),
      meta.total_cents,
    );
    expect(`${name} is in the index of running batches`, meta.active_user_id !== undefined, isRunning && !meta.is_operation);
    expect(`${name} is in the index of open holds`, meta.hold_shard !== undefined, isRunning);
    if (isRunning && history) violations.push(`${name} is running but has a history row`);
    if (isRunning) continue;
    const counts = countersOf(batchItems);
    expect(`${name} has the status that follows from its items`, meta.status, batchStatusOf(batchItems));
    expect(
      `${name} has a history row with its final counts`,
      history && [history.status, history.total_images, history.completed_images, history.failed_images],
      [meta.status, counts.total, counts.completed, counts.failed],
    );
  }
  return [
    ...violations,
    ...findLostChanges(snapshot, testState),
    ...findDoubleDeliveries(snapshot, testState),
    ...findPartialOrders(snapshot, testState),
  ];
}

/** Returns a violation for each change that is missing in the rows, although a call reported it as successful. */
function findLostChanges({ batches, ledger, payments }: LedgerSnapshot, { acknowledgedChanges }: TestState): string[] {
  const findPayment = (id: string) => payments.get(paymentKey(id).id);
  const batchIds = new Set(batches.map(({ meta }) => meta.batch_id));
  const items = new Map(batches.flatMap((batch) => batch.items.map((item) => [`${item.batch_id} ${item.item_id}`, item])));
  return [
    ...[...acknowledgedChanges.started]
      .filter((id) => !batchIds.has(id))
      .map((id) => `the batch ${id} was acknowledged but does not exist`),
    ...[...acknowledgedChanges.credited]
      .filter((id) => !ledger.some((row) => row.id === purchaseId(id)))
      .map((id) => `the payment of ${id} was acknowledged but is not credited`),
    ...[...acknowledgedChanges.refunded]
      .filter(([id, cents]) => (findPayment(id)?.refunded ?? 0) < cents)
      .map(([id, cents]) => `a refund of ${cents} of ${id} was acknowledged but is not stored`),
    ...[...acknowledgedChanges.disputed]
      .filter(([id, time]) => (findPayment(id)?.disputes.dp?.at ?? 0) < time)
      .map(([id, time]) => `a dispute of ${id} was acknowledged at ${time} but is not stored`),
    ...[...acknowledgedChanges.cancelled]
      .filter((name) => items.get(name)?.status === 'completed')
      .map((name) => `the item ${name} was acknowledged as cancelled but was delivered`),
    ...[...acknowledgedChanges.kept]
      .filter(([name, isKept]) => (items.get(name)?.kept ?? false) !== isKept)
      .map(([name, isKept]) => `the item ${name} was acknowledged as ${isKept ? 'kept' : 'not kept'} but is stored otherwise`),
    ...[...acknowledgedChanges.settled].flatMap(([name, statuses]) => {
      const status = items.get(name)?.status;
      if (statuses.length === 1 && statuses[0] === status) return [];
      return [`the item ${name} was reported as ${statuses.join(' and ')} but is ${status}`];
    }),
  ];
}

/** Returns a violation for each order with only some of its batches. */
function findPartialOrders({ batches }: LedgerSnapshot, { orderedBatches }: TestState): string[] {
  const ids = new Set(orderedBatches.flatMap(({ batch }) => batch.orderId ?? []));
  return [...ids].flatMap((orderId) => {
    const { length: expected } = orderedBatches.filter(({ batch }) => batch.orderId === orderId);
    const { length: actual } = batches.filter(({ meta }) => meta.order_id === orderId);
    return actual === 0 || actual === expected ? [] : [`${actual} of ${expected} batches of an order exist`];
  });
}

/** Returns a violation for each item that has both a retry and a late video, because the seller must get only one of the two videos. */
function findDoubleDeliveries({ batches }: LedgerSnapshot, { orderedBatches }: TestState): string[] {
  return orderedBatches.flatMap(({ batch, retryOf }) => {
    const retryBatch = batches.find(({ meta }) => meta.batch_id === batch.batchId);
    const source = batches.find(({ meta }) => meta.batch_id === retryOf);
    if (!retryBatch || !source) return [];
    const lateItemIds = source.items.filter(({ status, result }) => status === 'failed' && result).map(({ item_id }) => item_id);
    return retryBatch.items
      .filter(({ item_id }) => lateItemIds.includes(item_id))
      .map((item) => `the item ${itemName({ batchId: batch.batchId, itemId: item.item_id })} is retried although its late video arrived`);
  });
}

/** Returns violations of the rules that apply after the final settlement. */
export function finalViolations(snapshot: LedgerSnapshot, testState: TestState): string[] {
  const notEnded = snapshot.batches
    .filter(({ meta }) => meta.status === 'running')
    .map(({ meta }) => `the batch ${meta.batch_id} does not end`);
  return [...notEnded, ...invariantViolations(snapshot, testState)];
}
