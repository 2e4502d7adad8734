/**
 * What a visitor's browser must fetch and run: the JavaScript of the landing page's first drawing and of each route, compressed, from
 * the built files; and Lighthouse's marks on the product as `npm start` serves it, where its package can be fetched.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildWeb } from '#infra/build/web.ts';
import { temporaryFolder } from '#infra/local/testing/temporary-folder.ts';
import { findChromium, launchArguments } from '../e2e/chromium.ts';
import { startTestCloud } from '../e2e/harness/cloud.ts';
import { landingScripts, ownChunks, scriptKilobytes } from '../e2e/harness/page-weight.ts';
import type { Report } from './main.ts';
import { median } from './measure.ts';
import { rounded } from './rounded.ts';

/** Fetched when this bench runs, and only then: it brings a hundred packages. */
const lighthousePackage = 'lighthouse@13.5.0';
/** Its marks jump on a machine that does other things too. */
const runs = 3;
const runSecondsMax = 120;

const execute = promisify(execFile);

export async function webBench(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  report('web.landing_js_kb', rounded(scriptKilobytes(landingScripts()), 1), 'kB');
  report('web.largest_route_js_kb', rounded(Math.max(...ownChunks().map((file) => scriptKilobytes([file]))), 1), 'kB');
  await lighthouse(report);
}

async function lighthouse(report: Report): Promise<void> {
  const { executablePath, env } = await findChromium();
  const cloud = await startTestCloud();
  const folder = temporaryFolder('lighthouse');
  try {
    const marks = { performance: [] as number[], layoutShift: [] as number[] };
    for (let run = 0; run < runs; run++) {
      const output = join(folder.path, `${run}.json`);
      // Not spawnSync: the cloud that is measured answers from this process.
      await execute(
        'npm',
        [
          ...['exec', '--yes', '--', lighthousePackage, cloud.origin, '--quiet'],
          ...['--only-categories=performance', '--output=json', `--output-path=${output}`],
          `--chrome-flags=--headless ${launchArguments.join(' ')}`,
        ],
        { env: { ...process.env, ...env, CHROME_PATH: executablePath }, timeout: runSecondsMax * 1_000 },
      );
      const { categories, audits } = JSON.parse(readFileSync(output, 'utf8')) as {
        categories: { performance: { score: number } };
        audits: { 'cumulative-layout-shift': { numericValue: number } };
      };
      marks.performance.push(100 * categories.performance.score);
      marks.layoutShift.push(audits['cumulative-layout-shift'].numericValue);
    }
    report('web.lighthouse_performance', rounded(median(marks.performance), 0), 'of 100');
    report('web.layout_shift', rounded(Math.max(...marks.layoutShift), 3), 'CLS');
  } finally {
    await cloud.stop();
    folder.remove();
  }
}
