/**
 * `npm test`: runs the tests. `--quick` runs only the tests that start no server or emulator. `--all` runs the HTTP tests in harsh mode, and
 * also all other browser tests, the long tests, the media functions in slow mode, and the soak tests. If one part fails, the other parts
 * still run. At the end, the script prints the ten slowest files, the failed tests and the total duration.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatReports, readBrowserReport, readVitestReport } from './report.ts';
import { makeMemoryFolder } from './temporary-files.ts';

const root = join(import.meta.dirname, '../..');
const reports = join(root, '.build/tests');
/** The tests start hundreds of processes that load the same packages. */
const compileCache = join(root, '.build/compile-cache-of-tests');
const vitestReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'browser.json');

/** The Vitest projects (see vitest.config.ts). `harsh` runs the files of `http`, so each run needs only one of them. */
const quickProjects = ['unit', 'dom'];
const commonProjects = [...quickProjects, 'templates', 'lambdas', 'parts', 'own-cloud'];
const mainProjects = [...commonProjects, 'http'];
const allProjects = [...commonProjects, 'harsh', 'long', 'slow', 'soak'];
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});

const startedAt = performance.now();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const temporaryFolder = makeMemoryFolder();
if (options.quick) runVitest(quickProjects);
else {
  runNode('tools/build/main.ts', ['--local']);
  runVitest(options.all ? allProjects : mainProjects);
  const journeys = options.all ? [] : ['--grep', '@journey'];
  runNode('node_modules/@playwright/test/cli.js', ['test', '--config', 'tests/browser/playwright.config.ts', ...journeys]);
}
if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true });
printReport();

function runVitest(projects: string[]): void {
  const projectOptions = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`];
  runNode('node_modules/vitest/vitest.mjs', ['run', ...projectOptions, ...reporters], { VITEST_REPORT: vitestReport });
}

/** Runs a script with the same version of Node. If the script fails, the whole test run fails at its end, but the other parts still run. */
function runNode(script: string, parameters: string[], variables: Record<string, string> = {}): void {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...(temporaryFolder && { TMPDIR: temporaryFolder }), ...variables };
  const { status } = spawnSync(process.execPath, [join(root, script), ...parameters], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

function printReport(): void {
  const vitest = readVitestReport(vitestReport);
  const browser = options.quick ? undefined : readBrowserReport(browserReport);
  const reports = [vitest, browser].filter((report) => report !== undefined);
  console.log(['', ...formatReports(reports, 10)].join('\n'));
  if (vitest === undefined) console.log('\nVitest ended without a report.');
  if (!options.quick && browser === undefined) console.log('\nPlaywright ended without a report.');
  const seconds = (performance.now() - startedAt) / 1000;
  if (options.quick) console.log(`\ntest.quick_seconds ${seconds.toFixed(0)} s`);
  else console.log(`\n${options.all ? 'test.all_minutes' : 'test.minutes'} ${(seconds / 60).toFixed(1)} min`);
}
