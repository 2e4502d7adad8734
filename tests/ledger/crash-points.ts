/**
 * Runs one item from its order to its settlement, in each possible way, with a crash at every possible point: at each single point, and at
 * each pair of points. The second point of a pair is anywhere after the first, also during the repair. A crash ends the running Lambda, or
 * everything. In the second case the executions are gone too, and only the reconcile job finds the batch. The seller repeats calls without
 * a response. Afterwards the item must have ended as without a crash, and the ledger must be consistent.
 */
import { reconcile } from '#lambdas/batch/reconcile.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import { readItem } from '#lambdas/store/batches.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { Execution } from './executions.ts';
import { Crash, inside, invocation } from './fault-injection.ts';
import { type Books, faultsAtTheEnd, readBooks } from './ledger-snapshot.ts';
import type { PlantedBug } from './mutation.ts';
import { begin, cancel, capture, deliverLate, dispute, finish, pay, refund, release, report, retry, start, store } from './steps.ts';
import { newWorld, now, type Order, type Wanted, type World } from './world.ts';

/** The place of a crash: before the nth read or write, or after it but before its response; and what ends there. */
export type CrashPoint = { at: number; after: boolean; ends: 'the step' | 'everything' };

type Actor = {
  world: World;
  order: Order;
  again: Order;
  ref: ItemRef;
  payment: Purchase;
  /** Makes a call of the seller or a webhook, and repeats it until it gets a response. */
  ask(call: () => Promise<unknown>): Promise<void>;
  /** Runs every running execution to its end. */
  work(): Promise<void>;
  /** Runs the reconcile job and the executions until no batch is running. */
  settle(): Promise<void>;
};
/** The vendor delivers the video, refuses it, or does not respond before the time-out. */
type Vendor = 'makes' | 'refuses' | 'is late';

type Life = {
  wanted?: Partial<Wanted>;
  /** The vendor's behaviour for the first order; it delivers every other one. */
  vendor: Vendor;
  live(actor: Actor): Promise<void>;
  /** The end of the item, and its end in the retry if there is one. */
  ends: [string, string?];
};

export const lives: Record<string, Life> = {
  'delivered and charged': {
    vendor: 'makes',
    async live({ world, order, ask, work }) {
      await ask(() => start(world, order));
      await work();
    },
    ends: ['completed'],
  },
  'refused by the vendor and released': {
    vendor: 'refuses',
    async live({ world, order, ask, work }) {
      await ask(() => start(world, order));
      await work();
    },
    ends: ['failed'],
  },
  'released, retried, and delivered': {
    vendor: 'refuses',
    async live({ world, order, again, ask, work, settle }) {
      await ask(() => start(world, order));
      await work();
      await settle();
      await ask(() => retry(world, again));
      await work();
    },
    ends: ['failed', 'completed'],
  },
  'cancelled while queued': {
    vendor: 'makes',
    async live({ world, order, ref, ask, work }) {
      await ask(() => start(world, order));
      await ask(() => cancel(world, ref));
      await work();
    },
    ends: ['cancelled'],
  },
  'cancelled while it runs': {
    vendor: 'makes',
    async live({ world, order, ref, ask, work }) {
      await ask(() => start(world, order));
      await ask(() => begin(world, ref));
      await ask(() => cancel(world, ref));
      await work();
    },
    ends: ['cancelled'],
  },
  'timed out, and delivered late': {
    vendor: 'is late',
    async live({ world, order, ref, ask, work, settle }) {
      await ask(() => start(world, order));
      await work();
      await settle();
      await ask(() => deliverLate(world, ref));
    },
    ends: ['failed, delivered late'],
  },
  'bought, delivered, and refunded beyond the balance': {
    wanted: { costs: [900] },
    vendor: 'makes',
    async live({ world, order, payment, ask, work, settle }) {
      await ask(() => pay(world, payment));
      await ask(() => start(world, order));
      await work();
      await settle();
      await ask(() => refund(world, payment, 450));
    },
    ends: ['completed'],
  },
  'bought, refunded while the item runs, and the debt paid by the release': {
    wanted: { costs: [900] },
    vendor: 'refuses',
    async live({ world, order, payment, ask, work }) {
      await ask(() => pay(world, payment));
      await ask(() => start(world, order));
      await ask(() => refund(world, payment, 450));
      await work();
    },
    ends: ['failed'],
  },
  'refunded before it is bought, disputed, and won back': {
    vendor: 'makes',
    async live({ world, order, payment, ask, work }) {
      await ask(() => refund(world, payment, 90));
      await ask(() => pay(world, payment));
      await ask(() => start(world, order));
      await ask(() => dispute(world, payment, 1, 450));
      await work();
      await ask(() => dispute(world, payment, 2, 0));
    },
    ends: ['completed'],
  },
  'an image of a single call, delivered and charged': {
    wanted: { kind: 'image', isOperation: true },
    vendor: 'makes',
    async live({ world, order, ask, work }) {
      await ask(() => start(world, order));
      await work();
    },
    ends: ['completed'],
  },
};

/** The maximum number of attempts: it exceeds the number of crashes. */
const triesMax = 4;
const passesMax = 4;

/** `inExecution`: an execution was running, which a crash of everything ends too. */
type Point = { isWrite: boolean; inExecution: boolean };

type Lived = {
  /** The reads and writes in their order. */
  trace: Point[];
  faults: string[];
};

/** Runs one life with these crashes. */
export async function live(life: Life, cuts: CrashPoint[], bug?: PlantedBug): Promise<Lived> {
  const trace: Point[] = [];
  const world = await newWorld([{ costs: [120], ...life.wanted }], 0, bug);
  const [order, again] = world.orders as [Order, Order];
  const [payment] = world.payments as [Purchase];
  const { batchId } = order.batch;
  const ref = { userId: world.userId, batchId, itemId: 'item-0', index: 0 };

  const once = <Value>(work: () => Promise<Value>): Promise<Value> =>
    invocation(
      world,
      async ({ isWrite }, pass, die) => {
        const at = trace.push({ isWrite, inExecution: world.executions.running().length > 0 }) - 1;
        const cut = cuts.find((one) => one.at === at);
        if (!cut) return pass();
        if (cut.after) await pass();
        if (cut.ends === 'everything') world.executions.breakOff();
        return die();
      },
      work,
    );
  const ask = async (call: () => Promise<unknown>): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await once(call);
        return;
      } catch (error) {
        if (!(error instanceof Crash) || tries === triesMax) throw error;
      }
    }
  };
  const work = async (): Promise<void> => {
    for (const execution of world.executions.running())
      await run({ world, execution, vendor: execution.work.batchId === batchId ? life.vendor : 'makes', once });
  };
  const settle = async (): Promise<void> => {
    for (let pass = 0; pass < passesMax; pass++) {
      const { batches } = await inside(world, () => readBooks(world));
      if (batches.every(({ meta }) => meta.status !== 'running')) return;
      await ask(() => reconcile(now));
      await work();
    }
  };
  const faults: string[] = [];
  try {
    await life.live({ world, order, again, ref, payment, ask, work, settle });
    await settle();
  } catch (error) {
    faults.push(`the life ended with an error: ${(error as Error).stack}`);
  }
  const books = await inside(world, () => readBooks(world));
  return { trace, faults: [...faults, ...faultsAtTheEnd(books, world), ...otherEnds(life, books, order, again)] };
}

function otherEnds({ ends }: Life, { batches }: Books, order: Order, again: Order): string[] {
  const endIn = ({ batch }: Order): string | undefined => {
    const item = batches.find(({ meta }) => meta.batch_id === batch.batchId)?.items[0];
    return item?.status === 'failed' && item.result ? 'failed, delivered late' : item?.status;
  };
  const [first, second] = [endIn(order), endIn(again)];
  return first === ends[0] && second === ends[1] ? [] : [`the item is ${first} and ${second} instead of ${ends[0]} and ${ends[1]}`];
}

type Run = { world: World; execution: Execution; vendor: Vendor; once: (work: () => Promise<unknown>) => Promise<unknown> };

/**
 * Runs an execution like the machines in infra/state-machines: a step is retried if its Lambda crashes, any error leads to the release,
 * and the batch ends after its items. After the execution is ended from outside, it does nothing more.
 */
async function run({ world, execution, vendor, once }: Run): Promise<void> {
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
    for (let tries = 1; execution.isRunning; tries++) {
      try {
        await once(work);
        return;
      } catch (error) {
        if (!(error instanceof Crash) || tries === triesMax) throw error;
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

/** Returns every possible crash after these reads and writes. "After a read" equals "before the next step", so it is not listed. */
function cutsIn(trace: Point[], from = 0): CrashPoint[] {
  const cuts = trace.flatMap(({ isWrite, inExecution }, at): CrashPoint[] => {
    const times = isWrite ? [false, true] : [false];
    // A write may start an execution.
    const ends: CrashPoint['ends'][] = inExecution || isWrite ? ['the step', 'everything'] : ['the step'];
    return times.flatMap((after) => ends.map((end) => ({ at, after, ends: end })));
  });
  return cuts.filter(({ at }) => at >= from);
}

export type LivesRun = { lives: number; points: number; pairs: number; violations: string[] };

const atOnceDefault = 16;

type Extent = { inPairs: boolean; bug?: PlantedBug; share?: number; shares?: number };

/**
 * Runs every life without a crash and with a crash at each point, or at every nth point from `share`; with `inPairs` also at each pair of
 * points.
 */
export async function runLives({ inPairs, bug, share = 0, shares = 1 }: Extent): Promise<LivesRun> {
  const counted: LivesRun = { lives: Object.keys(lives).length, points: 0, pairs: 0, violations: [] };
  const note = (name: string, cuts: CrashPoint[], { faults }: Lived) =>
    counted.violations.push(...faults.map((fault) => `${name}, crashed at ${JSON.stringify(cuts)}: ${fault}`));
  const tasks: (() => Promise<void>)[] = [];
  for (const [name, life] of Object.entries(lives)) {
    const whole = await live(life, [], bug);
    note(name, [], whole);
    for (const first of cutsIn(whole.trace).filter((_, number) => number % shares === share))
      tasks.push(async () => {
        const once = await live(life, [first], bug);
        note(name, [first], once);
        counted.points += 1;
        if (!inPairs) return;
        for (const second of cutsIn(once.trace, first.at + 1)) {
          note(name, [first, second], await live(life, [first, second], bug));
          counted.pairs += 1;
        }
      });
  }
  await Promise.all(
    Array.from({ length: atOnceDefault }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await task();
    }),
  );
  return counted;
}
