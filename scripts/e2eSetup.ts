import { existsSync } from 'node:fs';
import { requireChromium } from './chromium.ts';

/** Before the end-to-end tests: is there all that they need? */
export default function setup(): void {
  requireChromium();
  const built = ['dist/client/index.html', 'dist/server/main.js', 'dist/desk/page.js'];
  if (!built.every((path) => existsSync(path))) {
    throw new Error('The end-to-end tests run against the build: npm run build first.');
  }
}
