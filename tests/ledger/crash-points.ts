/**
 * Runs one item from its order to its settlement in several scenarios, with a crash at every possible point and at every possible pair of
 * points. The second point of a pair is after the first one, and can be during the repair.
 * A crash ends either the running Lambda or everything. In the second case all executions end too, and only the reconcile job finds the
 * batch. The seller repeats calls that got no response.
 * Afterwards the item must have the same final state as without a crash, and the ledger must be consistent.
 */
import { reconcile } from '#lambdas/batch/reconcile.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import { readItem } from '#lambdas/store/batches.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { Execution } from './executions.ts';
import { Crash, invokeLambda, runInWorld } from './fault-injection.ts';
import { finalViolations, type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot.ts';
import type { PlantedBug } from './mutation.ts';
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
import { newWorld, now, type Order, type RequestedBatch, type World } from './world.ts';

/** A crash before the read or write number `at`, or after it but before its response. `ends` says whether the Lambda or everything ends. */
export type CrashPoint = { at: number; after: boolean; ends: 'the step' | 'everything' };

type Actor = {
  world: World;
  order: Order;
  retryOrder: Order;
  ref: ItemRef;
  payment: Purchase;
  /** Makes a call of the seller or sends a webhook, and repeats it until it gets a response. */
  call(makeCall: () => Promise<unknown>): Promise<void>;
  /** Runs all running executions until they end. */
  runExecutions(): Promise<void>;
  /** Runs the reconcile job and the executions until no batch is running. */
  settle(): Promise<void>;
};
/** The vendor delivers the video, refuses it, or does not respond before the time-out. */
type Vendor = 'makes' | 'refuses' | 'is late';

type Scenario = {
  requested?: Partial<RequestedBatch>;
  /** A second batch, which replaces the retry. */
  second?: RequestedBatch;
  /** The behaviour of the vendor for the first order. The vendor delivers all other orders. */
  vendor: Vendor;
  run(actor: Actor): Promise<void>;
  /** The final status of the item, and its final status in the retry if there is one. */
  ends: [string, string?];
};

export const scenarios: Record<string, Scenario> = {
  'delivered and charged': {
    vendor: 'makes',
    async run({ world, order, call, runExecutions }) {
      await call(() => start(world, order));
      await runExecutions();
    },
    ends: ['completed'],
  },
  'refused by the vendor and released': {
    vendor: 'refuses',
    async run({ world, order, call, runExecutions }) {
      await call(() => start(world, order));
      await runExecutions();
    },
    ends: ['failed'],
  },
  'released, retried, and delivered': {
    vendor: 'refuses',
    async run({ world, order, retryOrder, call, runExecutions, settle }) {
      await call(() => start(world, order));
      await runExecutions();
      await settle();
      await call(() => retry(world, retryOrder));
      await runExecutions();
    },
    ends: ['failed', 'completed'],
  },
  'cancelled while queued': {
    vendor: 'makes',
    async run({ world, order, ref, call, runExecutions }) {
      await call(() => start(world, order));
      await call(() => cancel(world, ref));
      await runExecutions();
    },
    ends: ['cancelled'],
  },
  'cancelled while it runs': {
    vendor: 'makes',
    async run({ world, order, ref, call, runExecutions }) {
      await call(() => start(world, order));
      await call(() => begin(world, ref));
      await call(() => cancel(world, ref));
      await runExecutions();
    },
    ends: ['cancelled'],
  },
  'timed out, and delivered late': {
    vendor: 'is late',
    async run({ world, order, ref, call, runExecutions, settle }) {
      await call(() => start(world, order));
      await runExecutions();
      await settle();
      await call(() => deliverLate(world, ref));
    },
    ends: ['failed, delivered late'],
  },
  'bought, delivered, and refunded by more than the balance': {
    requested: { costs: [900] },
    vendor: 'makes',
    async run({ world, order, payment, call, runExecutions, settle }) {
      await call(() => pay(world, payment));
      await call(() => start(world, order));
      await runExecutions();
      await settle();
      await call(() => refund(world, payment, 450));
    },
    ends: ['completed'],
  },
  'bought and refunded while the item runs, so that the release pays the debt': {
    requested: { costs: [900] },
    vendor: 'refuses',
    async run({ world, order, payment, call, runExecutions }) {
      await call(() => pay(world, payment));
      await call(() => start(world, order));
      await call(() => refund(world, payment, 450));
      await runExecutions();
    },
    ends: ['failed'],
  },
  'refunded before it is bought, disputed, and the dispute won': {
    vendor: 'makes',
    async run({ world, order, payment, call, runExecutions }) {
      await call(() => refund(world, payment, 90));
      await call(() => pay(world, payment));
      await call(() => start(world, order));
      await call(() => dispute(world, payment, 1, 450));
      await runExecutions();
      await call(() => dispute(world, payment, 2, 0));
    },
    ends: ['completed'],
  },
  'an order of two batches, delivered and charged': {
    requested: { orderId: 'order' },
    second: { costs: [160], orderId: 'order' },
    vendor: 'makes',
    async run({ world, order, retryOrder, call, runExecutions }) {
      await call(() => startTogether(world, [order, retryOrder]));
      await runExecutions();
    },
    ends: ['completed', 'completed'],
  },
  'an order of two batches, one of which the vendor refuses': {
    requested: { orderId: 'order' },
    second: { costs: [160], orderId: 'order' },
    vendor: 'refuses',
    async run({ world, order, retryOrder, call, runExecutions }) {
      await call(() => startTogether(world, [order, retryOrder]));
      await runExecutions();
    },
    ends: ['failed', 'completed'],
  },
  'an edit, delivered, charged, and kept': {
    requested: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ world, order, ref, call, runExecutions, settle }) {
      await call(() => start(world, order));
      await runExecutions();
      await settle();
      for (const isKept of [true, true, false, false, true]) await call(() => keep(world, ref, isKept));
    },
    ends: ['completed'],
  },
  'an edit, refused by the vendor and released': {
    requested: { kind: 'edit', costs: [2] },
    vendor: 'refuses',
    async run({ world, order, call, runExecutions }) {
      await call(() => start(world, order));
      await runExecutions();
    },
    ends: ['failed'],
  },
  'an edit, cancelled while it runs': {
    requested: { kind: 'edit', costs: [2] },
    vendor: 'makes',
    async run({ world, order, ref, call, runExecutions }) {
      await call(() => start(world, order));
      await call(() => begin(world, ref));
      await call(() => cancel(world, ref));
      await runExecutions();
    },
    ends: ['cancelled'],
  },
  'an image of a single call, delivered and charged': {
    requested: { kind: 'image', isOperation: true },
    vendor: 'makes',
    async run({ world, order, call, runExecutions }) {
      await call(() => start(world, order));
      await runExecutions();
    },
    ends: ['completed'],
  },
};

/** The maximum number of attempts. It is higher than the number of crashes. */
const attemptsMax = 4;
const reconcileRunsMax = 4;

/** `inExecution`: an execution was running. A crash of everything also ends it. */
type Point = { isWrite: boolean; inExecution: boolean };

type ScenarioResult = {
  /** The reads and writes in their order. */
  trace: Point[];
  violations: string[];
};

/** Runs one scenario with these crashes. */
export async function runScenario(scenario: Scenario, crashes: CrashPoint[], bug?: PlantedBug): Promise<ScenarioResult> {
  const trace: Point[] = [];
  const world = await newWorld([{ costs: [120], ...scenario.requested }, ...(scenario.second ? [scenario.second] : [])], 0, bug);
  const [order, retryOrder] = world.orders as [Order, Order];
  const [payment] = world.payments as [Purchase];
  const { batchId } = order.batch;
  const ref = { userId: world.userId, batchId, itemId: 'item-0', index: 0 };

  const invoke = <Value>(work: () => Promise<Value>): Promise<Value> =>
    invokeLambda(
      world,
      async ({ isWrite }, send, crash) => {
        const at = trace.push({ isWrite, inExecution: world.executions.running().length > 0 }) - 1;
        const crashPoint = crashes.find((one) => one.at === at);
        if (!crashPoint) return send();
        if (crashPoint.after) await send();
        if (crashPoint.ends === 'everything') world.executions.endAll();
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
    for (const execution of world.executions.running())
      await run({ world, execution, vendor: execution.work.batchId === batchId ? scenario.vendor : 'makes', invoke });
  };
  const settle = async (): Promise<void> => {
    for (let pass = 0; pass < reconcileRunsMax; pass++) {
      const { batches } = await runInWorld(world, () => readLedgerSnapshot(world));
      if (batches.every(({ meta }) => meta.status !== 'running')) return;
      await call(() => reconcile(now));
      await runExecutions();
    }
  };
  const violations: string[] = [];
  try {
    await scenario.run({ world, order, retryOrder, ref, payment, call, runExecutions, settle });
    await settle();
  } catch (error) {
    violations.push(`the scenario ended with an error: ${(error as Error).stack}`);
  }
  const snapshot = await runInWorld(world, () => readLedgerSnapshot(world));
  return {
    trace,
    violations: [...violations, ...finalViolations(snapshot, world), ...unexpectedEnds(scenario, snapshot, order, retryOrder)],
  };
}

function unexpectedEnds({ ends }: Scenario, { batches }: LedgerSnapshot, order: Order, retryOrder: Order): string[] {
  const finalStatusIn = ({ batch }: Order): string | undefined => {
    const item = batches.find(({ meta }) => meta.batch_id === batch.batchId)?.items[0];
    return item?.status === 'failed' && item.result ? 'failed, delivered late' : item?.status;
  };
  const [first, second] = [finalStatusIn(order), finalStatusIn(retryOrder)];
  return first === ends[0] && second === ends[1] ? [] : [`the item is ${first} and ${second} instead of ${ends[0]} and ${ends[1]}`];
}

type Run = { world: World; execution: Execution; vendor: Vendor; invoke: (work: () => Promise<unknown>) => Promise<unknown> };

/**
 * Runs an execution like the state machines in infra/state-machines: a step is retried if its Lambda crashes, any error leads to the
 * release, and the batch ends after its items. If a crash of everything has ended the execution, it does nothing more.
 */
async function run({ world, execution, vendor, invoke }: Run): Promise<void> {
  const { userId, batchId, items } = execution.work;
  for (const { itemId, index } of items) {
    const ref = { userId, batchId, itemId, index };
    try {
      for (const work of stepsOf(world, ref, vendor)) await step(work);
    } catch (error) {
      const code = error instanceof AppError && isErrorCode(error.code) ? error.code : 'GenerationFailed';
      await step(() => release(world, ref, code));
    }
  }
  await step(() => finish(world, batchId));
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

function stepsOf(world: World, ref: ItemRef, vendor: Vendor): (() => Promise<unknown>)[] {
  const failsWith = (code: ErrorCode) => async () => {
    const item = await readItem(ref.userId, ref.batchId, ref.index);
    if (item && !hasEnded(item.status)) throw new AppError(item.cancelRequestedAt ? 'Cancelled' : code);
  };
  const order = () => begin(world, ref);
  if (vendor === 'refuses') return [order, failsWith('VendorRefused')];
  if (vendor === 'is late') return [order, failsWith('VendorTimeout')];
  return [order, () => report(world, ref), () => store(world, ref), () => capture(world, ref)];
}

/** Returns every possible crash at these reads and writes. "After a read" is the same as "before the next step", so it is not included. */
function crashesIn(trace: Point[], from = 0): CrashPoint[] {
  const crashes = trace.flatMap(({ isWrite, inExecution }, at): CrashPoint[] => {
    const moments = isWrite ? [false, true] : [false];
    // A write can start an execution.
    const ends: CrashPoint['ends'][] = inExecution || isWrite ? ['the step', 'everything'] : ['the step'];
    return moments.flatMap((after) => ends.map((end) => ({ at, after, ends: end })));
  });
  return crashes.filter(({ at }) => at >= from);
}

export type ScenariosRun = { scenarios: number; points: number; pairs: number; violations: string[] };

const defaultConcurrency = 16;

type Options = { inPairs: boolean; bug?: PlantedBug; share?: number; shares?: number };

/**
 * Runs every scenario without a crash, and with a crash at each point. With `shares`, only every nth crash from number `share` is used.
 * With `inPairs`, the scenario is also run with each pair of crashes.
 */
export async function runScenarios({ inPairs, bug, share = 0, shares = 1 }: Options): Promise<ScenariosRun> {
  const counted: ScenariosRun = { scenarios: Object.keys(scenarios).length, points: 0, pairs: 0, violations: [] };
  const addViolations = (name: string, crashes: CrashPoint[], { violations }: ScenarioResult) =>
    counted.violations.push(...violations.map((violation) => `${name}, crashed at ${JSON.stringify(crashes)}: ${violation}`));
  const tasks: (() => Promise<void>)[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const withoutCrash = await runScenario(scenario, [], bug);
    addViolations(name, [], withoutCrash);
    for (const first of crashesIn(withoutCrash.trace).filter((_, number) => number % shares === share))
      tasks.push(async () => {
        const withOneCrash = await runScenario(scenario, [first], bug);
        addViolations(name, [first], withOneCrash);
        counted.points += 1;
        if (!inPairs) return;
        for (const second of crashesIn(withOneCrash.trace, first.at + 1)) {
          addViolations(name, [first, second], await runScenario(scenario, [first, second], bug));
          counted.pairs += 1;
        }
      });
  }
  await Promise.all(
    Array.from({ length: defaultConcurrency }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await task();
    }),
  );
  return counted;
}
