import { existsSync } from 'node:fs';
import { requireChromium } from './chromium.ts';

/** Before the end-to-end tests: is there all that they need? */
export default function setup(): void {
  requireChromium();
  if (!existsSync('dist/client/index.html') || !existsSync('dist/server/main.js')) {
    throw new Error('The end-to-end tests run against the build: npm run build first.');
  }
}
