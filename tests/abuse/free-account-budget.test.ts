/**
 * Measures the highest vendor cost that a person can cause in one day without a payment. The cost is the sum of the vendors' list prices
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

/** The test makes several hundred calls and starts about 24 executions. It takes longer if the machine is busy. */
const timeoutMs = 600_000;

test.each([
  ['makes runs and images fail, cancels videos, and deletes the account and creates it again', measureDayOfFailures],
  ['cancels images and videos, stops runs, and deletes the account while a video is generated', measureDayOfCancels],
  ['spends the bonus on the most expensive work, and uses every helper', measureDayOfSpending],
])(
  'the vendors bill at most five dollars for a person who %s',
  async (_, attack) => {
    const { totalMils, takenMils, bill, refusals } = await attack(cloud);
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeLessThanOrEqual(worstDayMilsMax);
    // The counter of the daily limit must contain the cost of all requests, except the requests of the helper calls.
    expect(takenMils, JSON.stringify({ bill, refusals })).toBeGreaterThanOrEqual(totalMils - helpersDayMils('neverPaid'));
    // The bill must also reach a minimum. A low bill proves nothing if the attack failed at the first step.
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeGreaterThan(worstDayMilsMin);
  },
  timeoutMs,
);
