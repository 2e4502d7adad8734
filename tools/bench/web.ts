/**
 * Measures the size of the compressed JavaScript. It measures the scripts that the landing page loads before its first use, and the scripts
 * that each route adds. Also measures the Lighthouse scores and the largest paint of the pages in the test cloud. For these scores, npm
 * must be able to download Lighthouse.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publicPaths } from '#shared/prerendered-pages.ts';
import { findChromium, launchArguments } from '#tests/browser/chromium.ts';
import { startTestCloud } from '#tests/fixtures/cloud.ts';
import { landingScripts, pageChunks, scriptKilobytes } from '#tests/fixtures/page-weight.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { buildWeb } from '../build/web.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

/** Lighthouse has a hundred dependencies, so only this benchmark downloads it. */
const lighthousePackage = 'lighthouse@13.5.0';
/** Each page is measured several times, because performance scores vary on a busy machine. All results are medians. */
const runCount = 5;
const runSecondsMax = 120;
const attemptsMax = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The pages that visitors can open. */
const pageNames: Record<(typeof publicPaths)[number], string> = {
  '/': 'landing',
  '/pricing': 'pricing',
  '/marketplaces': 'marketplaces',
  '/check': 'check',
  '/verify': 'verify',
  '/image-to-video': 'single_video',
  '/batch-image-to-video': 'batch_video',
  '/batch-image-to-image': 'batch_image',
  '/auto-image-pipeline': 'before_after',
  '/photoroom-test': 'photo_edit',
};
type PagePath = keyof typeof pageNames;

type Scores = Record<(typeof categories)[number] | 'layoutShift' | 'largestPaintMs', number>;

const execute = promisify(execFile);

export async function runWebBenchmark(report: Report): Promise<void> {
  await buildWeb('.', 'local');
  report('web.landing_js_kb', roundTo(scriptKilobytes(landingScripts()), 1), 'kB');
  report('web.largest_route_js_kb', roundTo(Math.max(...pageChunks().map((file) => scriptKilobytes([file]))), 1), 'kB');
  reportScores(await measurePages(), report);
}

async function measurePages(): Promise<Map<PagePath, Scores[]>> {
  const cloud = await startTestCloud();
  const scores = new Map<PagePath, Scores[]>(publicPaths.map((path) => [path, []]));
  try {
    // Each round measures all pages once. Otherwise, other work of the machine could affect only one page.
    for (let run = 0; run < runCount; run++)
      for (const path of publicPaths) scores.get(path)?.push(await measureScoresAgain(`${cloud.origin}${path}`));
    return scores;
  } finally {
    await cloud.stop();
  }
}

function reportScores(scores: ReadonlyMap<PagePath, readonly Scores[]>, report: Report): void {
  const medianOf = (path: PagePath, name: keyof Scores) => median((scores.get(path) ?? []).map((one) => one[name]));
  const otherPaths = publicPaths.filter((path) => path !== '/');
  const toolPaths = otherPaths.filter((path) => !['/pricing', '/marketplaces', '/check'].includes(path));
  for (const path of publicPaths) {
    report(`web.${pageNames[path]}_performance`, roundTo(medianOf(path, 'performance'), 0), 'of 100');
    if (path !== '/') report(`web.${pageNames[path]}_lcp_ms`, roundTo(medianOf(path, 'largestPaintMs'), 0), 'ms');
  }
  const lowest = (paths: readonly PagePath[], name: keyof Scores) => roundTo(Math.min(...paths.map((path) => medianOf(path, name))), 0);
  report('web.landing_lcp_ms', roundTo(medianOf('/', 'largestPaintMs'), 0), 'ms');
  report('web.tool_lcp_ms', roundTo(Math.max(...toolPaths.map((path) => medianOf(path, 'largestPaintMs'))), 0), 'ms');
  report('web.lighthouse_performance', lowest(['/'], 'performance'), 'of 100');
  report('web.lighthouse_other_pages_performance', lowest(otherPaths, 'performance'), 'of 100');
  report('web.lighthouse_accessibility', lowest(publicPaths, 'accessibility'), 'of 100');
  report('web.lighthouse_best_practices', lowest(publicPaths, 'best-practices'), 'of 100');
  report('web.lighthouse_seo', lowest(publicPaths, 'seo'), 'of 100');
  const shifts = [...scores.values()].flat().map(({ layoutShift }) => layoutShift);
  report('web.layout_shift', roundTo(Math.max(...shifts), 3), 'CLS');
}

/** Repeats a measurement without a result, because Chromium's trace sometimes lacks the start of the navigation (NO_NAVSTART). */
async function measureScoresAgain(url: string): Promise<Scores> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measureScores(url);
    } catch (error) {
      if (attempt === attemptsMax) throw error;
      console.error(`Lighthouse could not measure ${url}, so it runs again:`, (error as Error).message);
    }
  }
}

/** Returns Lighthouse's scores of one page on a simulated phone. */
async function measureScores(url: string): Promise<Scores> {
  const { executablePath, env } = await findChromium();
  const folder = temporaryFolder('lighthouse');
  try {
    const output = join(folder.path, 'scores.json');
    // spawnSync would block this process. But the measured cloud runs in this process and must respond.
    await execute(
      'npm',
      [
        ...['exec', '--yes', '--', lighthousePackage, url, '--quiet'],
        ...[`--only-categories=${categories.join(',')}`, '--output=json', `--output-path=${output}`],
        `--chrome-flags=--headless ${launchArguments.join(' ')}`,
      ],
      { env: { ...process.env, ...env, CHROME_PATH: executablePath }, timeout: runSecondsMax * 1_000 },
    );
    const { categories: foundCategories, audits } = JSON.parse(readFileSync(output, 'utf8')) as {
      categories: Record<string, { score: number }>;
      audits: Record<'cumulative-layout-shift' | 'largest-contentful-paint', { numericValue: number }>;
    };
    const scores = categories.map((category) => [category, 100 * (foundCategories[category]?.score ?? 0)]);
    return {
      ...Object.fromEntries(scores),
      layoutShift: audits['cumulative-layout-shift'].numericValue,
      largestPaintMs: audits['largest-contentful-paint'].numericValue,
    } as Scores;
  } finally {
    folder.remove();
  }
}
