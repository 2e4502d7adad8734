/**
 * `npm test`: runs the tests. `--quick` runs only the tests that start no server or emulator. `--all` also runs all browser tests and the
 * soak tests. If one part fails, the other parts still run. At the end, the script prints the ten slowest files and the total duration.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserFiles, slowest, unitFiles } from './durations.ts';

const root = join(import.meta.dirname, '../..');
const reports = join(root, '.build/tests');
const vitestReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'browser.json');

/** The Vitest projects of `npm test`; vitest.config.ts defines them. */
const mainProjects = ['unit', 'parts', 'http', 'own-cloud'];
const { values: selected } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
});

const startedAt = performance.now();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (selected.quick) vitest(['unit']);
else {
  node('tools/build/main.ts', '--local');
  vitest(selected.all ? [] : mainProjects);
  const journeys = selected.all ? [] : ['--grep', '@journey'];
  node('node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/browser/playwright.config.ts', ...journeys);
}
printDurations();

function vitest(projects: string[]): void {
  const projectOptions = projects.flatMap((name) => ['--project', name]);
  node(
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projectOptions,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  );
}

/** Runs a script in the same version of Node. If the script fails, the whole test run ends with an error, but the other parts still run. */
function node(script: string, ...options: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, script), ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

function printDurations(): void {
  const files = [...unitFiles(vitestReport, root), ...browserFiles(browserReport)];
  console.log('\nThe slowest files:');
  for (const { file, seconds } of slowest(files, 10)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const seconds = (performance.now() - startedAt) / 1000;
  if (selected.quick) console.log(`\ntest.quick_seconds ${seconds.toFixed(0)} s`);
  else console.log(`\n${selected.all ? 'test.all_minutes' : 'test.minutes'} ${(seconds / 60).toFixed(1)} min`);
}
