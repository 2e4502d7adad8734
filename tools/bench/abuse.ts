/** Measures how much the vendors bill us, at list prices, on the day of one unpaid user that is most expensive for us. */
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { measureDayOfCancels, measureDayOfFailures, measureDayOfSpending } from '#tests/fixtures/worst-day.ts';
import type { Report } from './report.ts';
import { roundTo } from './rounded.ts';

const milsPerDollar = 1000;

export async function abuseBench(report: Report): Promise<void> {
  const cloud = await startTestCloud();
  try {
    const days = [await measureDayOfFailures(cloud), await measureDayOfCancels(cloud), await measureDayOfSpending(cloud)];
    report('abuse.free_account_vendor_usd', roundTo(Math.max(...days.map(({ totalMils }) => totalMils)) / milsPerDollar, 2), 'usd');
  } finally {
    await cloud.stop();
  }
}
