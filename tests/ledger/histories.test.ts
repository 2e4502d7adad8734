/** Runs random histories of the batches of a seller, with faults at reads and writes. To repeat a failed run, set LEDGER_SEED. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '../fixtures/tables.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { runHistories } from './histories.ts';
import { withoutLogs } from './quiet.ts';

const count = 1_000;
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));

let cleanUp: (() => unknown)[];
beforeAll(async () => {
  const tables = await startTables();
  cleanUp = [withoutLogs(), interceptAwsCalls(), tables.stop];
});
afterAll(async () => {
  for (const stop of cleanUp) await stop();
});

test(`after each of ${count} random histories, every hold has ended once and the ledger is consistent`, { timeout: 600_000 }, async () => {
  const { histories, violation, coverage } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
  expect(coverage.size).toBeGreaterThan(50);
});
