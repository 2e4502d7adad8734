/** What the worst day of one person who has never paid costs us at the vendors, by list price. */
import { startTestCloud } from '../e2e/harness/cloud.ts';
import { dayOfCancels, dayOfFailures, dayOfSpending } from '../e2e/harness/worst-day.ts';
import type { Report } from './main.ts';
import { rounded } from './rounded.ts';

const milsPerDollar = 1000;

export async function abuseBench(report: Report): Promise<void> {
  const cloud = await startTestCloud();
  try {
    const days = [await dayOfFailures(cloud), await dayOfCancels(cloud), await dayOfSpending(cloud)];
    report('abuse.free_account_vendor_usd', rounded(Math.max(...days.map(({ totalMils }) => totalMils)) / milsPerDollar, 2), 'usd');
  } finally {
    await cloud.stop();
  }
}
