/**
 * Measures the time and the memory for the rejection of a bad file. A separate process reads each file, in the same way as a function after
 * a cold start.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFiles } from '#lambdas/batch/bad-files.test-support.ts';
import { decode } from '#lambdas/batch/ingest-photo.ts';
import { AppError } from '#shared/errors.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { runAlone } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

export async function runBadFilesBenchmark(report: Report): Promise<void> {
  const folder = temporaryFolder('bench-bad-files');
  try {
    const file = join(folder.path, 'file');
    const measurements = [];
    for (const { make } of testFiles) {
      writeFileSync(file, await make());
      const { output, peakMegabytes } = runAlone(import.meta.filename, file);
      measurements.push({ ms: Number(output), peakMegabytes });
    }
    report('ingest.bad_files_slowest_ms', roundTo(Math.max(...measurements.map(({ ms }) => ms)), 0), 'ms');
    report('ingest.bad_files_peak_mb', Math.max(...measurements.map(({ peakMegabytes }) => peakMegabytes)), 'MB');
  } finally {
    folder.remove();
  }
}

async function ingest(file: string): Promise<void> {
  const startedAt = performance.now();
  await decode(readFileSync(file)).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
  console.log(performance.now() - startedAt);
}

if (process.argv[2] === '--alone' && process.argv[3]) await ingest(process.argv[3]);
