import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { availableMemoryBytes } from './local/base/memory.ts';

/** The seed of harsh mode. Each seed injects different faults. */
const { LOCAL_CLOUD_HARSH: seed = '1' } = process.env;

/** Tests that are in the same folder as their code, and start no process and no server. */
const unit = '{shared,lambdas,web,tools/checks}/**/*.test.{ts,tsx}';
/** Unit tests that need a DOM. A DOM keeps listeners and focus, so each of these files runs in a separate VM context. */
const dom = globSync('web/src/**/*.test.{ts,tsx}').filter((file) => readFileSync(file, 'utf8').startsWith('// @vitest-environment'));
/** Tests of the synthesized templates. The files of a worker share the CDK and the templates with the default settings. */
const templates = 'infra/**/*.test.ts';
/** Tests of functions with local tables, storage and stand-ins. */
const lambdas = 'tests/lambdas/**/*.test.ts';
/** Tests of the whole product over HTTP. All files of a worker share one local cloud. */
const http = 'tests/http/*.test.ts';
/** HTTP tests that need a separate local cloud for each file: they use other settings, or count the work of all users. */
const ownCloud = 'tests/http/own-cloud/*.test.ts';
/** The media functions in slow mode, which enforces Lambda's limits for memory and processor time. */
const slow = 'tests/media/media.test.ts';
/** Long tests that start the product several times, or repeat each race of the ledger for each removed condition. `npm test` skips them. */
const long = ['tests/ledger/ledger.test.ts', 'local/main.test.ts'];
/** Tests that only `npm run test:all` runs: crashes, restarts, long outages and histories, memory limits, DynamoDB Local from AWS. */
const soak = ['tests/{soak,media}/**/*.test.ts', 'tests/ledger/{aws,histories}.test.ts', 'tests/abuse/free-account-budget.test.ts'];

const lenient = { LOCAL_CLOUD_HARSH: '' };
const sharedProcess = { isolate: false, setupFiles: ['tests/fixtures/fresh-file.ts'] };
/** These long files start after all others, so that they cannot keep a worker from the many files that share a local cloud. */
const afterOthers = { sequence: { groupOrder: 2 } };
/**
 * In harsh mode, the tests wait for repeated calls. With three workers, the two cores would be idle for a quarter of the time. Each worker
 * needs up to four gigabytes of memory.
 */
const harshGroup = { sequence: { groupOrder: 1 }, maxWorkers: availableMemoryBytes() > 20 * 1024 ** 3 ? 4 : 3 };
const failureLog = 'tests/fixtures/failure-log.ts';
/** Without this flag, each local cloud collects its old objects every second, which takes a tenth of the processor time. */
const cloudProcess = { execArgv: ['--heap-growing-percent=300'] };
const sharedCloud = {
  ...cloudProcess,
  isolate: false,
  include: [http],
  setupFiles: [failureLog, 'tests/fixtures/reset-shared-cloud.ts'],
};

/** These files need minutes. They start first, because the other workers would be idle if such a file started last. */
const longestFiles = [
  slow,
  'tests/media/finish.test.ts',
  'tests/soak/large-order.test.ts',
  'tests/media/planted-files.test.ts',
  'tests/abuse/calls.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longestFiles.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The machine has two cores, and the HTTP tests wait for a third of their time.
    maxWorkers: 3,
    // These times are long enough for tests of the whole product on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: [unit], exclude: [...configDefaults.exclude, ...dom], env: lenient, ...sharedProcess },
      },
      // A new context needs less than half the time of a new process.
      { extends: true, test: { name: 'dom', include: dom, env: lenient, pool: 'vmThreads' } },
      { extends: true, test: { name: 'templates', include: [templates], env: lenient, isolate: false } },
      { extends: true, test: { name: 'lambdas', include: [lambdas], env: lenient, ...sharedProcess } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{local,tools,tests}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, unit, lambdas, http, ownCloud, slow, ...long, ...soak],
          env: lenient,
          ...sharedProcess,
        },
      },
      { extends: true, test: { name: 'http', env: lenient, ...sharedCloud } },
      { extends: true, test: { name: 'own-cloud', include: [ownCloud], env: lenient, setupFiles: [failureLog], ...cloudProcess } },
      { extends: true, test: { name: 'long', include: long, env: lenient, ...afterOthers } },
      { extends: true, test: { name: 'slow', include: [slow], env: lenient } },
      {
        extends: true,
        test: { name: 'soak', include: soak, exclude: [...configDefaults.exclude, slow], env: lenient, ...afterOthers, ...cloudProcess },
      },
      // Random faults can delay a call until a test ends. The same test with other faults shows if the product is wrong.
      { extends: true, test: { name: 'harsh', env: { LOCAL_CLOUD_HARSH: seed }, retry: 1, ...harshGroup, ...sharedCloud } },
    ],
  },
});
