/** The short form of the ledger tests; `npm run test:ledger:long` runs the full one. */
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

test('no race and no inconsistent rows move money wrongly', async () => {
  expect(await runMishaps()).toEqual([]);
});

test('an item with a crash at any point ends as without the crash, and is settled once', async () => {
  const { points, violations } = await runLives({ inPairs: false });
  expect(violations).toEqual([]);
  expect(points).toBeGreaterThan(200);
});

test.each(plantedBugs().map((bug) => [bug.name, bug] as const))('the suite detects the bug: %s', async (_, bug) => {
  const faults = await runMishaps(bug);
  expect(bug.planted, 'the bug no longer fits the code').toBeGreaterThan(0);
  expect(bug.misfit).toBeUndefined();
  expect(faults).not.toEqual([]);
});
