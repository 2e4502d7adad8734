/**
 * Measures how close the media functions come to their limits on Lambda with the largest accepted input. Reports the largest used share of
 * a timeout and of a memory limit.
 */
import { measureSlowMedia } from '#tests/fixtures/slow-media.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

export async function runMediaBenchmark(report: Report): Promise<void> {
  const measurements = await measureSlowMedia();
  const slowest = Math.max(...measurements.map(({ seconds, timeoutSeconds }) => seconds / timeoutSeconds));
  const fullest = Math.max(...measurements.map(({ peakMb, memoryMb }) => peakMb / memoryMb));
  report('media.slowest_share_of_timeout', roundTo(slowest, 2), 'ratio');
  report('media.fullest_share_of_memory', roundTo(fullest, 2), 'ratio');
}
