/**
 * Measures the highest vendor cost that a person who has never paid can cause in one day. The cost is the sum of the vendors' list prices
 * for all requests to the stand-ins.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { helpersDayMils } from '#shared/daily-limits.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import {
  measureDayOfCancels,
  measureDayOfFailures,
  measureDayOfSpending,
  worstDayMilsMax,
  worstDayMilsMin,
} from '../fixtures/worst-day.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud?.stop());

/** The test makes some hundred calls and about 24 executions, and the machine may be busy. */
const timeoutMs = 600_000;

test.each([
  ['causes failures of all work, cancels all possible work, and creates the account again', measureDayOfFailures],
  ['cancels and stops all possible work, and deletes the account while a video is generated', measureDayOfCancels],
  ['spends the bonus on the most expensive work, and uses every helper', measureDayOfSpending],
])(
  'the vendors bill at most five dollars for a person who %s',
  async (_, attack) => {
    const { totalMils, takenMils, bill, refusals } = await attack(cloud);
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeLessThanOrEqual(worstDayMilsMax);
    // The counter of the daily limit contains every request except those of the helper calls.
    expect(takenMils, JSON.stringify({ bill, refusals })).toBeGreaterThanOrEqual(totalMils - helpersDayMils('neverPaid'));
    // The bill must reach a minimum, because it would also be low if an attack stopped at its first step.
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeGreaterThan(worstDayMilsMin);
  },
  timeoutMs,
);
