/**
 * Runs scenarios of one or two batches from the order to the settlement. Repeats each scenario with a crash at every possible point, and
 * with two crashes at every possible pair of points. The second crash can also happen during the repair after the first crash.
 *
 * A crash ends either the running step or everything. A crash of everything also ends all executions, so only the reconcile job finds the
 * batch. The seller repeats a call that got no response. After the scenario, the items must have the same final statuses as without a
 * crash, and the ledger must be consistent.
 */
import { reconcile } from '#lambdas/batch/reconcile.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import { readItem } from '#lambdas/store/batches.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { Execution } from './executions.ts';
import { Crash, invokeLambda, runInTest } from './fault-injection.ts';
import { finalViolations, type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot.ts';
import type { Mutation } from './mutation.ts';
import {
  begin,
  cancel,
  capture,
  deliverLate,
  dispute,
  finish,
  keep,
  pay,
  refund,
  release,
  report,
  retry,
  start,
  startTogether,
  store,
} from './steps.ts';
import { createTestState, now, type OrderedBatch, type RequestedBatch, type TestState } from './test-state.ts';

/**
 * A crash at the read or write with the number `position`. By default, the crash happens before this read or write. If `isAfterCall` is
 * true, the crash happens after the read or write has its effect, but before its response arrives. `scope` is the part of the code that the
 * crash ends.
 */
export type CrashPoint = { position: number; isAfterCall: boolean; scope: 'the step' | 'everything' };

type Actor = {
  testState: TestState;
  orderedBatch: OrderedBatch;
  retryOrSecondBatch: OrderedBatch;
  ref: ItemRef;
  payment: Purchase;
  /** Makes a call of the seller or of the vendor. Repeats the call after a crash. */
  call(makeCall: () => Promise<unknown>): Promise<void>;
  /** Runs all started executions until they end. */
  runExecutions(): Promise<void>;
  /** Runs the reconcile job and the executions until no batch is running. */
  reconcileUntilEnded(): Promise<void>;
};
/** The vendor delivers the video, refuses it, or does not respond before the time-out. */
type VendorBehaviour = 'makes' | 'refuses' | 'is late';

type Scenario = {
  firstBatch?: Partial<RequestedBatch>;
  /** A second batch of the same order. Without it, `retryOrSecondBatch` is a retry of the first batch. */
  secondBatch?: RequestedBatch;
  /** The behaviour of the vendor for the first batch. For a retry or a second batch, the vendor always delivers. */
  vendor: VendorBehaviour;
  run(actor: Actor): Promise<void>;
  /** The expected final status of the first item of each batch. The second status is for the retry or the second batch, if there is one. */
  finalStatuses: [string, string?];
};

export const scenarios: Record<string, Scenario> = {
  'delivered and charged': {
    vendor: 'makes',
    async run({ testState, orderedBatch, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
    },
    finalStatuses: ['completed'],
  },
  'refused by the vendor and released': {
    vendor: 'refuses',
    async run({ testState, orderedBatch, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'released, retried, and delivered': {
    vendor: 'refuses',
    async run({ testState, orderedBatch, retryOrSecondBatch, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => retry(testState, retryOrSecondBatch));
      await runExecutions();
    },
    finalStatuses: ['failed', 'completed'],
  },
  'cancelled while queued': {
    vendor: 'makes',
    async run({ testState, orderedBatch, ref, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'cancelled while it runs': {
    vendor: 'makes',
    async run({ testState, orderedBatch, ref, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await call(() => begin(testState, ref));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'timed out, and delivered late': {
    vendor: 'is late',
    async run({ testState, orderedBatch, ref, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => deliverLate(testState, ref));
    },
    finalStatuses: ['failed, delivered late'],
  },
  'credits bought, item delivered, and then a refund of more credits than the balance': {
    firstBatch: { costs: [900] },
    vendor: 'makes',
    async run({ testState, orderedBatch, payment, call, runExecutions, reconcileUntilEnded }) {
      await call(() => pay(testState, payment));
      await call(() => start(testState, orderedBatch));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => refund(testState, payment, 450));
    },
    finalStatuses: ['completed'],
  },
  'credits bought, and refunded while the item runs, so that the release pays the debt': {
    firstBatch: { costs: [900] },
    vendor: 'refuses',
    async run({ testState, orderedBatch, payment, call, runExecutions }) {
      await call(() => pay(testState, payment));
      await call(() => start(testState, orderedBatch));
      await call(() => refund(testState, payment, 450));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'a purchase whose refund is reported before its payment, and then a dispute that the seller wins': {
    vendor: 'makes',
    async run({ testState, orderedBatch, payment, call, runExecutions }) {
      await call(() => refund(testState, payment, 90));
      await call(() => pay(testState, payment));
      await call(() => start(testState, orderedBatch));
      await call(() => dispute(testState, payment, 1, 450));
      await runExecutions();
      await call(() => dispute(testState, payment, 2, 0));
    },
    finalStatuses: ['completed'],
  },
  'an order of two batches, delivered and charged': {
    firstBatch: { orderId: 'order' },
    secondBatch: { costs: [160], orderId: 'order' },
    vendor: 'makes',
    async run({ testState, orderedBatch, retryOrSecondBatch, call, runExecutions }) {
      await call(() => startTogether(testState, [orderedBatch, retryOrSecondBatch]));
      await runExecutions();
    },
    finalStatuses: ['completed', 'completed'],
  },
  'an order of two batches, one of which the vendor refuses': {
    firstBatch: { orderId: 'order' },
    secondBatch: { costs: [160], orderId: 'order' },
    vendor: 'refuses',
    async run({ testState, orderedBatch, retryOrSecondBatch, call, runExecutions }) {
      await call(() => startTogether(testState, [orderedBatch, retryOrSecondBatch]));
      await runExecutions();
    },
    finalStatuses: ['failed', 'completed'],
  },
  'an edit, delivered, charged, and kept': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ testState, orderedBatch, ref, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
      await reconcileUntilEnded();
      for (const isKept of [true, true, false, false, true]) await call(() => keep(testState, ref, isKept));
    },
    finalStatuses: ['completed'],
  },
  'an edit, refused by the vendor and released': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'refuses',
    async run({ testState, orderedBatch, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'an edit, cancelled while it runs': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ testState, orderedBatch, ref, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await call(() => begin(testState, ref));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'an image of a single call, delivered and charged': {
    firstBatch: { kind: 'image', isOperation: true },
    vendor: 'makes',
    async run({ testState, orderedBatch, call, runExecutions }) {
      await call(() => start(testState, orderedBatch));
      await runExecutions();
    },
    finalStatuses: ['completed'],
  },
};

/** The maximum number of attempts for a call or a step. This number is higher than the number of crashes. */
const attemptsMax = 4;
const reconcileRunsMax = 4;

type Point = {
  isWrite: boolean;
  /** True if an execution was running. A crash of everything also ends this execution. */
  isInExecution: boolean;
};

type ScenarioResult = {
  /** The reads and writes, in the order in which they happened. */
  trace: Point[];
  violations: string[];
};

/** Runs one scenario once, with the given crashes. */
export async function runScenario(scenario: Scenario, crashes: CrashPoint[], mutation?: Mutation): Promise<ScenarioResult> {
  const trace: Point[] = [];
  const testState = await createTestState(
    [{ costs: [120], ...scenario.firstBatch }, ...(scenario.secondBatch ? [scenario.secondBatch] : [])],
    0,
    mutation,
  );
  const [orderedBatch, retryOrSecondBatch] = testState.orderedBatches as [OrderedBatch, OrderedBatch];
  const [payment] = testState.payments as [Purchase];
  const { batchId } = orderedBatch.batch;
  const ref = { userId: testState.userId, batchId, itemId: 'item-0', index: 0 };

  const invoke = <Value>(work: () => Promise<Value>): Promise<Value> =>
    invokeLambda(
      testState,
      async ({ isWrite }, send, crash) => {
        const position = trace.push({ isWrite, isInExecution: testState.executions.listRunning().length > 0 }) - 1;
        const crashPoint = crashes.find((one) => one.position === position);
        if (!crashPoint) return send();
        if (crashPoint.isAfterCall) await send();
        if (crashPoint.scope === 'everything') testState.executions.endAll();
        return crash();
      },
      work,
    );
  const call = async (makeCall: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await invoke(makeCall);
        return;
      } catch (error) {
        if (!(error instanceof Crash) || attempt === attemptsMax) throw error;
      }
    }
  };
  const runExecutions = async (): Promise<void> => {
    for (const execution of testState.executions.listRunning())
      await runExecution({ testState, execution, vendor: execution.work.batchId === batchId ? scenario.vendor : 'makes', invoke });
  };
  const reconcileUntilEnded = async (): Promise<void> => {
    for (let pass = 0; pass < reconcileRunsMax; pass++) {
      const { batches } = await runInTest(testState, () => readLedgerSnapshot(testState));
      if (batches.every(({ meta }) => meta.status !== 'running')) return;
      await call(() => reconcile(now));
      await runExecutions();
    }
  };
  const violations: string[] = [];
  try {
    await scenario.run({ testState, orderedBatch, retryOrSecondBatch, ref, payment, call, runExecutions, reconcileUntilEnded });
    await reconcileUntilEnded();
  } catch (error) {
    violations.push(`the scenario ended with an error: ${(error as Error).stack}`);
  }
  const snapshot = await runInTest(testState, () => readLedgerSnapshot(testState));
  return {
    trace,
    violations: [
      ...violations,
      ...finalViolations(snapshot, testState),
      ...findUnexpectedStatuses(scenario, snapshot, orderedBatch, retryOrSecondBatch),
    ],
  };
}

function findUnexpectedStatuses(
  { finalStatuses }: Scenario,
  { batches }: LedgerSnapshot,
  orderedBatch: OrderedBatch,
  retryOrSecondBatch: OrderedBatch,
): string[] {
  const finalStatusIn = ({ batch }: OrderedBatch): string | undefined => {
    const item = batches.find(({ meta }) => meta.batch_id === batch.batchId)?.items[0];
    return item?.status === 'failed' && item.result ? 'failed, delivered late' : item?.status;
  };
  const [first, second] = [finalStatusIn(orderedBatch), finalStatusIn(retryOrSecondBatch)];
  const [expectedFirst, expectedSecond] = finalStatuses;
  if (first === expectedFirst && second === expectedSecond) return [];
  return [`the final statuses are ${first} and ${second} instead of ${expectedFirst} and ${expectedSecond}`];
}

type ExecutionRun = {
  testState: TestState;
  execution: Execution;
  vendor: VendorBehaviour;
  invoke: (work: () => Promise<unknown>) => Promise<unknown>;
};

/**
 * Runs an execution in the same way as the state machines in infra/state-machines. A step is retried if its Lambda crashes. Any other error
 * leads to the release of the item. The batch ends after all its items. After a crash of everything, no further step of the execution runs.
 */
async function runExecution({ testState, execution, vendor, invoke }: ExecutionRun): Promise<void> {
  const { userId, batchId, items } = execution.work;
  for (const { itemId, index } of items) {
    const ref = { userId, batchId, itemId, index };
    try {
      for (const work of stepsOf(testState, ref, vendor)) await step(work);
    } catch (error) {
      const code = error instanceof AppError && isErrorCode(error.code) ? error.code : 'GenerationFailed';
      await step(() => release(testState, ref, code));
    }
  }
  await step(() => finish(testState, batchId));
  execution.isRunning = false;

  async function step(work: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; execution.isRunning; attempt++) {
      try {
        await invoke(work);
        return;
      } catch (error) {
        if (!(error instanceof Crash) || attempt === attemptsMax) throw error;
      }
    }
  }
}

function stepsOf(testState: TestState, ref: ItemRef, vendor: VendorBehaviour): (() => Promise<unknown>)[] {
  const failWith = (code: ErrorCode) => async () => {
    const item = await readItem(ref.userId, ref.batchId, ref.index);
    if (item && !hasEnded(item.status)) throw new AppError(item.cancelRequestedAt ? 'Cancelled' : code);
  };
  const orderItem = () => begin(testState, ref);
  if (vendor === 'refuses') return [orderItem, failWith('VendorRefused')];
  if (vendor === 'is late') return [orderItem, failWith('VendorTimeout')];
  return [orderItem, () => report(testState, ref), () => store(testState, ref), () => capture(testState, ref)];
}

/**
 * Returns every possible crash at these reads and writes. A crash after a read is not returned, because it has the same effect as a crash
 * before the next read or write.
 */
function crashesIn(trace: Point[], firstPosition = 0): CrashPoint[] {
  const crashes = trace.flatMap(({ isWrite, isInExecution }, position): CrashPoint[] => {
    const afterCallValues = isWrite ? [false, true] : [false];
    // A write can start an execution.
    const scopes: CrashPoint['scope'][] = isInExecution || isWrite ? ['the step', 'everything'] : ['the step'];
    return afterCallValues.flatMap((isAfterCall) => scopes.map((scope) => ({ position, isAfterCall, scope })));
  });
  return crashes.filter(({ position }) => position >= firstPosition);
}

export type ScenariosRun = { scenarios: number; points: number; pairs: number; violations: string[] };

const defaultConcurrency = 16;

type Options = { usesPairs: boolean; mutation?: Mutation; shareIndex?: number; shareCount?: number };

/**
 * Runs every scenario without a crash, and with a crash at each point. If `usesPairs` is true, also runs every scenario with each pair of
 * crashes. Several processes can share the work: a process uses a first crash only if its number modulo `shareCount` is `shareIndex`.
 */
export async function runScenarios({ usesPairs, mutation, shareIndex = 0, shareCount = 1 }: Options): Promise<ScenariosRun> {
  const totals: ScenariosRun = { scenarios: Object.keys(scenarios).length, points: 0, pairs: 0, violations: [] };
  const addViolations = (name: string, crashes: CrashPoint[], { violations }: ScenarioResult) =>
    totals.violations.push(...violations.map((violation) => `${name}, crashed at ${JSON.stringify(crashes)}: ${violation}`));
  const tasks: (() => Promise<void>)[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const withoutCrash = await runScenario(scenario, [], mutation);
    addViolations(name, [], withoutCrash);
    for (const first of crashesIn(withoutCrash.trace).filter((_, number) => number % shareCount === shareIndex))
      tasks.push(async () => {
        const withOneCrash = await runScenario(scenario, [first], mutation);
        addViolations(name, [first], withOneCrash);
        totals.points += 1;
        if (!usesPairs) return;
        for (const second of crashesIn(withOneCrash.trace, first.position + 1)) {
          addViolations(name, [first, second], await runScenario(scenario, [first, second], mutation));
          totals.pairs += 1;
        }
      });
  }
  await Promise.all(
    Array.from({ length: defaultConcurrency }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await task();
    }),
  );
  return totals;
}
