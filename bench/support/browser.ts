import { chromium, type Page } from '@playwright/test';
import { pageScript } from '../../e2e/support/pageScript.ts';
import { chromiumArgs, requireChromium } from '../../scripts/chromium.ts';
import type { BenchPage } from '../browser/page.ts';

/** The page's functions, callable from here. */
export interface Bench {
  call<K extends keyof BenchPage>(
    name: K,
    ...args: Parameters<BenchPage[K]>
  ): Promise<Awaited<ReturnType<BenchPage[K]>>>;
  close(): Promise<void>;
}

let script: Promise<string> | null = null;

/** A fresh Chromium with a page of the server's origin (`url`) that has the bench functions and nothing else. */
export async function openBench(url: string): Promise<Bench> {
  const code = await (script ??= pageScript('bench/browser/page.ts'));
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.route('**/bench.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/bench.js"></script>',
    }),
  );
  await page.route('**/bench.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto(`${url}/bench.html`);
  await page.waitForFunction(() => 'bench' in globalThis);
  await page.unrouteAll();
  return { call: (name, ...args) => callIn(page, name, args), close: () => browser.close() };
}

async function callIn<T>(page: Page, name: string, args: unknown[]): Promise<T> {
  const result = await page.evaluate(
    async ([wanted, given]) => {
      const { bench } = globalThis as unknown as {
        bench: Record<string, (...all: unknown[]) => Promise<unknown>>;
      };
      return bench[wanted]?.(...given);
    },
    [name, args] as const,
  );
  return result as T;
}
