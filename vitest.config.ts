import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,lambdas,infra,web,bench,e2e}/**/*.test.{ts,tsx}'],
    // Two cores: more files at once only make each other late.
    maxWorkers: 2,
    // For tests on the whole stack, on a machine that does other things too.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
