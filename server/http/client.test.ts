import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFolder } from '../../scripts/compressBuild.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** As Vite writes it, of an app whose login page shares a part with its words. */
const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', imports: ['_react-1.js'], css: ['assets/index-1.css'] },
  '_react-1.js': { file: 'assets/react-1.js' },
  '_login-1.js': { file: 'assets/login-1.js', imports: ['index.html'] },
  'src/features/login/LoginPage.tsx': {
    ...{ file: 'assets/LoginPage-1.js', imports: ['_login-1.js'] },
    css: ['assets/LoginPage-1.css'],
  },
  'src/data/net/server.ts': { file: 'assets/server-1.js', imports: ['_login-1.js'] },
  'src/i18n/en/first.ts': { file: 'assets/en-1.js', imports: ['_login-1.js'] },
  'src/i18n/fr/first.ts': { file: 'assets/fr-1.js', imports: ['_login-1.js'] },
};

let server: TestServer;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'foyer-client-'));
  await mkdir(join(clientDir, 'assets'));
  await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Foyer</title>');
  await writeFile(join(clientDir, 'sw.js'), '// worker');
  await mkdir(join(clientDir, '.vite'));
  await writeFile(join(clientDir, '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(clientDir, 'assets', 'app-1234.js'), `export const text = '${'long '.repeat(1000)}';`);
  await compressFolder(clientDir);
  server = await startTestServer({ clientDir });
});
afterAll(async () => {
  await server.close();
  await rm(clientDir, { recursive: true, force: true });
});

const html = { accept: 'text/html' };

function raw(url: string, path: string, headers = {}): Promise<{ status?: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = get({ hostname, port, path, headers }, (reply) => {
      text(reply).then((body) => resolve({ status: reply.statusCode, body }), reject);
    });
    asked.on('error', reject);
  });
}

describe('the built app', () => {
  it.each(['/', '/login', '/event/x/session/y?from=z'])('answers %s with index.html', async (path) => {
    const { status, body, headers } = await server.call<string>('GET', path, { headers: html });
    expect([status, body]).toEqual([200, expect.stringContaining('<title>Foyer')]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self' 'unsafe-inline';" +
        "img-src 'self' data: blob:;connect-src 'self';worker-src 'self' blob:;frame-ancestors 'none';" +
        "object-src 'none';base-uri 'none';form-action 'self'",
    );
    expect(headers.get('permissions-policy')).toMatch(
      /^camera=\(self\), .*geolocation=\(\), .*microphone=\(\)/,
    );
  });

  it.each([
    ['en-GB,en;q=0.9', 'en'],
    ['fr-CH', 'fr'],
    ['de', 'fr'],
  ])('tells a browser in %s what the first page is made of, once each', async (language, words) => {
    const { headers } = await server.call('GET', '/login', {
      headers: { ...html, 'accept-language': language },
    });
    const preload = (file: string, as = 'script'): string =>
      `</assets/${file}>; rel=preload; as=${as}; crossorigin`;
    expect(headers.get('link')).toBe(
      [
        preload('login-1.js'),
        preload('LoginPage-1.js'),
        preload('LoginPage-1.css', 'style'),
        preload(`${words}-1.js`),
        preload('server-1.js').replace('preload', 'prefetch'),
      ].join(', '),
    );
    expect((await server.call('GET', '/', { headers: html })).headers.get('link')).toContain('LoginPage');
    expect((await server.call('GET', '/sw.js')).headers.get('link')).toBeNull();
    expect((await server.call('GET', '/.vite/manifest.json')).status).toBe(404);
  });

  it('keeps hashed files for ever, compressed, and asks anew for the others', async () => {
    const asset = await server.call<string>('GET', '/assets/app-1234.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.body).toContain('long long');
    const again = await server.call<string>('GET', '/assets/app-1234.js', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(again.headers.get('content-encoding')).toBe('gzip');
    expect(again.body).toBe(asset.body);
    expect((await server.call('GET', '/sw.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    'shows nothing outside its folder: %s',
    async (path) => {
      const { body } = await server.call<string>('GET', path, { headers: html });
      expect(JSON.stringify(body)).not.toContain('dependencies');
    },
  );

  it.each(['/login//x', '/%00', '/../x'])('takes the odd path %s for a route of the app', async (path) => {
    // fetch would tidy the path up before it asks.
    const { status, body } = await raw(server.url, path, html);
    expect([status, body]).toEqual([200, expect.stringContaining('<title>Foyer')]);
  });

  it.each(['/api//health', '/api/../api/health', '/..//x', '/%00'])(
    'answers a call of the odd path %s with 404',
    async (path) => {
      const { status, body } = await raw(server.url, path);
      expect([status, JSON.parse(body)]).toEqual([404, expect.objectContaining({ ok: false })]);
    },
  );

  it.each(['/assets/gone-1.js', '/api/x', '/db'])('never answers %s with a page', async (path) => {
    const { status } = await server.call('GET', path, { headers: html });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
