/* Draws the PNG icons from public/icon.svg with the installed browser: npm run icons */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { chromiumArgs, requireChromium } from './chromium.ts';

const svg = readFileSync('public/icon.svg', 'utf8');
// Where the platform cuts the corners itself the plate has none; a maskable mark keeps to the inner 80 %.
const square = svg.replace('rx="112"', '');
const maskable = square.replace('scale(1.2)', 'scale(1)');

const icons = [
  { file: 'icon-192.png', size: 192, source: svg },
  { file: 'icon-512.png', size: 512, source: svg },
  { file: 'icon-maskable-512.png', size: 512, source: maskable },
  { file: 'apple-touch-icon.png', size: 180, source: square },
  { file: 'favicon.png', size: 32, source: svg },
];

const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
try {
  const page = await browser.newPage();
  for (const { file, size, source } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${source}`,
    );
    await page.screenshot({ path: `public/${file}`, omitBackground: true });
  }
} finally {
  await browser.close();
}
