/** The ledger under fire in its short form; `npm run test:ledger:long` is the full one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '../fixtures/tables.ts';
import { runLives } from './crash-points.ts';
import { interfere } from './fault-injection.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { plantedBugs } from './mutations.ts';
import { withoutLogs } from './quiet.ts';

let undo: (() => unknown)[];
beforeAll(async () => {
  const tables = await startTables();
  undo = [withoutLogs(), interfere(), tables.stop];
});
afterAll(async () => {
  for (const each of undo) await each();
});

test('no race and no contradiction between rows moves money that it may not', async () => {
  expect(await runMishaps()).toEqual([]);
});

test('an item that is cut off at any point ends as if it had not been, and is settled once', async () => {
  const { points, violations } = await runLives({ inPairs: false });
  expect(violations).toEqual([]);
  expect(points).toBeGreaterThan(200);
});

test.each(plantedBugs().map((bug) => [bug.name, bug] as const))('it is noticed when %s', async (_, bug) => {
  const faults = await runMishaps(bug);
  expect(bug.planted, 'the bug no longer fits the code').toBeGreaterThan(0);
  expect(bug.misfit).toBeUndefined();
  expect(faults).not.toEqual([]);
});
