import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

/* Runs make.ts, which is no test and so has none of the tests' names. */
const { globalSetup: _where, ...rest } = config;
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: 'make.ts',
  outputDir: '../../test-results',
  reporter: 'list',
});
