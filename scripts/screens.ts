/*
 * Draws the screens of docs/screens.md with the installed browser, on the demo: npm run screens
 * For a look at what one works on: npm run screens -- --out DIR [--language fr] [--scheme dark] [NAME …]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo/seed.ts';
import { LOGIN_KEY } from '#data/login.ts';
import { chromiumArgs, requireChromium } from './chromium.ts';
import { demoScreens, pageOfScreens, SCREEN_SIZES, type DemoScreen } from './screenPage.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'docs/images/screens' },
    language: { type: 'string', default: 'en' },
    scheme: { type: 'string', default: 'light' },
    url: { type: 'string' },
  },
});
const own = values.out === 'docs/images/screens';
mkdirSync(values.out, { recursive: true });

const chosen = demoScreens().filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const demo = values.url === undefined ? await startDemo() : null;
const url = values.url ?? demo?.url ?? '';
const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
try {
  for (const login of [null, ...DEMO_LOGINS]) await drawAs(browser, login);
  if (own && positionals.length === 0) writeFileSync('docs/screens.md', pageOfScreens(chosen));
} finally {
  await browser.close();
  demo?.child.kill();
}

/** What the browser keeps of a login. */
async function logIn(login: string): Promise<string> {
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password: DEMO_PASSWORD, request: 'screens' }),
  });
  const { token, expires, user } = (await reply.json()) as Record<string, unknown>;
  return JSON.stringify({ token, expires, user });
}

/** Every chosen screen that is looked at with this login. */
async function drawAs(from: Browser, login: DemoScreen['as']): Promise<void> {
  const mine = chosen.filter((screen) => screen.as === login);
  if (mine.length === 0) return;
  const session = login === null ? null : await logIn(login);
  for (const [size, viewport] of Object.entries(SCREEN_SIZES)) {
    const context = await from.newContext({
      baseURL: url,
      viewport,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      hasTouch: size !== 'desktop',
      colorScheme: values.scheme === 'dark' ? 'dark' : 'light',
      locale: values.language === 'fr' ? 'fr-CH' : 'en-US',
      ...(session === null
        ? {}
        : {
            storageState: {
              cookies: [],
              origins: [{ origin: url, localStorage: [{ name: LOGIN_KEY, value: session }] }],
            },
          }),
    });
    const page = await context.newPage();
    for (const screen of mine) await draw(page, screen, size);
    await context.close();
  }
}

async function draw(page: Page, screen: DemoScreen, size: string): Promise<void> {
  await page.goto(screen.address);
  await page.locator(screen.ready).first().waitFor();
  await screen.before?.(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  // What is fetched while one looks, such as pictures and counts, has come.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
  const devtools = await page.context().newCDPSession(page);
  // Small where they are kept, in every viewer's format where they are looked at.
  const format = own ? 'webp' : 'png';
  const { data } = await devtools.send('Page.captureScreenshot', own ? { format, quality: 60 } : { format });
  await devtools.detach();
  writeFileSync(join(values.out, `${screen.name}-${size}.${format}`), data, 'base64');
}

/** The built demo on a free port; its folder goes with it. */
async function startDemo(): Promise<{ url: string; child: ChildProcess }> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  const child = spawn(process.execPath, ['dist/server/demo.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: undefined },
  });
  child.stdout.setEncoding('utf8');
  for await (const part of child.stdout) if (String(part).includes('ready at')) break;
  return { url: `http://127.0.0.1:${port}`, child };
}
