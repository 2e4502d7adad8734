import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findSlowest, readBrowserDurations, readVitestDurations } from './durations.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-durations-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(name: string, report: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('vitestDurations reads the duration of each Vitest file, with a path relative to the root', () => {
  const report = reportOf('vitest.json', { testResults: [{ name: '/root/shared/one.test.ts', startTime: 1_000, endTime: 3_500 }] });
  expect(readVitestDurations(report, '/root')).toEqual([{ file: 'shared/one.test.ts', seconds: 2.5 }]);
});

test('the duration of a browser test file is the sum of all its tests, including nested tests and second attempts', () => {
  const spec = (...durations: number[]) => ({ file: 'one.spec.ts', tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = reportOf('browser.json', { suites: [{ specs: [spec(1_000)], suites: [{ specs: [spec(2_000, 500)] }] }] });
  expect(readBrowserDurations(report)).toEqual([{ file: 'tests/browser/one.spec.ts', seconds: 3.5 }]);
});

test('the list of files is empty if the tests did not start', () => {
  expect([...readVitestDurations(join(folder, 'missing.json'), '/'), ...readBrowserDurations(join(folder, 'missing.json'))]).toEqual([]);
});

test('the slowest files are first in the list', () => {
  const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}.ts`, seconds }));
  expect(findSlowest(files, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
});
