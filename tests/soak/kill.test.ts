/** Kills the whole local cloud while batches run, and starts it again. Nothing may be lost, and nothing may be charged twice. */
import { expect, test } from 'vitest';
import { orderedKinds } from '#shared/batch/batch.ts';
import { runCrashLoop } from '../fixtures/kill-many.ts';

test('six kills lose no batch, credit, file, hold or slot, and cause no repeated order', async () => {
  const { violations, kills, killsByState, batches, items } = await runCrashLoop(6);
  expect(violations).toEqual([]);
  expect(kills).toBe(6);
  // The kills happen in different states of an item. On a slow machine, one or two states may be missed.
  expect(Object.keys(killsByState).length).toBeGreaterThanOrEqual(3);
  expect(batches).toBeGreaterThanOrEqual(5);
  // The test compares whole objects, so that a failed test shows the final status of all items.
  for (const kind of orderedKinds) expect(items).toHaveProperty(`${kind} completed`);
}, 300_000);
