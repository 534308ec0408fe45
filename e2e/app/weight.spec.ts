import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { firstParts } from '../../server/http/firstParts.ts';
import { comesLater } from '../../src/app/pwa/laterParts.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test } from '../support/fixtures.ts';

/* What a phone has to load; in bytes, so it is the same on every machine. */

const CLIENT = 'dist/client';
/** As it goes over the air. */
const sentOf = (path: string): number =>
  bytesOf(existsSync(`${CLIENT}/${path}.br`) ? `${path}.br` : path).length;
const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${CLIENT}/${path}`));

test('the entry: what the page itself asks for', () => {
  const html = readFileSync(`${CLIENT}/index.html`, 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  expect(scripts.length).toBeGreaterThan(1);
  const gzip = scripts.reduce((sum, path) => sum + gzipSync(bytesOf(path), { level: 9 }).length, 0);
  expect(gzip).toBeLessThan(150_000);
});

test('what a door downloads to work without network, and what only whoever prepares events keeps', () => {
  const worker = readFileSync(`${CLIENT}/sw.js`, 'utf8');
  const urls = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
  expect(urls.length).toBeGreaterThan(100);
  const sum = (some: readonly string[]): number => some.reduce((total, url) => total + sentOf(url), 0);
  const later = urls.filter(comesLater);
  expect(sum(urls.filter((url) => !comesLater(url)))).toBeLessThan(2_000_000);
  // All that is said to come later is there: a part that was given another name would come with the first.
  for (const part of [
    'assets/pdf.worker',
    'assets/NotifPage',
    'assets/xlsx',
    'assets/FigureChart',
    'assets/noto-sans-arabic',
    'assets/PlanEditorPage',
    'assets/MoneyPage',
    'assets/UsersPage',
    'assets/importWorker',
    'assets/statementWorker',
    'icon-512.png',
    'icon-maskable-512.png',
  ])
    expect(
      later.filter((url) => url.startsWith(part)),
      part,
    ).not.toEqual([]);
  expect(sum(later)).toBeLessThan(1_450_000);
});

test('the first page in either language: what the server tells a new device to fetch at once', () => {
  for (const links of Object.values(firstParts(CLIENT) ?? {})) {
    const [atOnce = '', atRest = ''] = [/rel=preload/, /rel=prefetch/].map((rel) =>
      links
        .split(', ')
        .filter((link) => rel.test(link))
        .map((link) => /<\/([^>]+)>/.exec(link)?.[1])
        .join(' '),
    );
    for (const part of ['LoginPage', 'first', 'login']) expect(atOnce).toContain(`assets/${part}-`);
    expect(atOnce).not.toMatch(/\/(?:common|database|schemas|userContext|rest)-[^ ]*\.js/);
    expect(atRest).toContain('assets/server-');
    const bytes = atOnce.split(' ').reduce((sum, path) => sum + sentOf(path), 0);
    expect(bytes).toBeLessThan(40_000);
    expect(bytes).toBeGreaterThan(20_000);
  }
  expect(Object.keys(firstParts(CLIENT) ?? {})).toEqual(['en', 'fr']);
});

test('a door opens its list without the forms of what the server is asked', () => {
  const names = readdirSync(`${CLIENT}/assets`).filter((name) => name.endsWith('.js'));
  const needed = new Set(names.filter((name) => /^(?:index|userContext|gates|CheckinPage)-/.test(name)));
  // A set is walked with what is added meanwhile.
  for (const name of needed) {
    const code = readFileSync(`${CLIENT}/assets/${name}`, 'utf8');
    for (const [, part = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) needed.add(part);
  }
  const isNeeded = (part: string): boolean => [...needed].some((name) => name.startsWith(`${part}-`));
  expect(['schemas', 'common', 'CheckinPage'].filter((part) => !isNeeded(part))).toEqual([]);
  expect(names.some((name) => name.startsWith('calls-'))).toBe(true);
  expect(isNeeded('calls')).toBe(false);
});

test('what can be compressed lies there compressed, as brotli', () => {
  const names = readdirSync(`${CLIENT}/assets`);
  const large = names.filter(
    (name) => /\.(?:js|mjs|css|wasm|ttf)$/.test(name) && bytesOf(`assets/${name}`).length > 1024,
  );
  expect(large.length).toBeGreaterThan(50);
  expect(large.filter((name) => !names.includes(`${name}.br`))).toEqual([]);
});

test('the login page comes with little: nothing of the databases, and nothing that only later screens share', async ({
  device,
}) => {
  const visitor = await device({});
  const loaded: string[] = [];
  const plain: number[] = [];
  const typeface: number[] = [];
  visitor.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/assets/')) return;
    loaded.push(pathname);
    const { 'content-encoding': encoding, 'content-length': length = 'NaN' } = response.headers();
    // Compressed in itself, and nothing waits for it: the words stand there in the system's letters until it comes.
    if (pathname.endsWith('.woff2')) {
      typeface.push(Number(length));
      return;
    }
    if (encoding !== 'br') plain.push(Number(length));
  });
  await new LoginPage(visitor).open();
  await visitor.page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => /(database|common|userContext|rest)-[^/]*\.js/.test(path))).toEqual([]);
  expect(plain.filter((length) => !(length <= 1024))).toEqual([]);
  // What came over the network: a part that was fetched is then imported out of the browser's cache.
  const bytes = await visitor.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => /\/assets\/.*(?<!\.woff2)$/.test(name) && transferSize > 0)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  // What a login asks the server with is 38 kB of it, and grows with the table of the API's calls.
  expect(bytes).toBeLessThan(230_000);
  expect(bytes).toBeGreaterThan(100_000);
  // One script of one typeface.
  expect(typeface).toHaveLength(1);
  expect(typeface[0]).toBeLessThan(50_000);
});
