/**
 * Measures the vendor costs that one user who has never paid can cause in a day, at list prices. Simulates three different days and reports
 * the most expensive one.
 */
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { measureDayOfCancels, measureDayOfFailures, measureDayOfSpending } from '#tests/fixtures/worst-day.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const milsPerDollar = 1000;

export async function runAbuseBenchmark(report: Report): Promise<void> {
  const cloud = await startTestCloud();
  try {
    const days = [await measureDayOfFailures(cloud), await measureDayOfCancels(cloud), await measureDayOfSpending(cloud)];
    report('abuse.free_account_vendor_usd', roundTo(Math.max(...days.map(({ totalMils }) => totalMils)) / milsPerDollar, 2), 'usd');
  } finally {
    await cloud.stop();
  }
}
