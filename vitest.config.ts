import { configDefaults, defineConfig } from 'vitest/config';

const http = 'tests/http/**/*.test.ts';
/** The seed of harsh mode, in which the HTTP tests run. The title of a test that fails shows it; an empty seed turns the mode off. */
const { LOCAL_CLOUD_HARSH: seed = '1' } = process.env;

export default defineConfig({
  test: {
    // Two cores: more files at once only make each other late.
    maxWorkers: 2,
    // For tests on the whole stack, on a machine that does other things too.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['{shared,lambdas,infra,local,tools,tests,web}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, http],
          // Only the HTTP tests expect faults.
          env: { LOCAL_CLOUD_HARSH: '' },
        },
      },
      {
        extends: true,
        test: {
          name: seed ? `http, LOCAL_CLOUD_HARSH=${seed}` : 'http',
          include: [http],
          env: { LOCAL_CLOUD_HARSH: seed },
          setupFiles: ['tests/fixtures/failure-log.ts'],
        },
      },
    ],
  },
});
