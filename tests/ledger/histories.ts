/**
 * Random histories: calls and steps in any order, any number of times, and in parallel, with random faults at their reads and writes. The
 * ledger must be consistent whenever nothing runs, and after everything is settled (docs/spec.md 12.1, 12.2).
 */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createAccount } from '#lambdas/store/accounts.ts';
import type { Item } from '#lambdas/store/batch-rows.ts';
import { incrementResumeCount } from '#lambdas/store/open-holds.ts';
import type { Purchase } from '#lambdas/store/payments.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import { type Io, inside, invocation } from './fault-injection.ts';
import { type Books, faultsAtTheEnd, invariantViolations, readBooks } from './ledger-snapshot.ts';
import type { PlantedBug } from './mutation.ts';
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
import { newWorld, now, type Order, type Wanted, type World } from './world.ts';

export const faultKinds = ['crash before', 'crash after', 'sent twice', 'conflict', 'throttle'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The objects of a move; each move uses some of them. */
type Target = { world: World; order: Order; items: Item[]; item: Item; payment: Purchase; part: number };

/** Sums of refunds so far, and amounts that a bank holds back over time. */
const refunds: Cents[] = [90, 300, 450];
const disputed: Cents[] = [450, 0, 450];

/** The possible moves, and their weights. */
const moves = {
  start: { weight: 4, run: ({ world, order }) => (order.retryOf ? retry(world, order) : start(world, order)) },
  'try again': {
    weight: 3,
    async run({ world, order }) {
      const again = world.orders.find(({ retryOf }) => retryOf === order.batch.batchId);
      if (again) await retry(world, again);
    },
  },
  begin: { weight: 1, run: ({ world, item }) => begin(world, item) },
  report: { weight: 1, run: ({ world, item }) => report(world, item) },
  store: { weight: 1, run: ({ world, item }) => store(world, item) },
  capture: { weight: 2, run: ({ world, item }) => capture(world, item) },
  deliver: {
    weight: 5,
    async run({ world, item }) {
      for (const step of [begin, report, store, capture]) await step(world, item);
    },
  },
  'run to its end': {
    weight: 3,
    async run({ world, order, items }) {
      for (const item of items) for (const step of [begin, report, store, capture]) await step(world, item);
      await finish(world, order.batch.batchId);
    },
  },
  'release all items': {
    weight: 3,
    async run({ world, order, items }) {
      for (const item of items) await release(world, item, 'VendorTimeout');
      await finish(world, order.batch.batchId);
    },
  },
  'fail as busy': { weight: 1, run: ({ world, item }) => release(world, item, 'VendorBusy') },
  'time out': { weight: 2, run: ({ world, item }) => release(world, item, 'VendorTimeout') },
  cancel: { weight: 2, run: ({ world, item }) => cancel(world, item) },
  'deliver late': { weight: 2, run: ({ world, item }) => deliverLate(world, item) },
  finish: { weight: 2, run: ({ world, order }) => finish(world, order.batch.batchId) },
  pay: { weight: 3, run: ({ world, payment }) => pay(world, payment) },
  'report the payment from the page': { weight: 1, run: ({ world, payment }) => pay(world, payment, 'page') },
  refund: { weight: 3, run: ({ world, payment, part }) => refund(world, payment, refunds[part] as Cents) },
  dispute: { weight: 2, run: ({ world, payment, part }) => dispute(world, payment, part + 1, disputed[part] as Cents) },
  resume: { weight: 1, run: ({ order }) => incrementResumeCount(order.batch) },
  'settle at another price': { weight: 1, run: ({ world, item }) => settleAtAnotherPrice(world, item) },
  'visit for the first time': { weight: 1, run: ({ world }) => createAccount({ userId: world.userId, email: 'a@b.c', name: 'A' }, now) },
} satisfies Record<string, { weight: number; run(target: Target): Promise<unknown> }>;
type MoveName = keyof typeof moves;

type Fault = { kind: FaultKind; at: number };
/** One call, possibly repeated. `faults` apply to its reads and writes, counted from 0. */
type Call = { move: MoveName; order: number; item: number; payment: number; part: number; faults: Fault[] };
/** The calls of one round run in parallel. */
type History = { wanted: Wanted[]; rounds: Call[][]; lookAfter: number };

const costs = [120, 160, 200, 360];
/** Pays for some of the orders, never for all. */
const bought = 700;

const wanted = (more: Omit<Wanted, 'costs'>): fc.Arbitrary<Wanted> =>
  fc.array(fc.constantFrom(...costs), { minLength: 1, maxLength: 3 }).map((ofItems) => ({ costs: ofItems, ...more }));

/** A step makes one to four reads and writes, a whole run up to twenty. */
const place: fc.Arbitrary<number> = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 9 }), fc.nat({ max: 19 }));
const fault: fc.Arbitrary<Fault> = fc.record({ kind: fc.constantFrom(...faultKinds), at: place });
const faults: fc.Arbitrary<Fault[]> = fc.oneof(fc.constant<Fault[]>([]), fc.array(fault, { minLength: 1, maxLength: 3 }));

const call: fc.Arbitrary<Call> = fc.record({
  move: fc.oneof(
    ...Object.entries(moves).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name as MoveName) })),
  ) as fc.Arbitrary<MoveName>,
  order: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.nat({ max: 2 }) },
    { weight: 2, arbitrary: fc.nat({ max: 5 }) },
  ),
  item: fc.oneof(fc.constant(0), fc.nat({ max: 2 })),
  payment: fc.nat({ max: 1 }),
  part: fc.nat({ max: 2 }),
  faults,
});

/** Every history begins with a start, which may fail. */
const firstCall: fc.Arbitrary<Call> = call.map((any) => ({ ...any, move: 'start', order: 0, item: 0 }));

export const histories: fc.Arbitrary<History> = fc.record({
  wanted: fc.tuple(wanted({}), wanted({ kind: 'image' }), wanted({ isOperation: true })),
  rounds: fc
    .tuple(firstCall, fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 9, size: 'max' }))
    .map(([first, rest]) => [[first], ...rest]),
  lookAfter: fc.nat({ max: 9 }),
});

export type HistoriesRun = {
  histories: number;
  /** The reads and writes of each move, with the kinds of faults injected into them. */
  coverage: Coverage;
  /** The first history with a violation, reduced to the shortest form. */
  violation?: string;
};

/** For each read or write of a move, in their order, the injected faults. */
type Coverage = Map<string, Set<FaultKind>>;

type Options = { seed: number; count: number; bug?: PlantedBug; atOnce?: number };

const atOnceDefault = 8;

/** Runs random histories, many in parallel. The same seed repeats the same histories. */
export async function runHistories({ seed, count, bug, atOnce = Math.min(atOnceDefault, count) }: Options): Promise<HistoriesRun> {
  const coverage: Coverage = new Map();
  let done = 0;
  let isOver = false;
  const property = fc.asyncProperty(histories, async (history) => {
    if (isOver) return;
    const faults = await faultsAfter(history, coverage, bug);
    done += 1;
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const lanes = await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      const numRuns = Math.floor((count + lane) / atOnce);
      // With a planted bug, one detection is enough.
      const details = await fc.check(property, { seed: seed + lane, numRuns, endOnFailure: bug !== undefined });
      if (details.failed && bug) isOver = true;
      return details;
    }),
  );
  const failed = lanes.find(({ failed }) => failed);
  return { histories: done, coverage, ...(failed && { violation: fc.defaultReportMessage(failed) }) };
}

async function faultsAfter({ wanted, rounds, lookAfter }: History, coverage: Coverage, bug: PlantedBug | undefined): Promise<string[]> {
  const world = await newWorld(wanted, bought, bug);
  return inside(world, async () => {
    for (const [number, round] of rounds.entries()) {
      await Promise.all(round.map((one) => make(world, one, coverage)));
      const faults = number === lookAfter ? invariantViolations(await readBooks(world), world) : [];
      if (faults.length > 0) return faults;
    }
    const books = await readBooks(world);
    const faults = [...invariantViolations(books, world), ...(await settleAll(world, books))];
    return faults.length > 0 ? faults : faultsAtTheEnd(await readBooks(world), world);
  });
}

/** Makes one call. A failed call has no further effect here, because its caller may repeat it or not. */
async function make(
  world: World,
  { move, order: at, item: itemAt, payment: paymentAt, part, faults }: Call,
  coverage: Coverage,
): Promise<void> {
  const order = world.orders[at] as Order;
  // Items of a retry keep their id and index.
  const { items } = order.retryOf ? (world.orders[at - world.orders.length / 2] as Order) : order;
  const own = items.map((item) => ({ ...item, batchId: order.batch.batchId }));
  const item = own[itemAt % own.length] as Item;
  const payment = world.payments[paymentAt] as Purchase;
  let seen = 0;
  const meet = (io: Io, pass: () => Promise<unknown>, die: () => Promise<never>) => {
    const at = seen++;
    const kind = faults.find((fault) => fault.at === at)?.kind;
    note(coverage, `${move} ${at} ${io.command}`, kind);
    return kind ? suffer(kind, io, pass, die) : pass();
  };
  await invocation(world, meet, () => moves[move].run({ world, order, items: own, item, payment, part })).catch(() => {});
}

function note(coverage: Coverage, step: string, kind: FaultKind | undefined): void {
  const met = coverage.get(step) ?? new Set();
  coverage.set(step, kind ? met.add(kind) : met);
}

async function suffer(kind: FaultKind, io: Io, pass: () => Promise<unknown>, die: () => Promise<never>): Promise<unknown> {
  switch (kind) {
    case 'crash before':
      return die();
    case 'crash after':
      await pass();
      return die();
    case 'sent twice':
      // The first response was lost, and the SDK repeated the call.
      await pass();
      return pass();
    case 'conflict':
      if (io.command !== 'TransactWriteItems') return pass();
      throw new TransactionCanceledException({ $metadata: {}, message: '', CancellationReasons: [{ Code: 'TransactionConflict' }] });
    case 'throttle':
      throw Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
  }
}

/** Does the final work of the reconcile job's executions: releases open items and ends the batch. Returns the steps that failed. */
async function settleAll(world: World, { batches }: Books): Promise<string[]> {
  const faults: string[] = [];
  const attempt = (step: Promise<unknown>) => step.catch((error: Error) => faults.push(`settlement failed: ${error.message}`));
  for (const { meta, items } of batches) {
    if (meta.status !== 'running') continue;
    for (const { item_id: itemId, index, status } of items) {
      const ref = { userId: world.userId, batchId: meta.batch_id, itemId, index };
      if (!hasEnded(status)) await attempt(release(world, ref, 'GenerationFailed'));
    }
    await attempt(finish(world, meta.batch_id));
  }
  return faults;
}
