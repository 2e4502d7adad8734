/**
 * Runs random sequences of calls and steps on the batches of a seller, and injects faults into reads and writes. To repeat a failed test,
 * set LEDGER_SEED to the number in the failure message.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTables } from '../fixtures/tables.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { runHistories } from './histories.ts';
import { muteLogs } from './mute-logs.ts';

const count = 1_000;
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));

let cleanupSteps: (() => unknown)[];
beforeAll(async () => {
  const tables = await startTables();
  cleanupSteps = [muteLogs(), interceptAwsCalls(), tables.stop];
});
afterAll(async () => {
  for (const stop of cleanupSteps) await stop();
});

test(`every hold is captured or released exactly once, and the ledger is consistent, after each of ${count} random histories`, {
  timeout: 600_000,
}, async () => {
  const { histories, violation, coverage } = await runHistories({ seed, count });
  expect(violation, `LEDGER_SEED=${seed}`).toBeUndefined();
  expect(histories).toBe(count);
  expect(coverage.size).toBeGreaterThan(50);
});
