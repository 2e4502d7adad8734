/** The whole local cloud is killed outright in the middle of batches and started again: nothing is lost, and nothing paid twice. */
import { expect, test } from 'vitest';
import { batchKinds } from '#shared/batch/batch.ts';
import { killAgainAndAgain } from '../harness/kill-many.ts';

test('five kills lose no batch, no credit, no file and no hold, and repeat no order', async () => {
  const { faults, kills, moments, batches, items } = await killAgainAndAgain(5);
  expect(faults).toEqual([]);
  expect(kills).toBe(5);
  // Spread over what an item goes through; on a slow machine one moment or the other may be missed.
  expect(Object.keys(moments).length).toBeGreaterThanOrEqual(3);
  expect(batches).toBeGreaterThanOrEqual(5);
  // The whole object is compared, so that a failure shows how each item ended.
  for (const kind of batchKinds) expect(items).toHaveProperty(`${kind} completed`);
}, 300_000);
