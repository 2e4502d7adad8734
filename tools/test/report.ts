/** The report at the end of a test run: failed tests, tests that passed only in a second attempt, and the slowest files. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

/** `test` is the path of the file and the title. `messages` has one message for each error. */
const failureSchema = z.object({ test: z.string(), messages: z.array(z.string()) });
const reportSchema = z.object({
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
  failures: z.array(failureSchema),
  secondAttempts: z.array(failureSchema),
});
export type TestReport = z.infer<typeof reportSchema>;
type Failure = z.infer<typeof failureSchema>;

export const separator = ' › ';

/** Reads the report that vitest-reporter.ts writes. Returns undefined if the tests ended without a report. */
export function readVitestReport(path: string): TestReport | undefined {
  return existsSync(path) ? reportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

const errorSchema = z.object({ message: z.string().optional() });
const resultSchema = z.object({ duration: z.number(), errors: z.array(errorSchema) });
const testSchema = z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']), results: z.array(resultSchema) });
const specSchema = z.object({ file: z.string(), title: z.string(), tests: z.array(testSchema) });
type Suite = { specs: z.infer<typeof specSchema>[]; suites?: Suite[] | undefined };
const suiteSchema: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }));
const playwrightSchema = z.object({ suites: z.array(suiteSchema), errors: z.array(errorSchema).default([]) });

/** Reads Playwright's JSON report. The duration of a file is the sum of its tests. Returns undefined if the tests ended without a report. */
export function readBrowserReport(path: string): TestReport | undefined {
  if (!existsSync(path)) return undefined;
  const { suites, errors } = playwrightSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const seconds = new Map<string, number>();
  const failures: Failure[] = errors.map(({ message }) => ({ test: 'tests/browser', messages: [message ?? ''] }));
  const secondAttempts: Failure[] = [];
  for (const { file: name, title, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests) {
      const file = `tests/browser/${name}`;
      const test = `${file}${separator}${title}`;
      for (const { duration } of results) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
      const messages = results.flatMap((result) => result.errors.map(({ message }) => message ?? ''));
      if (status === 'unexpected') failures.push({ test, messages });
      if (status === 'flaky') secondAttempts.push({ test, messages });
    }
  return { files: [...seconds].map(([file, total]) => ({ file, seconds: total })), failures, secondAttempts };
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];

/** Returns the lines of the report. The failures are last, because the end of a long output is what a reader sees first. */
export function formatReports(reports: readonly TestReport[], slowestCount: number): string[] {
  const slowest = reports.flatMap(({ files }) => files).toSorted((a, b) => b.seconds - a.seconds);
  const secondAttempts = reports.flatMap((report) => report.secondAttempts);
  const failures = reports.flatMap((report) => report.failures);
  return [
    'The slowest files:',
    ...slowest.slice(0, slowestCount).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    ...(secondAttempts.length > 0 ? ['', 'Passed only in the second attempt:', ...secondAttempts.flatMap(formatFailure)] : []),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.flatMap(formatFailure)] : []),
  ];
}

function formatFailure({ test, messages }: Failure): string[] {
  const lines = messages.map((message) => stripVTControlCharacters(message).split('\n', 1)[0]?.slice(0, 300) ?? '');
  return [`  ${test}`, ...new Set(lines.filter(Boolean).map((line) => `    ${line}`))];
}
