/** Runs the simulation with fewer orders than `npm run bench -- admission`. The benchmark simulates 1,000 sellers for 48 hours. */
import { describe, expect, test } from 'vitest';
import { maxWaitRatio, ordersOf, runIdeal, runRule } from './simulation.test-support.ts';

const parallelMax = 5;

describe.each([1, 2, 3])('100 sellers share 10 slots for four hours, with the seed %d', (seed) => {
  const slots = 10;
  const orders = ordersOf({ sellers: 100, hours: 4, slots, seed });
  const setup = { orders, slots, parallelMax };
  const { endsOf, idleSlotSeconds, inUseMax } = runRule(setup);

  test('no seller waits longer than 1.2 times the ideal wait plus one job', () => {
    expect(maxWaitRatio(orders, endsOf, runIdeal(setup))).toBeLessThanOrEqual(1.2);
  });

  test('no slot is idle while a request waits, and at some time all slots are in use', () => {
    expect(idleSlotSeconds).toBe(0);
    expect(inUseMax).toBe(slots);
  });
});

describe('the simulation', () => {
  const order = (seller: number, atSeconds: number, count: number, seconds = 10) => ({
    seller,
    atSeconds,
    itemSeconds: Array.from({ length: count }, () => seconds),
  });

  test('a seller with one item gets the next free slot, although another seller has ordered a hundred items', () => {
    const orders = [order(0, 0, 100), order(1, 1, 1)];
    const { endsOf } = runRule({ orders, slots: 2, parallelMax });
    expect(endsOf.get(1)).toEqual([20]);
    expect(endsOf.get(0)?.at(-1)).toBe(510);
  });

  test('ideal sharing divides a slot between two sellers', () => {
    expect(runIdeal({ orders: [order(0, 0, 1), order(1, 0, 1)], slots: 1, parallelMax })).toEqual(
      new Map([
        [0, [20]],
        [1, [20]],
      ]),
    );
  });

  test('ideal sharing gives unused shares to other sellers', () => {
    const ideal = runIdeal({ orders: [order(0, 0, 1), order(1, 0, 4)], slots: 4, parallelMax });
    expect(ideal.get(0)).toEqual([10]);
    expect(ideal.get(1)?.[2]).toBeCloseTo(10);
  });

  test('the simulation detects an unfair sequence, in which a seller waits until another seller has finished', () => {
    const orders = [order(0, 0, 50, 120), order(1, 0, 1, 120)];
    const ideal = runIdeal({ orders, slots: 1, parallelMax });
    const ends = Array.from({ length: 51 }, (_, index) => (index + 1) * 120);
    const firstComeFirstServed = new Map([
      [0, ends.slice(0, 50)],
      [1, ends.slice(50)],
    ]);
    expect(maxWaitRatio(orders, firstComeFirstServed, ideal)).toBeGreaterThan(10);
  });
});
