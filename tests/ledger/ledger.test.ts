/** Runs the short form of the ledger tests. `npm run test:ledger:long` runs the full form. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '../fixtures/tables.ts';
import { runScenarios } from './crash-points.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { createMutations } from './mutations.ts';
import { muteLogs } from './mute-logs.ts';
import { type AffectedRaces, runRaces, runRacesAndFindAffected } from './races/run-races.ts';

/** The first test sets this value. If it is undefined, for example if only one test runs, the scenarios run in their normal order. */
let affected: AffectedRaces | undefined;
let cleanupSteps: (() => unknown)[];
beforeAll(async () => {
  const tables = await startTables();
  cleanupSteps = [muteLogs(), interceptAwsCalls(), tables.stop];
});
afterAll(async () => {
  for (const stop of cleanupSteps) await stop();
});

test('no race and no inconsistent row causes a wrong balance', async () => {
  const races = await runRacesAndFindAffected(createMutations());
  expect(races.violations).toEqual([]);
  affected = races.affected;
});

test('after a crash at any point, an item has the same final status as without the crash, and is settled once', async () => {
  const { points, violations } = await runScenarios({ usesPairs: false });
  expect(violations).toEqual([]);
  expect(points).toBeGreaterThan(200);
});

test.each(createMutations().map((mutation) => [mutation.name, mutation] as const))(
  'the race scenarios detect the mutation: %s',
  async (_, mutation) => {
    const violations = await runRaces(mutation, affected);
    expect(mutation.appliedCount, 'the mutation no longer matches the code').toBeGreaterThan(0);
    expect(mutation.rejection).toBeUndefined();
    expect(violations).not.toEqual([]);
  },
);
