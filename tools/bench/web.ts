/**
 * Measures how much a visitor must load: the compressed JavaScript of the landing page's first render and of each route. Also measures
 * Lighthouse scores, against the test cloud, if the package of Lighthouse can be downloaded.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium, launchArguments } from '#tests/browser/chromium.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { landingScripts, pageChunks, scriptKilobytes } from '#tests/fixtures/page-weight.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { buildWeb } from '../build/web.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './rounded.ts';

/** The package is downloaded only when this bench runs, because it has a hundred dependencies. */
const lighthousePackage = 'lighthouse@13.5.0';
/** Several runs are needed, because performance scores vary on a busy machine. */
const runs = 3;
const runSecondsMax = 120;
/** Other pages that visitors can open. */
const otherPages = [
  '/pricing',
  '/image-to-video',
  '/batch-image-to-video',
  '/batch-image-to-image',
  '/auto-image-pipeline',
  '/photoroom-test',
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Marks = Record<(typeof categories)[number], number> & { layoutShift: number };

const execute = promisify(execFile);

export async function webBench(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  report('web.landing_js_kb', roundTo(scriptKilobytes(landingScripts()), 1), 'kB');
  report('web.largest_route_js_kb', roundTo(Math.max(...pageChunks().map((file) => scriptKilobytes([file]))), 1), 'kB');
  await lighthouse(report);
}

async function lighthouse(report: Report): Promise<void> {
  const cloud = await startTestCloud();
  try {
    const landing: Marks[] = [];
    for (let run = 0; run < runs; run++) landing.push(await marksOf(cloud.origin));
    const others: Marks[] = [];
    for (const path of otherPages) others.push(await marksOf(`${cloud.origin}${path}`));
    const lowest = (category: keyof Marks) => Math.min(...[...landing, ...others].map((marks) => marks[category]));
    report('web.lighthouse_performance', roundTo(median(landing.map(({ performance }) => performance)), 0), 'of 100');
    report('web.lighthouse_other_pages_performance', roundTo(Math.min(...others.map(({ performance }) => performance)), 0), 'of 100');
    report('web.lighthouse_accessibility', roundTo(lowest('accessibility'), 0), 'of 100');
    report('web.lighthouse_best_practices', roundTo(lowest('best-practices'), 0), 'of 100');
    report('web.lighthouse_seo', roundTo(lowest('seo'), 0), 'of 100');
    report('web.layout_shift', roundTo(Math.max(...[...landing, ...others].map(({ layoutShift }) => layoutShift)), 3), 'CLS');
  } finally {
    await cloud.stop();
  }
}

/** Returns Lighthouse's scores of one page on a simulated phone. */
async function marksOf(address: string): Promise<Marks> {
  const { executablePath, env } = await findChromium();
  const folder = temporaryFolder('lighthouse');
  try {
    const output = join(folder.path, 'marks.json');
    // spawnSync cannot be used here, because the measured cloud runs in this process and must respond.
    await execute(
      'npm',
      [
        ...['exec', '--yes', '--', lighthousePackage, address, '--quiet'],
        ...[`--only-categories=${categories.join(',')}`, '--output=json', `--output-path=${output}`],
        `--chrome-flags=--headless ${launchArguments.join(' ')}`,
      ],
      { env: { ...process.env, ...env, CHROME_PATH: executablePath }, timeout: runSecondsMax * 1_000 },
    );
    const { categories: found, audits } = JSON.parse(readFileSync(output, 'utf8')) as {
      categories: Record<string, { score: number }>;
      audits: { 'cumulative-layout-shift': { numericValue: number } };
    };
    const marks = categories.map((category) => [category, 100 * (found[category]?.score ?? 0)]);
    return { ...Object.fromEntries(marks), layoutShift: audits['cumulative-layout-shift'].numericValue } as Marks;
  } finally {
    folder.remove();
  }
}
