import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
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

/** Builds a page's script. */
export async function pageScript(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    // Rolldown warns of each "use client" in the packages.
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      lib: { entry: resolve(entry), formats: ['es'], fileName: 'bench' },
      // One script: the page is given no other.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [bundle] = [output].flat();
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('no script was built');
  return chunk.code;
}

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
