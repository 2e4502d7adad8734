/**
 * Measures the highest vendor cost that one person without a payment can cause in a day. The requests to the stand-ins are counted at list
 * prices.
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
  ['fails and cancels all possible work, and creates the account again', measureDayOfFailures],
  ['cancels and stops all possible work, and deletes the account while a video is generated', measureDayOfCancels],
  ['spends the bonus on the most expensive work, and uses every helper', measureDayOfSpending],
])(
  'the vendors bill at most five dollars for a person who %s',
  async (_, attack) => {
    const { totalMils, takenMils, bill, refusals } = await attack(cloud);
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeLessThanOrEqual(worstDayMilsMax);
    // The counter of the daily limit contains every request except those of the helper calls.
    expect(takenMils, JSON.stringify({ bill, refusals })).toBeGreaterThanOrEqual(totalMils - helpersDayMils('neverPaid'));
    // A low bill would also result from an attack that is stopped at its first step, so the bill must not be too low.
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeGreaterThan(worstDayMilsMin);
  },
  timeoutMs,
);
