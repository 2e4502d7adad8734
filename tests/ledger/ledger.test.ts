/** The short form of the ledger tests. `npm run test:ledger:long` runs the full form. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '../fixtures/tables.ts';
import { runScenarios } from './crash-points.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { plantedBugs } from './mutations.ts';
import { withoutLogs } from './quiet.ts';

let cleanUp: (() => unknown)[];
beforeAll(async () => {
  const tables = await startTables();
  cleanUp = [withoutLogs(), interceptAwsCalls(), tables.stop];
});
afterAll(async () => {
  for (const stop of cleanUp) await stop();
});

test('no race and no inconsistent row causes a wrong balance', async () => {
  expect(await runMishaps()).toEqual([]);
});

test('an item with a crash at any point has the same final state as without the crash, and is settled once', async () => {
  const { points, violations } = await runScenarios({ inPairs: false });
  expect(violations).toEqual([]);
  expect(points).toBeGreaterThan(200);
});

test.each(plantedBugs().map((bug) => [bug.name, bug] as const))('detects the bug: %s', async (_, bug) => {
  const violations = await runMishaps(bug);
  expect(bug.appliedCount, 'the mutation no longer matches the code').toBeGreaterThan(0);
  expect(bug.rejection).toBeUndefined();
  expect(violations).not.toEqual([]);
});
