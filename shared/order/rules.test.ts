import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EndedItem,
  heldItems,
  isCeilingAllowed,
  isDue,
  isOpenTooLong,
  isQuoteExpired,
  isStartTimeAllowed,
  movedToFront,
  nextStep,
  type OrderState,
  type PauseReason,
  pausedFor,
  resumed,
  spentCents,
  stopped,
  windowItemsMax,
  withBatch,
  withEndedBatch,
} from './rules.ts';

const unitCents = 200;
const newOrder = (changes: Partial<OrderState> & { count?: number } = {}): OrderState => {
  const { count = 500, ...state } = changes;
  return {
    status: 'running',
    unitCents,
    ceilingCents: count * unitCents,
    remaining: Array.from({ length: count }, (_, position) => position),
    running: [],
    startedBatches: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    ...state,
  };
};
const plenty = 1_000_000;

/** Starts batches until the order waits. */
function startAll(order: OrderState, available = plenty): OrderState {
  for (let state = order, credits = available; ; ) {
    const next = nextStep(state, credits);
    if (next.step !== 'start') return state;
    credits -= next.positions.length * state.unitCents;
    state = withBatch(state, { batchId: `batch-${state.startedBatches}`, positions: next.positions });
  }
}
const ended = (count: number, status: EndedItem['status'] = 'completed', isWithdrawn = false): EndedItem[] =>
  Array.from({ length: count }, () => ({ status, isWithdrawn }));
const sizes = ({ running }: OrderState) => running.map(({ positions }) => positions.length);
function endFirst(state: OrderState, status: EndedItem['status'] = 'completed', isWithdrawn = false): OrderState {
  const [batch] = state.running;
  if (!batch) throw new Error('No batch is running');
  return withEndedBatch(state, batch.batchId, ended(batch.positions.length, status, isWithdrawn));
}

describe('the window of a running order', () => {
  test('starts with batches of different sizes, and then replaces each ended batch by a full batch', () => {
    const first = startAll(newOrder());
    expect(sizes(first)).toEqual([7, 13, 19, 25]);
    expect(sizes(startAll(endFirst(first)))).toEqual([13, 19, 25, 25]);
  });

  test('the items start in the sequence of the order', () => {
    expect(startAll(newOrder({ count: 10 })).running.map(({ positions }) => positions)).toEqual([
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ]);
  });

  test('the last batches share the remaining items, so that no batch is left alone at the end', () => {
    expect(sizes(startAll(newOrder({ count: 40, startedBatches: 9 })))).toEqual([10, 8, 6, 5]);
  });

  test('an order ends after its last item has ended, also if the item failed', () => {
    const started = startAll(newOrder({ count: 3 }));
    expect(nextStep(started, plenty)).toEqual({ step: 'wait' });
    expect(nextStep(endFirst(started, 'failed'), plenty)).toEqual({ step: 'end', status: 'completed' });
  });
});

describe('a spending ceiling', () => {
  test('allows only as many items as it covers, and then pauses the order', () => {
    const started = startAll(newOrder({ ceilingCents: 10 * unitCents + 199 }));
    expect(heldItems(started)).toBe(10);
    expect(nextStep(started, plenty)).toEqual({ step: 'wait' });
    const paid = endFirst(endFirst(started));
    expect(spentCents(paid)).toBe(2000);
    expect(nextStep(paid, plenty)).toEqual({ step: 'pause', reason: 'ceiling' });
  });

  test('allows another item after an item has failed', () => {
    const started = startAll(newOrder({ ceilingCents: 7 * unitCents }));
    expect(nextStep(endFirst(started, 'failed'), plenty)).toMatchObject({ step: 'start', positions: [7, 8, 9, 10, 11, 12, 13] });
  });

  test('must cover one item, and the amount that is spent or held', () => {
    expect(isCeilingAllowed(newOrder(), unitCents)).toBe(true);
    expect(isCeilingAllowed(newOrder(), unitCents - 1)).toBe(false);
    const started = startAll(newOrder({ count: 7, completed: 2 }));
    expect(heldItems(started)).toBe(5);
    expect(isCeilingAllowed(started, 7 * unitCents)).toBe(true);
    expect(isCeilingAllowed(started, 7 * unitCents - 1)).toBe(false);
  });
});

describe('an order without enough credits', () => {
  test('starts the items that the credits cover', () => expect(sizes(startAll(newOrder(), 3 * unitCents + 5))).toEqual([3]));

  test('waits while a running item may return its credits, and then pauses', () => {
    const started = startAll(newOrder(), 3 * unitCents);
    expect(nextStep(started, unitCents - 1)).toEqual({ step: 'wait' });
    expect(nextStep(endFirst(started), unitCents - 1)).toEqual({ step: 'pause', reason: 'credits' });
  });

  test('tries again after a limit was reached', () => {
    expect(nextStep(pausedFor(newOrder(), 'limit'), 0)).toEqual({ step: 'continue' });
  });

  test('continues after a top-up', () => {
    const paused = pausedFor(newOrder(), 'credits');
    expect(nextStep(paused, unitCents - 1)).toEqual({ step: 'wait' });
    expect(nextStep(paused, unitCents)).toEqual({ step: 'continue' });
  });
});

describe('an order that makes ten items first', () => {
  test('pauses after these items have ended, and asks only once', () => {
    const started = startAll(newOrder({ testLeft: 10 }));
    expect(sizes(started)).toEqual([7, 3]);
    const half = endFirst(started);
    expect(nextStep(half, plenty)).toEqual({ step: 'wait' });
    const tested = endFirst(half);
    expect(nextStep(tested, plenty)).toEqual({ step: 'pause', reason: 'test' });
    const continued = resumed(pausedFor(tested, 'test'));
    expect(heldItems(startAll(continued))).toBeGreaterThan(10);
  });

  test('asks again if the seller pauses during the test, because the remaining items of the test must be made first', () => {
    const started = pausedFor(startAll(newOrder({ testLeft: 10 })), 'seller');
    const withdrawn = endFirst(endFirst(started, 'cancelled', true));
    expect(heldItems(startAll(resumed(withdrawn)))).toBe(7);
  });
});

describe('a scheduled order', () => {
  const startAt = '2026-11-26T10:00:00.000Z';
  const scheduled = newOrder({ status: 'scheduled', startAt });

  test('starts no item before its time', () => {
    expect(isDue(scheduled, new Date('2026-11-26T09:59:59.999Z'))).toBe(false);
    expect(nextStep(scheduled, plenty)).toEqual({ step: 'wait' });
  });

  test.each(['2026-11-26T10:00:00.000Z', '2026-11-29T00:00:00.000Z'])('starts at %s, also if its time has already passed', (now) => {
    expect(isDue(scheduled, new Date(now))).toBe(true);
    expect(nextStep(resumed(scheduled), plenty)).toMatchObject({ step: 'start' });
  });

  test.each(['running', 'paused', 'stopping', 'completed', 'stopped'] as const)('is not started again when it is %s', (status) => {
    expect(isDue({ ...scheduled, status }, new Date('2026-11-27T00:00:00Z'))).toBe(false);
  });

  test('can be paused and stopped before its time, and then waits for the seller', () => {
    expect(pausedFor(scheduled, 'seller')).toMatchObject({ status: 'paused', pauseReason: 'seller' });
    expect(pausedFor(scheduled, 'credits')).toBe(scheduled);
    expect(nextStep(stopped(scheduled), plenty)).toEqual({ step: 'end', status: 'stopped' });
  });

  test('starts in the future, and before its quote expires', () => {
    const quotedAt = '2026-11-26T09:00:00.000Z';
    const now = new Date('2026-11-26T09:30:00Z');
    const isAllowed = (time: string) => isStartTimeAllowed(quotedAt, new Date(time), now);
    expect(['2026-11-26T09:30:00Z', '2026-11-26T09:30:01Z', '2026-11-27T08:59:59Z', '2026-11-27T09:00:00Z'].map(isAllowed)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the calls of the seller', () => {
  test.each<[string, OrderState, Partial<OrderState>]>([
    ['a pause of a running order pauses it', pausedFor(newOrder(), 'seller'), { status: 'paused', pauseReason: 'seller' }],
    [
      'a pause of an order without credits prevents that a top-up continues it',
      pausedFor(pausedFor(newOrder(), 'credits'), 'seller'),
      { pauseReason: 'seller' },
    ],
    ['a pause of an ended order changes nothing', pausedFor(newOrder({ status: 'completed' }), 'seller'), { status: 'completed' }],
    ['a resume of a running order changes nothing', resumed(newOrder({ testLeft: 4 })), { status: 'running', testLeft: 4 }],
    ['a resume of a stopping order changes nothing', resumed(stopped(newOrder())), { status: 'stopping' }],
    ['a stop of a paused order stops it', stopped(pausedFor(newOrder(), 'ceiling')), { status: 'stopping' }],
    ['a stop of a completed order changes nothing', stopped(newOrder({ status: 'completed' })), { status: 'completed' }],
    ['a stop of a quote changes nothing', stopped(newOrder({ status: 'quoted' })), { status: 'quoted' }],
  ])('%s', (_, state, expected) => expect(state).toMatchObject(expected));

  test('a stopped order starts no item, and ends after its running items', () => {
    const stopping = stopped(startAll(newOrder({ count: 10 })));
    expect(nextStep(stopping, plenty)).toEqual({ step: 'wait' });
    expect(nextStep(endFirst(endFirst(stopping)), plenty)).toEqual({ step: 'end', status: 'stopped' });
  });

  test('items move to the front in the requested sequence, and started items do not move', () => {
    const started = startAll(newOrder(), 5 * unitCents);
    expect(movedToFront(started, [400, 2, 300, 400]).remaining.slice(0, 3)).toEqual([400, 300, 5]);
  });

  test('withdrawn items start again first, and are not counted', () => {
    const paused = pausedFor(startAll(newOrder({ count: 9 })), 'seller');
    const [first] = paused.running;
    const settled = withEndedBatch(paused, first?.batchId ?? '', [...ended(2), ...ended(2, 'cancelled', true), ...ended(1, 'cancelled')]);
    expect(settled).toMatchObject({ remaining: [2, 3], completed: 2, cancelled: 1 });
  });

  test('a batch is counted only once, and only after all of its items have ended', () => {
    const started = startAll(newOrder({ count: 5 }));
    const settled = endFirst(started);
    expect(withEndedBatch(settled, 'batch-0', ended(5))).toBe(settled);
    expect(() => withEndedBatch(started, 'batch-0', ended(5, 'generating'))).toThrow('complete batch');
    expect(() => withEndedBatch(started, 'batch-0', ended(4))).toThrow('complete batch');
  });
});

test('a quote expires after 24 hours, and an order is stopped before its photos expire', () => {
  const start = '2026-11-25T10:00:00.000Z';
  expect(isQuoteExpired(start, new Date('2026-11-26T09:59:59.999Z'))).toBe(false);
  expect(isQuoteExpired(start, new Date('2026-11-26T10:00:00.000Z'))).toBe(true);
  expect(isOpenTooLong(start, new Date('2026-12-17T09:59:59.999Z'))).toBe(false);
  expect(isOpenTooLong(start, new Date('2026-12-17T10:00:00.000Z'))).toBe(true);
});

/** One event in the history of an order. The numbers choose a batch, an amount or positions. */
type Event = { kind: (typeof eventKinds)[number]; a: number; b: number };
const eventKinds = [
  'advance',
  'advance',
  'advance',
  'end',
  'end',
  'pause',
  'withdraw',
  'resume',
  'front',
  'top-up',
  'spend',
  'ceiling',
  'stop',
] as const;

/** An account and an order: each amount is checked after each event, as the server checks it. */
class History {
  state: OrderState;
  credits: number;
  available: number;
  /** The number of paid requests of each item. */
  readonly paid = new Map<number, number>();
  private readonly withdrawing = new Set<string>();

  constructor(order: OrderState, credits: number) {
    this.state = order;
    this.credits = credits;
    this.available = credits;
  }

  apply({ kind, a, b }: Event): void {
    const { state } = this;
    const batch = state.running[a % Math.max(1, state.running.length)];
    if (kind === 'advance') this.advance();
    if (kind === 'end' && batch) this.end(batch.batchId, a, b);
    if (kind === 'pause') this.state = pausedFor(state, 'seller');
    if (kind === 'withdraw' && batch && state.status !== 'running') this.withdrawing.add(batch.batchId);
    if (kind === 'resume') this.state = resumed(state);
    if (kind === 'front') this.state = movedToFront(state, [a % 60, b % 60]);
    if (kind === 'stop' && a % 10 === 0) this.state = stopped(state);
    if (kind === 'top-up') this.change(a % 4000);
    if (kind === 'spend') this.change(-Math.min(this.available, b % 3000));
    if (kind === 'ceiling' && isCeilingAllowed(state, a)) this.state = { ...state, ceilingCents: a };
  }

  private change(cents: number): void {
    this.credits += cents;
    this.available += cents;
  }

  private advance(): void {
    const next = nextStep(this.state, this.available);
    if (next.step === 'pause') this.state = pausedFor(this.state, next.reason as PauseReason);
    if (next.step === 'continue') this.state = resumed(this.state);
    if (next.step === 'end') this.state = { ...this.state, status: next.status };
    if (next.step !== 'start') return;
    this.available -= next.positions.length * this.state.unitCents;
    this.state = withBatch(this.state, { batchId: `b${this.state.startedBatches}`, positions: next.positions });
  }

  private end(batchId: string, a: number, b: number): void {
    const positions = this.state.running.find((one) => one.batchId === batchId)?.positions ?? [];
    const items = positions.map((position, index): EndedItem => {
      const draw = (a * 31 + b * 17 + index * 7) % 10;
      const isWithdrawn = this.withdrawing.has(batchId) && draw < 5;
      const status = isWithdrawn || draw === 9 ? 'cancelled' : draw === 8 ? 'failed' : 'completed';
      if (!isWithdrawn) this.paid.set(position, (this.paid.get(position) ?? 0) + 1);
      if (status === 'completed') this.credits -= this.state.unitCents;
      else this.available += this.state.unitCents;
      return { status, isWithdrawn };
    });
    this.state = withEndedBatch(this.state, batchId, items);
  }
}

test('in 10,000 random histories, the ceiling, the window and the credits are never exceeded, and no item is paid twice', () => {
  const event = fc.record({ kind: fc.constantFrom(...eventKinds), a: fc.nat(20_000), b: fc.nat(20_000) });
  const order = fc.record({
    count: fc.integer({ min: 1, max: 150 }),
    unit: fc.constantFrom(5, 120, 200),
    ceilingItems: fc.integer({ min: 1, max: 160 }),
    testLeft: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    credits: fc.nat(30_000),
  });
  let ends = 0;
  fc.assert(
    fc.property(order, fc.array(event, { minLength: 1, maxLength: 80 }), ({ count, unit, ceilingItems, testLeft, credits }, events) => {
      const state = newOrder({
        count,
        unitCents: unit,
        ceilingCents: unit * ceilingItems + 1,
        ...(testLeft !== undefined && { testLeft }),
      });
      const history = new History(state, credits);
      for (const one of events) {
        history.apply(one);
        const { state: now } = history;
        const held = heldItems(now) * unit;
        expect(spentCents(now) + held).toBeLessThanOrEqual(now.ceilingCents);
        expect(heldItems(now)).toBeLessThanOrEqual(windowItemsMax);
        expect(history.available).toBeGreaterThanOrEqual(0);
        expect(history.credits - history.available).toBe(held);
        const positions = [...now.remaining, ...now.running.flatMap((batch) => batch.positions)];
        expect(new Set(positions).size).toBe(positions.length);
        expect(positions.length + now.completed + now.failed + now.cancelled).toBe(count);
      }
      expect(Math.max(0, ...history.paid.values())).toBeLessThanOrEqual(1);
      if (history.state.status === 'completed') ends += 1;
    }),
    { numRuns: 10_000 },
  );
  expect(ends).toBeGreaterThan(10);
}, 120_000);
