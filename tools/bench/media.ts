/** Measures the largest shares of time-out and memory limit that the media functions need on Lambda, with the heaviest accepted input. */
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
