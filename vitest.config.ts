import { configDefaults, defineConfig } from 'vitest/config';

/** The seed of harsh mode. Another seed injects other faults. */
const { LOCAL_CLOUD_HARSH: seed = '1' } = process.env;

/** Tests beside their code that start no process and no server. */
const unit = '{shared,lambdas,web,tools/checks,tools/test}/**/*.test.{ts,tsx}';
/** Tests of the product over HTTP, which share one local cloud per worker. */
const http = 'tests/http/*.test.ts';
/** The same with an own local cloud for each file: for other settings, or because the tests count the work of all users. */
const ownCloud = 'tests/http/own-cloud/*.test.ts';
/** Only `npm run test:all` runs these: crashes, long histories, memory limits, AWS's own DynamoDB. */
const soak = ['tests/{soak,media}/**/*.test.ts', 'tests/ledger/{aws,histories}.test.ts', 'tests/abuse/free-account-budget.test.ts'];

const lenient = { LOCAL_CLOUD_HARSH: '' };
const failureLog = 'tests/fixtures/failure-log.ts';
const sharedCloud = { isolate: false, include: [http], setupFiles: [failureLog, 'tests/fixtures/reset-shared-cloud.ts'] };

export default defineConfig({
  test: {
    // Two cores: more files at once only delay each other.
    maxWorkers: 2,
    // For tests on the whole stack, on a machine that does other things too.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], env: lenient } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{infra,local,tools,tests}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, unit, http, ownCloud, ...soak],
          env: lenient,
        },
      },
      { extends: true, test: { name: 'http', env: lenient, ...sharedCloud } },
      { extends: true, test: { name: 'own-cloud', include: [ownCloud], env: lenient, setupFiles: [failureLog] } },
      { extends: true, test: { name: 'soak', include: soak, env: lenient } },
      { extends: true, test: { name: 'harsh', env: { LOCAL_CLOUD_HARSH: seed }, ...sharedCloud } },
    ],
  },
});
