/** Kills the whole local cloud while a large order runs, and pauses, resumes and reorders the order at random. */
import { expect, test } from 'vitest';
import { runLargeOrderLoop } from '../fixtures/large-order-loop.ts';

test('12 kills of an order of 120 items lose no item and no cent, and no item is paid twice', async () => {
  const { violations, kills, order, actions } = await runLargeOrderLoop({ kills: 12, items: 120 });
  expect(violations).toEqual([]);
  expect(kills).toBe(12);
  // A kill can interrupt a vendor order of one item. Then only this item fails, and it is not charged.
  expect(order?.counters.completed).toBeGreaterThan(90);
  expect(Object.keys(actions).some((name) => name === 'pause 200')).toBe(true);
}, 1_800_000);
