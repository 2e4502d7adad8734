/**
 * A discrete simulation of one lane. The same orders run twice: with the rule, and with ideal fair sharing. At each moment, ideal fair
 * sharing divides the slots equally between all sellers with unfinished items. It can also divide one slot between sellers (max-min
 * fairness). The duration of a request is unknown before its end, and all requests of a lane have the same cost. So ideal sharing uses the
 * mean duration for each item.
 */
import { hasFreeSlot, type Lane, queueKeyOf, startTagOf, tagsOf, virtualTimeAfter } from './rule.ts';

/** One order of a seller. At most `parallelMax` items of an order are in the lane at the same time, waiting or running. */
export type SimulatedOrder = { seller: number; atSeconds: number; itemSeconds: number[] };
type Item = { seller: number; atSeconds: number; seconds: number; order: number };
type Setup = { orders: readonly SimulatedOrder[]; slots: number; parallelMax: number };

export type RuleResult = {
  /** The times at which each seller's items ended, in ascending order. */
  endsOf: Map<number, number[]>;
  idleSlotSeconds: number;
  inUseMax: number;
};

/** A random number generator with a seed (mulberry32). The same seed repeats the same simulation. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Load = { sellers: number; hours: number; slots: number; seed: number };
const jobSeconds = { min: 60, max: 120 };
const meanJobSeconds = (jobSeconds.min + jobSeconds.max) / 2;
/** Share of the lane's capacity that the orders need. */
const utilization = 0.9;
/** Every sixth order belongs to a burst. A burst consists of orders of many sellers within the same minute. */
const burstEvery = 6;

/**
 * Creates orders of 1 to 100 items. At the start, every seller orders within one minute. Later orders arrive at random times, some of them
 * in bursts. More orders arrive by day than by night.
 */
export function ordersOf({ sellers, hours, slots, seed }: Load): SimulatedOrder[] {
  const random = randomOf(seed);
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const lastSecond = hours * 3600;
  const itemCount = () => {
    const size = random();
    return size < 0.5 ? between(1, 3) : size < 0.85 ? between(4, 20) : between(50, 100);
  };
  const order = (seller: number, atSeconds: number): SimulatedOrder => ({
    seller,
    atSeconds,
    itemSeconds: Array.from({ length: itemCount() }, () => between(jobSeconds.min, jobSeconds.max)),
  });
  const orders = Array.from({ length: sellers }, (_, seller) => order(seller, random() * 60));
  const bursts = Array.from({ length: Math.ceil(hours / 3) }, () => random() * lastSecond);
  let workSeconds = orders.reduce((sum, { itemSeconds }) => sum + itemSeconds.length * meanJobSeconds, 0);
  while (workSeconds < slots * lastSecond * utilization) {
    const atSeconds = orders.length % burstEvery === 0 ? (bursts[between(0, bursts.length - 1)] ?? 0) + random() * 60 : dayTime();
    const next = order(between(0, sellers - 1), atSeconds);
    workSeconds += next.itemSeconds.length * meanJobSeconds;
    orders.push(next);
  }
  return orders.toSorted((a, b) => a.atSeconds - b.atSeconds);

  /** Draws random times until one time is accepted. Most times at night are rejected. */
  function dayTime(): number {
    for (;;) {
      const time = random() * lastSecond;
      const daylight = 0.55 - 0.45 * Math.cos((2 * Math.PI * time) / 86_400);
      if (random() < daylight) return time;
    }
  }
}

/** A queue that returns the entry with the smallest key first (a binary heap). */
class SortedQueue<Key extends string | number, Value> {
  private readonly entries: { key: Key; value: Value }[] = [];
  get size(): number {
    return this.entries.length;
  }
  get first(): { key: Key; value: Value } | undefined {
    return this.entries[0];
  }
  add(key: Key, value: Value): void {
    const { entries } = this;
    entries.push({ key, value });
    for (let child = entries.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.swapIfSmaller(child, parent)) return;
      child = parent;
    }
  }
  take(): { key: Key; value: Value } | undefined {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last || entries.length === 0) return first;
    entries[0] = last;
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      const right = left + 1;
      const smaller = this.keyAt(right) < this.keyAt(left) ? right : left;
      if (smaller >= entries.length || !this.swapIfSmaller(smaller, parent)) return first;
      parent = smaller;
    }
  }
  private keyAt(index: number): Key {
    return this.entries[Math.min(index, this.entries.length - 1)]?.key as Key;
  }
  private swapIfSmaller(child: number, parent: number): boolean {
    const { entries } = this;
    const [one, other] = [entries[child], entries[parent]];
    if (!one || !other || one.key >= other.key) return false;
    [entries[child], entries[parent]] = [other, one];
    return true;
  }
}

function listOf(lists: Map<number, number[]>, seller: number): number[] {
  const list = lists.get(seller) ?? [];
  lists.set(seller, list);
  return list;
}

/** Runs the orders with the rule of the product. */
export function runRule({ orders, slots, parallelMax }: Setup): RuleResult {
  const lane: Lane = { virtualTime: 0, inUse: 0, slots };
  const waiting = new SortedQueue<string, Item>();
  const running = new SortedQueue<number, Item>();
  const finishTags = new Map<number, number>();
  const unqueued = orders.map(({ itemSeconds }) => [...itemSeconds]);
  const endsOf = new Map<number, number[]>();
  let [idleSlotSeconds, inUseMax, tickets, now] = [0, 0, 0, 0];

  const enqueue = (order: number) => {
    const { seller = 0, atSeconds = 0 } = orders[order] ?? {};
    const seconds = unqueued[order]?.shift();
    if (seconds === undefined) return;
    const { startTag, finishTag } = tagsOf(lane.virtualTime, finishTags.get(seller));
    finishTags.set(seller, finishTag);
    waiting.add(queueKeyOf(startTag, '', String(tickets++).padStart(9, '0')), { seller, atSeconds, seconds, order });
  };
  const admit = () => {
    while (hasFreeSlot(lane)) {
      const next = waiting.take();
      if (!next) return;
      lane.inUse += 1;
      lane.virtualTime = virtualTimeAfter(lane.virtualTime, startTagOf(next.key));
      running.add(now + next.value.seconds, next.value);
      inUseMax = Math.max(inUseMax, lane.inUse);
    }
  };
  for (let nextOrder = 0; nextOrder < orders.length || running.size > 0; ) {
    const arrival = orders[nextOrder]?.atSeconds ?? Number.POSITIVE_INFINITY;
    const end = running.first?.key ?? Number.POSITIVE_INFINITY;
    const time = Math.min(arrival, end);
    idleSlotSeconds += Math.min(waiting.size, slots - lane.inUse) * (time - now);
    now = time;
    if (arrival <= end) {
      for (let count = 0; count < parallelMax; count++) enqueue(nextOrder);
      nextOrder += 1;
    } else {
      const { value } = running.take() as { value: Item };
      lane.inUse -= 1;
      listOf(endsOf, value.seller).push(now);
      enqueue(value.order);
    }
    admit();
  }
  return { endsOf, idleSlotSeconds, inUseMax };
}

type FluidSeller = { orders: { remaining: number[] }[]; rate: number; parallel: number };

/** Runs the orders with ideal fair sharing. Returns the times at which each seller's items ended, in ascending order. */
export function runIdeal({ orders, slots, parallelMax }: Setup): Map<number, number[]> {
  const sellers = new Map<number, FluidSeller>();
  const endsOf = new Map<number, number[]>();
  const durations = orders.flatMap(({ itemSeconds }) => itemSeconds);
  const meanSeconds = durations.reduce((sum, seconds) => sum + seconds, 0) / durations.length;
  let now = 0;
  for (let nextOrder = 0; nextOrder < orders.length || sellers.size > 0; ) {
    shareSlots([...sellers.values()], slots, parallelMax);
    let step = (orders[nextOrder]?.atSeconds ?? Number.POSITIVE_INFINITY) - now;
    for (const seller of sellers.values())
      forEachServed(seller, parallelMax, (order, index, rate) => {
        if (rate > 0) step = Math.min(step, (order.remaining[index] ?? 0) / rate);
      });
    now += step;
    for (const [id, seller] of sellers) {
      serve(seller, parallelMax, step, () => listOf(endsOf, id).push(now));
      if (seller.orders.length === 0) sellers.delete(id);
    }
    for (let order = orders[nextOrder]; order && order.atSeconds <= now; order = orders[++nextOrder]) {
      const seller = sellers.get(order.seller) ?? { orders: [], rate: 0, parallel: 0 };
      seller.orders.push({ remaining: order.itemSeconds.map(() => meanSeconds) });
      sellers.set(order.seller, seller);
    }
  }
  return endsOf;
}

const epsilon = 1e-7;

/** Sets the rate of each seller. All rates are equal, but a rate is at most the number of the seller's items that can run. */
function shareSlots(sellers: FluidSeller[], slots: number, parallelMax: number): void {
  for (const seller of sellers)
    seller.parallel = seller.orders.reduce((sum, { remaining }) => sum + Math.min(parallelMax, remaining.length), 0);
  let free = slots;
  let left = sellers.length;
  for (const seller of sellers.toSorted((a, b) => a.parallel - b.parallel)) {
    seller.rate = Math.min(seller.parallel, free / left);
    free -= seller.rate;
    left -= 1;
  }
}

/** Calls `visit` for each item that runs. The first items of a seller run at full speed, and the last one gets the remaining share. */
function forEachServed(
  { orders, rate }: FluidSeller,
  parallelMax: number,
  visit: (order: { remaining: number[] }, index: number, rate: number) => void,
): void {
  let left = rate;
  for (const order of orders)
    for (let index = 0; index < Math.min(parallelMax, order.remaining.length) && left > 0; index++) {
      visit(order, index, Math.min(1, left));
      left -= 1;
    }
}

function serve(seller: FluidSeller, parallelMax: number, seconds: number, onEnd: () => void): void {
  forEachServed(seller, parallelMax, (order, index, rate) => {
    order.remaining[index] = (order.remaining[index] ?? 0) - rate * seconds;
  });
  for (const order of seller.orders) {
    const unfinished = order.remaining.filter((remaining) => remaining > epsilon);
    for (let ended = unfinished.length; ended < order.remaining.length; ended++) onEnd();
    order.remaining = unfinished;
  }
  seller.orders = seller.orders.filter(({ remaining }) => remaining.length > 0);
}

/**
 * Returns the highest value of (wait with the rule − one job duration) / (wait with ideal sharing). A wait is the time from an order to the
 * end of its last item. One job duration is the longest duration, as in the proofs of fair queuing. The orders of a seller overlap. So the
 * wait of an order ends when the number of ended items is the number of items in this order and all earlier orders of the seller.
 */
export function maxWaitRatio(orders: readonly SimulatedOrder[], rule: RuleResult['endsOf'], ideal: RuleResult['endsOf']): number {
  const longestJob = Math.max(...orders.map(({ itemSeconds }) => Math.max(...itemSeconds)));
  const orderedCounts = new Map<number, number>();
  let ratio = 0;
  for (const { seller, atSeconds, itemSeconds } of orders) {
    const count = (orderedCounts.get(seller) ?? 0) + itemSeconds.length;
    orderedCounts.set(seller, count);
    const [end, idealEnd] = [rule.get(seller)?.[count - 1], ideal.get(seller)?.[count - 1]];
    if (end === undefined || idealEnd === undefined) throw new Error('An item did not end');
    ratio = Math.max(ratio, (end - atSeconds - longestJob) / (idealEnd - atSeconds));
  }
  return ratio;
}
