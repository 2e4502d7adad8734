/** Writes the file VITEST_REPORT, which tools/test/main.ts reads. Vitest's JSON report contains no errors outside tests and no attempts. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { separator, type TestReport } from './report.ts';

type Errors = readonly { message: string }[];

export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: Errors): void {
    const { VITEST_REPORT: path } = process.env;
    if (path === undefined) throw new Error('VITEST_REPORT is not set.');
    const outsideTests = unhandledErrors.length > 0 ? [{ test: 'An error outside the tests', messages: messagesOf(unhandledErrors) }] : [];
    const report: TestReport = {
      files: modules.map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 })),
      failures: [...modules.flatMap(failuresOf), ...outsideTests],
      secondAttempts: modules.flatMap(secondAttemptsOf),
    };
    writeFileSync(path, JSON.stringify(report));
  }
}

/** Returns the failed tests, and the errors of imports and hooks of the file. */
function failuresOf(module: TestModule): TestReport['failures'] {
  const suites = [...module.children.allSuites()].map((suite) => ({ title: suite.fullName, errors: suite.errors() }));
  const tests = [...module.children.allTests('failed')].map((test) => ({ title: test.fullName, errors: test.result().errors ?? [] }));
  return [{ title: undefined, errors: module.errors() }, ...suites, ...tests]
    .filter(({ errors }) => errors.length > 0)
    .map(({ title, errors }) => ({ test: nameOf(module, title), messages: messagesOf(errors) }));
}

/** Returns the tests that passed after a failed attempt, with the messages of this attempt. */
const secondAttemptsOf = (module: TestModule): TestReport['secondAttempts'] =>
  [...module.children.allTests('passed')]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => ({
      test: nameOf(module, test.fullName),
      messages: messagesOf(test.attempts().flatMap(({ errors = [] }) => errors)),
    }));

const messagesOf = (errors: Errors): string[] => errors.map(({ message }) => message);

/** The project is part of the name, because harsh mode runs the same files. */
const nameOf = ({ project, relativeModuleId }: TestModule, title?: string): string =>
  [`${relativeModuleId} (${project.name})`, ...(title === undefined ? [] : [title])].join(separator);
