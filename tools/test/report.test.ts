import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { formatReports, readBrowserReport, readVitestReport, type TestReport } from './report.ts';

// The folder is inside the project, so that its test files find Vitest.
const builds = join(import.meta.dirname, '../../.build');
mkdirSync(builds, { recursive: true });
const folder = mkdtempSync(join(builds, 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const testFile = `
import { beforeAll, describe, expect, test } from 'vitest';
let attempts = 0;
test('passes', () => {});
test('fails', () => expect(1, 'the sum').toBe(2));
test('passes later', { retry: 1 }, () => expect(++attempts).toBe(2));
describe('a group', () => {
  beforeAll(() => { throw new Error('no server'); });
  test('is skipped', () => {});
});
setTimeout(() => { throw new Error('outside'); });
test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)));
`;

test('the report of Vitest has failed tests, errors of hooks, imports and timers, and second attempts', async () => {
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { include: ['*.test.ts'], name: 'example' } };`);
  writeFileSync(join(folder, 'one.test.ts'), testFile);
  writeFileSync(join(folder, 'two.test.ts'), `import './missing.ts';`);
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts');
  const path = join(folder, 'vitest.json');
  const options = ['run', '--root', folder, `--reporter=${reporter}`];
  const run = promisify(execFile)(process.execPath, [vitest, ...options], { env: { ...process.env, VITEST_REPORT: path } });
  await expect(run).rejects.toMatchObject({ code: 1 });

  const { files, failures, secondAttempts } = readVitestReport(path) as TestReport;
  expect(files.map(({ file }) => file).toSorted()).toEqual(['one.test.ts', 'two.test.ts']);
  expect(files.find(({ file }) => file === 'one.test.ts')?.seconds).toBeGreaterThan(0.04);
  expect(secondAttempts).toEqual([
    { test: 'one.test.ts (example) › passes later', messages: [expect.stringMatching(/^expected 1 to be 2/)] },
  ]);
  expect(failures.toSorted((a, b) => a.test.localeCompare(b.test))).toEqual([
    { test: 'An error outside the tests', messages: ['outside'] },
    { test: 'one.test.ts (example) › a group', messages: ['no server'] },
    { test: 'one.test.ts (example) › fails', messages: [expect.stringMatching(/^the sum: expected 1 to be 2/)] },
    { test: 'two.test.ts (example)', messages: [expect.stringContaining('./missing.ts')] },
  ]);
});

test('the report of the browser tests has nested tests, second attempts and errors outside tests', () => {
  const spec = (title: string, status: string, ...results: { duration: number; errors: object[] }[]) => ({
    file: 'one.spec.ts',
    title,
    tests: [{ status, results }],
  });
  const passed = spec('passes', 'expected', { duration: 1_000, errors: [] });
  const attempt = { duration: 500, errors: [{ message: 'too late' }] };
  const nested = [spec('passes later', 'flaky', attempt, { duration: 500, errors: [] }), spec('fails', 'unexpected', attempt, attempt)];
  const path = join(folder, 'browser.json');
  writeFileSync(path, JSON.stringify({ suites: [{ specs: [passed], suites: [{ specs: nested }] }], errors: [{ message: 'no browser' }] }));
  expect(readBrowserReport(path)).toEqual({
    files: [{ file: 'tests/browser/one.spec.ts', seconds: 3 }],
    failures: [
      { test: 'tests/browser', messages: ['no browser'] },
      { test: 'tests/browser/one.spec.ts › fails', messages: ['too late', 'too late'] },
    ],
    secondAttempts: [{ test: 'tests/browser/one.spec.ts › passes later', messages: ['too late'] }],
  });
});

test('there is no report if the tests did not start', () => {
  expect([readVitestReport(join(folder, 'none.json')), readBrowserReport(join(folder, 'none.json'))]).toEqual([undefined, undefined]);
});

test('the slowest files are first in the text, and each failure has the first line of each different message', () => {
  const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}.ts`, seconds }));
  const failures = [{ test: '3.ts › fails', messages: ['\u001b[31mtoo late\u001b[39m\nstack', 'too late', 'too early'] }];
  expect(formatReports([{ files, failures, secondAttempts: [{ test: '1.ts › passes later', messages: ['busy'] }] }], 2)).toEqual([
    'The slowest files:',
    '    3.0 s  3.ts',
    '    2.0 s  2.ts',
    '',
    'Passed only in the second attempt:',
    '  1.ts › passes later',
    '    busy',
    '',
    'Failed:',
    '  3.ts › fails',
    '    too late',
    '    too early',
  ]);
  expect(formatReports([{ files, failures: [], secondAttempts: [] }], 1)).toEqual(['The slowest files:', '    3.0 s  3.ts']);
});
