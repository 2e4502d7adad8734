/**
 * Generates random histories. A history is a random sequence of calls and steps. Some of them are repeated or run in parallel, and some
 * reads and writes have random faults. The ledger must be consistent after a random round and after the final settlement of all batches
 * (docs/spec.md 12.1, 12.2).
 */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { incrementResumeCount } from '#lambdas/store/open-holds.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import { type AwsCall, invokeLambda, runInTest } from './fault-injection.ts';
import { finalViolations, invariantViolations, type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot.ts';
import type { Mutation } from './mutation.ts';
import {
  begin,
  cancel,
  capture,
  deliverLate,
  dispute,
  finish,
  pay,
  refund,
  release,
  report,
  retry,
  settleAtAnotherPrice,
  start,
  store,
} from './steps.ts';
import { createTestState, now, type OrderedBatch, type RequestedBatch, type TestState } from './test-state.ts';

export const faultKinds = ['crash before', 'crash after', 'sent twice', 'conflict', 'throttle'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The possible arguments of an operation. Each operation uses only some of these arguments. */
type Target = { testState: TestState; orderedBatch: OrderedBatch; items: Item[]; item: Item; payment: Purchase; reportIndex: number };

/** The total refund in each refund report. */
const refundTotals: Cents[] = [90, 300, 450];
/** The amount that the bank has taken back, in each dispute report. The amount is 0 after the seller has won. */
const disputedAmounts: Cents[] = [450, 0, 450];

/** The possible operations, each with its relative frequency. */
const operations = {
  start: {
    weight: 4,
    run: ({ testState, orderedBatch }) => (orderedBatch.retryOf ? retry(testState, orderedBatch) : start(testState, orderedBatch)),
  },
  retry: {
    weight: 3,
    async run({ testState, orderedBatch }) {
      const retryOfBatch = testState.orderedBatches.find(({ retryOf }) => retryOf === orderedBatch.batch.batchId);
      if (retryOfBatch) await retry(testState, retryOfBatch);
    },
  },
  begin: { weight: 1, run: ({ testState, item }) => begin(testState, item) },
  report: { weight: 1, run: ({ testState, item }) => report(testState, item) },
  store: { weight: 1, run: ({ testState, item }) => store(testState, item) },
  capture: { weight: 2, run: ({ testState, item }) => capture(testState, item) },
  deliver: {
    weight: 5,
    async run({ testState, item }) {
      for (const step of [begin, report, store, capture]) await step(testState, item);
    },
  },
  'complete the batch': {
    weight: 3,
    async run({ testState, orderedBatch, items }) {
      for (const item of items) for (const step of [begin, report, store, capture]) await step(testState, item);
      await finish(testState, orderedBatch.batch.batchId);
    },
  },
  'release all items': {
    weight: 3,
    async run({ testState, orderedBatch, items }) {
      for (const item of items) await release(testState, item, 'VendorTimeout');
      await finish(testState, orderedBatch.batch.batchId);
    },
  },
  'fail as busy': { weight: 1, run: ({ testState, item }) => release(testState, item, 'VendorBusy') },
  'time out': { weight: 2, run: ({ testState, item }) => release(testState, item, 'VendorTimeout') },
  cancel: { weight: 2, run: ({ testState, item }) => cancel(testState, item) },
  'deliver late': { weight: 2, run: ({ testState, item }) => deliverLate(testState, item) },
  finish: { weight: 2, run: ({ testState, orderedBatch }) => finish(testState, orderedBatch.batch.batchId) },
  pay: { weight: 3, run: ({ testState, payment }) => pay(testState, payment) },
  'report the payment from the page': { weight: 1, run: ({ testState, payment }) => pay(testState, payment, 'page') },
  refund: { weight: 3, run: ({ testState, payment, reportIndex }) => refund(testState, payment, refundTotals[reportIndex] as Cents) },
  dispute: {
    weight: 2,
    run: ({ testState, payment, reportIndex }) => dispute(testState, payment, reportIndex + 1, disputedAmounts[reportIndex] as Cents),
  },
  resume: { weight: 1, run: ({ orderedBatch }) => incrementResumeCount(orderedBatch.batch) },
  'settle at another price': { weight: 1, run: ({ testState, item }) => settleAtAnotherPrice(testState, item) },
  'create the account': { weight: 1, run: ({ testState }) => createAccount({ userId: testState.userId, email: 'a@b.c', name: 'A' }, now) },
} satisfies Record<string, { weight: number; run(target: Target): Promise<unknown> }>;
type OperationName = keyof typeof operations;

type Fault = { kind: FaultKind; position: number };
/** One call of an operation. The `position` of a fault is the number of the affected read or write, counted from 0. */
type Call = {
  operation: OperationName;
  batchNumber: number;
  itemNumber: number;
  paymentNumber: number;
  reportIndex: number;
  faults: Fault[];
};
/** The calls of one round run in parallel. The ledger is checked after the round `checkAfterRound` and at the end. */
type History = { requestedBatches: RequestedBatch[]; rounds: Call[][]; checkAfterRound: number };

const costs = [120, 160, 200, 360];
/** Credits that are granted at the start, in cents. With the bonus, these credits often do not cover all orders. */
const grantedCents = 700;

const requestedBatch = (options: Omit<RequestedBatch, 'costs'>): fc.Arbitrary<RequestedBatch> =>
  fc.array(fc.constantFrom(...costs), { minLength: 1, maxLength: 3 }).map((itemCosts) => ({ costs: itemCosts, ...options }));

/** A single step makes 1 to 4 reads and writes. An operation that runs a whole batch makes up to 20. */
const faultPosition: fc.Arbitrary<number> = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 9 }), fc.nat({ max: 19 }));
const fault: fc.Arbitrary<Fault> = fc.record({ kind: fc.constantFrom(...faultKinds), position: faultPosition });
const faults: fc.Arbitrary<Fault[]> = fc.oneof(fc.constant<Fault[]>([]), fc.array(fault, { minLength: 1, maxLength: 3 }));

const call: fc.Arbitrary<Call> = fc.record({
  operation: fc.oneof(
    ...Object.entries(operations).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name as OperationName) })),
  ) as fc.Arbitrary<OperationName>,
  batchNumber: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.nat({ max: 2 }) },
    { weight: 2, arbitrary: fc.nat({ max: 5 }) },
  ),
  itemNumber: fc.oneof(fc.constant(0), fc.nat({ max: 2 })),
  paymentNumber: fc.nat({ max: 1 }),
  reportIndex: fc.nat({ max: 2 }),
  faults,
});

/** Each history begins with the operation `start`, which may fail. */
const firstCall: fc.Arbitrary<Call> = call.map((randomCall) => ({ ...randomCall, operation: 'start', batchNumber: 0, itemNumber: 0 }));

export const histories: fc.Arbitrary<History> = fc.record({
  requestedBatches: fc.tuple(requestedBatch({}), requestedBatch({ kind: 'image' }), requestedBatch({ isOperation: true })),
  rounds: fc
    .tuple(firstCall, fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 9, size: 'max' }))
    .map(([first, otherRounds]) => [[first], ...otherRounds]),
  checkAfterRound: fc.nat({ max: 9 }),
});

export type HistoriesRun = {
  histories: number;
  /** The reads and writes of each operation, with the kinds of faults injected into them. */
  coverage: Coverage;
  /** Describes the first history with a violation. The description contains only the calls that cause the violation. */
  violation?: string;
};

/** The kinds of faults that were injected into each read or write. The key consists of the operation, the position and the AWS command. */
type Coverage = Map<string, Set<FaultKind>>;

type Options = { seed: number; count: number; mutation?: Mutation; concurrency?: number };

const defaultConcurrency = 8;

/** Runs random histories, several in parallel. The same seed repeats the same histories. */
export async function runHistories({
  seed,
  count,
  mutation,
  concurrency = Math.min(defaultConcurrency, count),
}: Options): Promise<HistoriesRun> {
  const coverage: Coverage = new Map();
  let historyCount = 0;
  let isDetected = false;
  const property = fc.asyncProperty(histories, async (history) => {
    if (isDetected) return;
    const violations = await runHistory(history, coverage, mutation);
    historyCount += 1;
    if (violations.length > 0) throw new Error(violations.join('\n'));
  });
  const workers = await Promise.all(
    Array.from({ length: concurrency }, async (_, worker) => {
      const numRuns = Math.floor((count + worker) / concurrency);
      // A run with a mutation stops after the first history that detects the mutation.
      const details = await fc.check(property, { seed: seed + worker, numRuns, endOnFailure: mutation !== undefined });
      if (details.failed && mutation) isDetected = true;
      return details;
    }),
  );
  const failedRun = workers.find(({ failed }) => failed);
  return { histories: historyCount, coverage, ...(failedRun && { violation: fc.defaultReportMessage(failedRun) }) };
}

async function runHistory(
  { requestedBatches, rounds, checkAfterRound }: History,
  coverage: Coverage,
  mutation: Mutation | undefined,
): Promise<string[]> {
  const testState = await createTestState(requestedBatches, grantedCents, mutation);
  return runInTest(testState, async () => {
    for (const [number, round] of rounds.entries()) {
      await Promise.all(round.map((one) => runCall(testState, one, coverage)));
      const violations = number === checkAfterRound ? invariantViolations(await readLedgerSnapshot(testState), testState) : [];
      if (violations.length > 0) return violations;
    }
    const snapshot = await readLedgerSnapshot(testState);
    const violations = [...invariantViolations(snapshot, testState), ...(await settleAll(testState, snapshot))];
    return violations.length > 0 ? violations : finalViolations(await readLedgerSnapshot(testState), testState);
  });
}

/** Makes one call and ignores its error, because real callers do not always repeat a failed call. */
async function runCall(
  testState: TestState,
  { operation, batchNumber, itemNumber, paymentNumber, reportIndex, faults }: Call,
  coverage: Coverage,
): Promise<void> {
  const orderedBatch = testState.orderedBatches[batchNumber] as OrderedBatch;
  // The items of a retry have the same ids and indexes as the items of the original batch.
  const { items } = orderedBatch.retryOf
    ? (testState.orderedBatches[batchNumber - testState.orderedBatches.length / 2] as OrderedBatch)
    : orderedBatch;
  const orderItems = items.map((item) => ({ ...item, batchId: orderedBatch.batch.batchId }));
  const item = orderItems[itemNumber % orderItems.length] as Item;
  const payment = testState.payments[paymentNumber] as Purchase;
  let callCount = 0;
  const injectFault = (awsCall: AwsCall, send: () => Promise<unknown>, crash: () => Promise<never>) => {
    const position = callCount++;
    const kind = faults.find((fault) => fault.position === position)?.kind;
    recordCoverage(coverage, `${operation} ${position} ${awsCall.command}`, kind);
    return kind ? applyFault(kind, awsCall, send, crash) : send();
  };
  await invokeLambda(testState, injectFault, () =>
    operations[operation].run({ testState, orderedBatch, items: orderItems, item, payment, reportIndex }),
  ).catch(() => {});
}

function recordCoverage(coverage: Coverage, step: string, kind: FaultKind | undefined): void {
  const kinds = coverage.get(step) ?? new Set();
  coverage.set(step, kind ? kinds.add(kind) : kinds);
}

async function applyFault(kind: FaultKind, awsCall: AwsCall, send: () => Promise<unknown>, crash: () => Promise<never>): Promise<unknown> {
  switch (kind) {
    case 'crash before':
      return crash();
    case 'crash after':
      await send();
      return crash();
    case 'sent twice':
      // The first response was lost, and the SDK repeated the call.
      await send();
      return send();
    case 'conflict':
      if (awsCall.command !== 'TransactWriteItems') return send();
      throw new TransactionCanceledException({ $metadata: {}, message: '', CancellationReasons: [{ Code: 'TransactionConflict' }] });
    case 'throttle':
      throw Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
  }
}

/**
 * Ends each running batch in the same way as an execution of the reconcile job: releases the unfinished items, and then ends the batch.
 * Returns one message for each failed step.
 */
async function settleAll(testState: TestState, { batches }: LedgerSnapshot): Promise<string[]> {
  const violations: string[] = [];
  const trySettlement = (step: Promise<unknown>) => step.catch((error: Error) => violations.push(`settlement failed: ${error.message}`));
  for (const { meta, items } of batches) {
    if (meta.status !== 'running') continue;
    for (const { item_id: itemId, index, status } of items) {
      const ref = { userId: testState.userId, batchId: meta.batch_id, itemId, index };
      if (!hasEnded(status)) await trySettlement(release(testState, ref, 'GenerationFailed'));
    }
    await trySettlement(finish(testState, meta.batch_id));
  }
  return violations;
}
