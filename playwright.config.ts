import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/chromium.ts';

/* The tests run against the build (npm run build); each worker starts a server of its own on a free port. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Says in one line what to do where there is no browser.
  globalSetup: './scripts/e2eSetup.ts',
  // One more than there are cores: a test waits for its page, its server and what comes late for a quarter of its time.
  workers: availableParallelism() + 1,
  // A second try only where nobody watches, and it is reported as flaky, never as passed in silence.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous: a busy machine is slow, and what hangs fails all the same.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    // Recording takes a quarter of the processor's time: only a second try is recorded. By hand: --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
