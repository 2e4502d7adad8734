/**
 * Runs one item from its order to its settlement in several scenarios, with a crash at every possible point and at every possible pair of
 * points. The second point of a pair is after the first point, and can be during the repair.
 * A crash ends either the running Lambda or everything. A crash of everything also ends all executions, so only the reconcile job finds
 * the batch. The seller repeats calls that got no response.
 * After the scenario, the item must have the same final state as without a crash, and the ledger must be consistent.
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
import { createTestState, now, type Order, type RequestedBatch, type TestState } from './test-state.ts';

/**
 * A crash before the read or write with the number `position`. If `isAfterCall` is true, the crash is after this read or write, but
 * before its response. `scope` is what the crash ends.
 */
export type CrashPoint = { position: number; isAfterCall: boolean; scope: 'the step' | 'everything' };

type Actor = {
  testState: TestState;
  order: Order;
  retryOrder: Order;
  ref: ItemRef;
  payment: Purchase;
  /** Makes a call of the seller or sends a webhook. Repeats the call until there is a response. */
  call(makeCall: () => Promise<unknown>): Promise<void>;
  /** Runs all running executions until they end. */
  runExecutions(): Promise<void>;
  /** Runs the reconcile job and the executions until no batch is running. */
  reconcileUntilEnded(): Promise<void>;
};
/** The vendor delivers the video, refuses it, or does not respond before the time-out. */
type VendorBehaviour = 'makes' | 'refuses' | 'is late';

type Scenario = {
  firstBatch?: Partial<RequestedBatch>;
  /** A second batch, which replaces the retry. */
  secondBatch?: RequestedBatch;
  /** The behaviour of the vendor for the first order. The vendor delivers all other orders. */
  vendor: VendorBehaviour;
  run(actor: Actor): Promise<void>;
  /** The final status of the item. If there is a retry or a second batch, also the final status of its item. */
  finalStatuses: [string, string?];
};

export const scenarios: Record<string, Scenario> = {
  'delivered and charged': {
    vendor: 'makes',
    async run({ testState, order, call, runExecutions }) {
      await call(() => start(testState, order));
      await runExecutions();
    },
    finalStatuses: ['completed'],
  },
  'refused by the vendor and released': {
    vendor: 'refuses',
    async run({ testState, order, call, runExecutions }) {
      await call(() => start(testState, order));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'released, retried, and delivered': {
    vendor: 'refuses',
    async run({ testState, order, retryOrder, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, order));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => retry(testState, retryOrder));
      await runExecutions();
    },
    finalStatuses: ['failed', 'completed'],
  },
  'cancelled while queued': {
    vendor: 'makes',
    async run({ testState, order, ref, call, runExecutions }) {
      await call(() => start(testState, order));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'cancelled while it runs': {
    vendor: 'makes',
    async run({ testState, order, ref, call, runExecutions }) {
      await call(() => start(testState, order));
      await call(() => begin(testState, ref));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'timed out, and delivered late': {
    vendor: 'is late',
    async run({ testState, order, ref, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, order));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => deliverLate(testState, ref));
    },
    finalStatuses: ['failed, delivered late'],
  },
  'bought, delivered, and refunded by more than the balance': {
    firstBatch: { costs: [900] },
    vendor: 'makes',
    async run({ testState, order, payment, call, runExecutions, reconcileUntilEnded }) {
      await call(() => pay(testState, payment));
      await call(() => start(testState, order));
      await runExecutions();
      await reconcileUntilEnded();
      await call(() => refund(testState, payment, 450));
    },
    finalStatuses: ['completed'],
  },
  'bought and refunded while the item runs, so that the release pays the debt': {
    firstBatch: { costs: [900] },
    vendor: 'refuses',
    async run({ testState, order, payment, call, runExecutions }) {
      await call(() => pay(testState, payment));
      await call(() => start(testState, order));
      await call(() => refund(testState, payment, 450));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'refunded before it is bought, then disputed, and the seller wins the dispute': {
    vendor: 'makes',
    async run({ testState, order, payment, call, runExecutions }) {
      await call(() => refund(testState, payment, 90));
      await call(() => pay(testState, payment));
      await call(() => start(testState, order));
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
    async run({ testState, order, retryOrder, call, runExecutions }) {
      await call(() => startTogether(testState, [order, retryOrder]));
      await runExecutions();
    },
    finalStatuses: ['completed', 'completed'],
  },
  'an order of two batches, one of which the vendor refuses': {
    firstBatch: { orderId: 'order' },
    secondBatch: { costs: [160], orderId: 'order' },
    vendor: 'refuses',
    async run({ testState, order, retryOrder, call, runExecutions }) {
      await call(() => startTogether(testState, [order, retryOrder]));
      await runExecutions();
    },
    finalStatuses: ['failed', 'completed'],
  },
  'an edit, delivered, charged, and kept': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ testState, order, ref, call, runExecutions, reconcileUntilEnded }) {
      await call(() => start(testState, order));
      await runExecutions();
      await reconcileUntilEnded();
      for (const isKept of [true, true, false, false, true]) await call(() => keep(testState, ref, isKept));
    },
    finalStatuses: ['completed'],
  },
  'an edit, refused by the vendor and released': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'refuses',
    async run({ testState, order, call, runExecutions }) {
      await call(() => start(testState, order));
      await runExecutions();
    },
    finalStatuses: ['failed'],
  },
  'an edit, cancelled while it runs': {
    firstBatch: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ testState, order, ref, call, runExecutions }) {
      await call(() => start(testState, order));
      await call(() => begin(testState, ref));
      await call(() => cancel(testState, ref));
      await runExecutions();
    },
    finalStatuses: ['cancelled'],
  },
  'an image of a single call, delivered and charged': {
    firstBatch: { kind: 'image', isOperation: true },
    vendor: 'makes',
    async run({ testState, order, call, runExecutions }) {
      await call(() => start(testState, order));
      await runExecutions();
    },
    finalStatuses: ['completed'],
  },
};

/** The maximum number of attempts. It is higher than the number of crashes. */
const attemptsMax = 4;
const reconcileRunsMax = 4;

type Point = {
  isWrite: boolean;
  /** An execution was running. A crash of everything also ends this execution. */
  isInExecution: boolean;
};

type ScenarioResult = {
  /** The reads and writes in their order. */
  trace: Point[];
  violations: string[];
};

/** Runs one scenario with these crashes. */
export async function runScenario(scenario: Scenario, crashes: CrashPoint[], mutation?: Mutation): Promise<ScenarioResult> {
  const trace: Point[] = [];
  const testState = await createTestState(
    [{ costs: [120], ...scenario.firstBatch }, ...(scenario.secondBatch ? [scenario.secondBatch] : [])],
    0,
    mutation,
  );
  const [order, retryOrder] = testState.orders as [Order, Order];
  const [payment] = testState.payments as [Purchase];
  const { batchId } = order.batch;
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
    await scenario.run({ testState, order, retryOrder, ref, payment, call, runExecutions, reconcileUntilEnded });
    await reconcileUntilEnded();
  } catch (error) {
    violations.push(`the scenario ended with an error: ${(error as Error).stack}`);
  }
  const snapshot = await runInTest(testState, () => readLedgerSnapshot(testState));
  return {
    trace,
    violations: [...violations, ...finalViolations(snapshot, testState), ...findUnexpectedStatuses(scenario, snapshot, order, retryOrder)],
  };
}

function findUnexpectedStatuses({ finalStatuses }: Scenario, { batches }: LedgerSnapshot, order: Order, retryOrder: Order): string[] {
  const finalStatusIn = ({ batch }: Order): string | undefined => {
    const item = batches.find(({ meta }) => meta.batch_id === batch.batchId)?.items[0];
    return item?.status === 'failed' && item.result ? 'failed, delivered late' : item?.status;
  };
  const [first, second] = [finalStatusIn(order), finalStatusIn(retryOrder)];
  const [expectedFirst, expectedSecond] = finalStatuses;
  if (first === expectedFirst && second === expectedSecond) return [];
  return [`the item is ${first} and ${second} instead of ${expectedFirst} and ${expectedSecond}`];
}

type ExecutionRun = {
  testState: TestState;
  execution: Execution;
  vendor: VendorBehaviour;
  invoke: (work: () => Promise<unknown>) => Promise<unknown>;
};

/**
 * Runs an execution like the state machines in infra/state-machines: a step is retried if its Lambda crashes, any error leads to the
 * release, and the batch ends after its items. If a crash of everything has ended the execution, no further step runs.
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
 * Returns every possible crash at these reads and writes. A crash after a read has the same effect as a crash before the next step, so this
 * crash is not included.
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

type Options = { usesPairs: boolean; mutation?: Mutation; share?: number; shares?: number };

/**
 * Runs every scenario without a crash, and with a crash at each point. With `shares`, only every nth crash from number `share` is used.
 * With `usesPairs`, the scenario is also run with each pair of crashes.
 */
export async function runScenarios({ usesPairs, mutation, share = 0, shares = 1 }: Options): Promise<ScenariosRun> {
  const totals: ScenariosRun = { scenarios: Object.keys(scenarios).length, points: 0, pairs: 0, violations: [] };
  const addViolations = (name: string, crashes: CrashPoint[], { violations }: ScenarioResult) =>
    totals.violations.push(...violations.map((violation) => `${name}, crashed at ${JSON.stringify(crashes)}: ${violation}`));
  const tasks: (() => Promise<void>)[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const withoutCrash = await runScenario(scenario, [], mutation);
    addViolations(name, [], withoutCrash);
    for (const first of crashesIn(withoutCrash.trace).filter((_, number) => number % shares === share))
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
