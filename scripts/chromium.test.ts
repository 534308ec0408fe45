import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { chromiumArgs } from './chromium.ts';

it('our list of features that are off keeps all that Playwright turns off', () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const bundle = readFileSync(playwright.resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? [];
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(5);
  const ours = chromiumArgs.flatMap((arg) => /^--disable-features=(.*)$/.exec(arg)?.[1]?.split(',') ?? []);
  expect(ours).toEqual(expect.arrayContaining(theirs));
});
