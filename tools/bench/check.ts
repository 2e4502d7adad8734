/** Measures how long the check of each video of the samples page takes. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile } from '#lambdas/check/check-file.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const roundCount = 3;
const samples = join(import.meta.dirname, '../../web/public/samples');

export async function runCheckBenchmark(report: Report): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < roundCount; round++)
    for (const file of globSync('*.mp4', { cwd: samples })) {
      const startedAt = performance.now();
      const result = await checkFile(join(samples, file), AbortSignal.timeout(60_000));
      if (!('probe' in result)) throw new Error(`The sample ${file} cannot be measured: ${result.problem}`);
      times.push(performance.now() - startedAt);
    }
  report('check.ms_per_file', roundTo(median(times), 0), 'ms');
}
