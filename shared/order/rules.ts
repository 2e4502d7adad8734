/**
 * The rules of a large order: up to 2,000 items that the server orders in batches, a part at a time (docs/decisions/042). All functions are
 * pure. The server stores the state in one row, and writes it only if the row has not changed since it was read. So a rule that holds for
 * each function also holds for concurrent calls.
 *
 *   quoted → scheduled → running ⇄ paused
 *                           ↓        ↓
 *                      completed   stopping → stopped
 *
 * A quote can also start without a schedule. A scheduled order can also be paused or stopped.
 */
import { hasEnded, type ItemStatus } from '../batch/batch.ts';
import type { Cents } from '../money.ts';

export const orderItemsMax = 2_000;
/** The credits of at most this number of items are held at the same time. */
export const windowItemsMax = 100;
/** A quarter of a window, so that the work continues with three batches while a fourth batch ends. */
const orderBatchItemsMax = 25;
export const windowBatchesMax = windowItemsMax / orderBatchItemsMax;
/** The last batches are smaller, but not smaller than the number of videos that a batch makes in parallel. */
const lastBatchItemsMin = 5;
export const quoteValidHours = 24;
/** Uploads expire after 30 days, and an order can use photos that are some days old. */
const openDaysMax = 22;

export const orderStatuses = ['quoted', 'scheduled', 'running', 'paused', 'stopping', 'completed', 'stopped'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * `seller`: the seller has paused the order. `test`: the first items are made, and the seller decides. `credits`: the available credits do
 * not cover an item. `ceiling`: another item would exceed the spending ceiling. `limit`: a daily or hourly limit is reached; the
 * order tries to continue every few minutes.
 */
export const pauseReasons = ['seller', 'test', 'credits', 'ceiling', 'limit'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** A batch that holds credits. `positions[n]` is the position that item n of the batch has in the order. */
export type RunningBatch = { batchId: string; positions: number[] };

export type OrderState = {
  status: OrderStatus;
  pauseReason?: PauseReason;
  /** The time at which a scheduled order starts, in UTC. */
  startAt?: string;
  /** The price of each item. It is the price of the quote as long as the order runs. */
  unitCents: Cents;
  ceilingCents: Cents;
  /** Positions of the items that are in no batch, in the sequence in which they start. */
  remaining: number[];
  running: RunningBatch[];
  /** Number of batches that were started. The first batches are smaller. */
  startedBatches: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** Number of items that may still start before the seller is asked. Absent if the seller is not asked. */
  testLeft?: number;
};

/** An item of an ended batch. A withdrawn item was cancelled before its first paid request, because the order was paused or stopped. */
export type EndedItem = { status: ItemStatus; isWithdrawn: boolean };

export type NextStep =
  | { step: 'start'; positions: number[] }
  | { step: 'pause'; reason: PauseReason }
  | { step: 'continue' }
  | { step: 'end'; status: 'completed' | 'stopped' }
  | { step: 'wait' };

export const spentCents = ({ completed, unitCents }: Pick<OrderState, 'completed' | 'unitCents'>): Cents => completed * unitCents;

export const heldItems = ({ running }: Pick<OrderState, 'running'>): number =>
  running.reduce((sum, { positions }) => sum + positions.length, 0);

export const hasOrderEnded = (status: OrderStatus): boolean => status === 'completed' || status === 'stopped';

/** Returns whether a quote is too old to start an order with its price. */
export const isQuoteExpired = (quotedAt: string, now: Date): boolean => now.getTime() - Date.parse(quotedAt) >= quoteValidHours * 3_600_000;

/** Returns whether an order has been open for so long that its photos will expire soon. Such an order is stopped. */
export const isOpenTooLong = (startedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt) >= openDaysMax * 24 * 3_600_000;

/** Returns whether a start time is after this moment, and before the quote expires. */
export const isStartTimeAllowed = (quotedAt: string, startAt: Date, now: Date): boolean =>
  startAt.getTime() > now.getTime() && !isQuoteExpired(quotedAt, startAt);

/**
 * Returns whether a scheduled order must start now. A job asks this every few minutes, so an order also starts after its time has passed.
 */
export const isDue = ({ status, startAt = '' }: Pick<OrderState, 'status' | 'startAt'>, now: Date): boolean =>
  status === 'scheduled' && !(Date.parse(startAt) > now.getTime());

/** Decides the next step of an order. The function must be called again after each step other than `wait`. */
export function nextStep(state: OrderState, available: Cents): NextStep {
  const { status, pauseReason, remaining, running, unitCents, testLeft } = state;
  const hasBatches = running.length > 0;
  if (status === 'stopping') return hasBatches ? { step: 'wait' } : { step: 'end', status: 'stopped' };
  const creditItems = Math.floor(available / unitCents);
  const continues = pauseReason === 'limit' || (pauseReason === 'credits' && creditItems > 0);
  if (status === 'paused' && continues) return { step: 'continue' };
  if (status !== 'running') return { step: 'wait' };
  if (remaining.length === 0) return hasBatches ? { step: 'wait' } : { step: 'end', status: 'completed' };
  // The seller is asked after the items of the test have ended, because the seller decides by their results.
  if (testLeft === 0) return hasBatches ? { step: 'wait' } : { step: 'pause', reason: 'test' };
  const budgetItems = Math.floor((state.ceilingCents - spentCents(state)) / unitCents) - heldItems(state);
  // A running item may fail, and then its amount is available again.
  for (const [items, reason] of [
    [budgetItems, 'ceiling'],
    [creditItems, 'credits'],
  ] as const)
    if (items <= 0) return hasBatches ? { step: 'wait' } : { step: 'pause', reason };
  const roomItems = running.length < windowBatchesMax ? windowItemsMax - heldItems(state) : 0;
  const count = Math.min(batchSizeOf(state), roomItems, remaining.length, testLeft ?? remaining.length, budgetItems, creditItems);
  return count > 0 ? { step: 'start', positions: remaining.slice(0, count) } : { step: 'wait' };
}

/**
 * The first batches have different sizes, so that later not all batches of a window end at the same time and leave slots idle. The last
 * batches share the remaining items, so that no single batch is left at the end.
 */
function batchSizeOf({ startedBatches, remaining }: OrderState): number {
  const first = Math.ceil((orderBatchItemsMax * Math.min(startedBatches + 1, windowBatchesMax)) / windowBatchesMax);
  return Math.min(first, Math.max(lastBatchItemsMin, Math.ceil(remaining.length / windowBatchesMax)));
}

/** Moves items from the list of remaining items to a new batch. */
export function withBatch(state: OrderState, { batchId, positions }: RunningBatch): OrderState {
  const started = new Set(positions);
  return {
    ...state,
    remaining: state.remaining.filter((position) => !started.has(position)),
    running: [...state.running, { batchId, positions }],
    startedBatches: state.startedBatches + 1,
    ...(state.testLeft !== undefined && { testLeft: state.testLeft - positions.length }),
  };
}

/** Counts the items of an ended batch. Withdrawn items start again first. A second call for the same batch changes nothing. */
export function withEndedBatch(state: OrderState, batchId: string, items: EndedItem[]): OrderState {
  const batch = state.running.find((one) => one.batchId === batchId);
  if (!batch) return state;
  if (items.length !== batch.positions.length || !items.every(({ status }) => hasEnded(status)))
    throw new TypeError('Only a complete batch of ended items can be counted');
  const count = (status: ItemStatus) => items.filter((item) => item.status === status && !item.isWithdrawn).length;
  const withdrawn = batch.positions.filter((_, index) => items[index]?.isWithdrawn);
  return {
    ...state,
    running: state.running.filter((one) => one !== batch),
    remaining: [...withdrawn, ...state.remaining],
    completed: state.completed + count('completed'),
    failed: state.failed + count('failed'),
    cancelled: state.cancelled + count('cancelled'),
    ...(state.testLeft !== undefined && { testLeft: state.testLeft + withdrawn.length }),
  };
}

const withoutReason = ({ pauseReason: _, ...state }: OrderState): OrderState => state;

/** Pauses an order for a reason. Only the seller can pause a scheduled or paused order. */
export const pausedFor = (state: OrderState, reason: PauseReason): OrderState =>
  state.status === 'running' || (['scheduled', 'paused'].includes(state.status) && reason === 'seller')
    ? { ...state, status: 'paused', pauseReason: reason }
    : state;

/** Continues a paused order, or starts a scheduled order. After the test, all further items start without a question. */
export function resumed(state: OrderState): OrderState {
  if (state.status !== 'paused' && state.status !== 'scheduled') return state;
  const running: OrderState = { ...withoutReason(state), status: 'running' };
  if (state.pauseReason !== 'test') return running;
  const { testLeft: _, ...withoutTest } = running;
  return withoutTest;
}

/** Stops an order: no further item starts. An order that has ended stays as it is. */
export const stopped = (state: OrderState): OrderState =>
  hasOrderEnded(state.status) || state.status === 'quoted' ? state : { ...withoutReason(state), status: 'stopping' };

/** Moves remaining items to the front, in this sequence. Items that are in a batch or have ended are ignored. */
export function movedToFront(state: OrderState, positions: number[]): OrderState {
  const movable = new Set(state.remaining);
  const first = new Set(positions.filter((position) => movable.has(position)));
  return { ...state, remaining: [...first, ...state.remaining.filter((position) => !first.has(position))] };
}

/** Returns whether a ceiling allows at least one item, and is not below the amount that is spent or held. */
export const isCeilingAllowed = (state: OrderState, ceilingCents: Cents): boolean =>
  ceilingCents >= Math.max(state.unitCents, spentCents(state) + heldItems(state) * state.unitCents);
