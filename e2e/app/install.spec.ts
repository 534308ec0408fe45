import { z } from 'zod';
import { HomePage } from '../pages/HomePage.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

const manifest = z.object({
  name: z.string(),
  start_url: z.string(),
  display: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().optional() }),
  ),
});

test('the app can be installed: manifest, icons, service worker [PWA-01]', async ({ device, world }) => {
  const own = await device({ as: world.manager, serviceWorker: true });
  await new HomePage(own).open();
  const href = await own.page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await own.page.request.get(href ?? '');
  const { name, display, start_url, icons } = manifest.parse(await answer.json());
  expect({ name, display, start_url }).toEqual({ name: 'Foyer', display: 'standalone', start_url: '/' });
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes, type } of icons) {
    const icon = await own.page.request.get(src);
    expect(icon.headers()['content-type'], src).toContain(type);
    if (type !== 'image/png') continue;
    // The size as the PNG's header has it.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  await offlineReady(own.page);
  const scope = await own.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope);
  expect(scope).toBe(`${world.url}/`);
  // What Chromium itself has against an installation.
  const session = await own.context.newCDPSession(own.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
