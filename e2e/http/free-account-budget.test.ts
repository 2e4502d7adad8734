/** What one person who has never paid can make the vendors bill in a day, counted at their stand-ins by list price. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { helpersDayMils } from '#shared/daily-limits.ts';
import { startTestCloud, type TestCloud } from '../harness/cloud.ts';
import { dayOfCancels, dayOfFailures, dayOfSpending, worstDayMilsMax, worstDayMilsMin } from '../harness/worst-day.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud?.stop());

/** Some hundred calls and two dozen executions, on a machine that may do other things too. */
const timeoutMs = 600_000;

test.each([
  ['fails and cancels whatever can, and makes the account again', dayOfFailures],
  ['cancels and stops whatever can be, and deletes the account while a video is made', dayOfCancels],
  ['spends the bonus where it costs most, and uses every helper', dayOfSpending],
])(
  'the vendors bill at most five dollars for somebody who %s',
  async (_, attack) => {
    const { totalMils, takenMils, bill, refusals } = await attack(cloud);
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeLessThanOrEqual(worstDayMilsMax);
    // The limit has counted each request that is not a helper's.
    expect(takenMils, JSON.stringify({ bill, refusals })).toBeGreaterThanOrEqual(totalMils - helpersDayMils('neverPaid'));
    // An attack that is stopped at its first step would prove nothing.
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeGreaterThan(worstDayMilsMin);
  },
  timeoutMs,
);
