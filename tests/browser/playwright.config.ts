import { defineConfig } from '@playwright/test';
import { findChromium, launchArguments } from './chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Each worker has a local cloud of its own: while one waits for a video, the other one is at work.
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A browser on a loaded machine may miss a moment once; a test that needs its second try is reported as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    actionTimeout: 20_000,
    locale: 'en-US',
    trace: 'on-first-retry',
    launchOptions: { executablePath, args: launchArguments, env: { ...(process.env as Record<string, string>), ...env } },
  },
});
