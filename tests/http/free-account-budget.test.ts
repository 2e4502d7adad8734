/** What one person who has never paid can make the vendors bill in a day, counted at their stand-ins by list price. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { dayOfFailures, dayOfSpending, worstDayMilsMax, worstDayMilsMin } from '../fixtures/worst-day.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud?.stop());

/** Some hundred calls and two dozen executions, on a machine that may do other things too. */
const timeoutMs = 600_000;

test.each([
  ['fails and cancels whatever can, and makes the account again', dayOfFailures],
  ['spends the bonus where it costs most, and uses every helper', dayOfSpending],
])(
  'the vendors bill at most five dollars for somebody who %s',
  async (_, attack) => {
    const { totalMils, bill, refusals } = await attack(cloud);
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeLessThanOrEqual(worstDayMilsMax);
    // An attack that is stopped at its first step would prove nothing.
    expect(totalMils, JSON.stringify({ bill, refusals })).toBeGreaterThan(worstDayMilsMin);
  },
  timeoutMs,
);
