import { defineConfig } from '@playwright/test';
import { findChromium, launchArguments } from './chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Each worker has a separate local cloud. The machine has two cores, and each test waits for a third of its time.
  workers: 3,
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // On a busy machine, the browser may miss a state that is visible only for a short time. If a test passes only in its second run, it is
  // reported as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // tools/test/main.ts reads the durations and the failures.
  reporter: [['list'], ['json', { outputFile: '../../.build/tests/browser.json' }]],
  use: {
    actionTimeout: 20_000,
    locale: 'en-US',
    trace: 'on-first-retry',
    launchOptions: { executablePath, args: launchArguments, env: { ...(process.env as Record<string, string>), ...env } },
  },
});
