import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { ScanPage } from '../pages/ScanPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer } from '../support/foyer.ts';
import { navigate } from '../support/navigate.ts';
import { changeWorker, ownBuild } from '../support/ownBuild.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { createWorld } from '../support/world.ts';

/** In the new version the scanner is another file, and the server has the old one no more. */
async function withAnotherScanner(root: string): Promise<string> {
  const assets = join(root, 'dist/client/assets');
  const files = (await readdir(assets)).filter((name) => name.startsWith('ScanPage-'));
  const old = files.find((name) => name.endsWith('.js')) ?? '';
  const another = 'ScanPage-another1.js';
  await rename(join(assets, old), join(assets, another));
  for (const name of files.filter((each) => each !== old)) await rm(join(assets, name));
  await changeWorker(root, (text) => {
    expect(text).toContain(old);
    return text.replaceAll(old, another);
  });
  return old;
}

/** Agrees to the new version as another tab does. */
const agreeElsewhere = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const replaced = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await registration.update();
    const coming = registration.waiting ?? registration.installing;
    const agree = () => registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
    coming?.addEventListener('statechange', agree);
    agree();
    await replaced;
  });

test('a door that goes on while another tab took a new version opens parts of its own that it never opened', async ({
  device,
}) => {
  const root = await ownBuild();
  const foyer = await startFoyer({}, root);
  try {
    const world = await createWorld(foyer.url);
    const event = await world.event({ clients: 3 });
    const sessionId = event.sessions[0]?._id ?? '';
    const door = await device({ as: world.manager, url: foyer.url, serviceWorker: true });
    const { context, page } = door;
    await new CheckinPage(door).open(event.id, sessionId);
    await offlineReady(page);
    const old = await withAnotherScanner(root);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await agreeElsewhere(page);
    // A phone with little room forgets what it was once sent.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    expect((await fetch(`${foyer.url}/assets/${old}`)).status).toBe(404);

    await navigate(page, ScanPage.address(event.id, sessionId));
    await expect(new ScanPage(door).close).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(door.errors).toEqual([]);
  } finally {
    await foyer.dispose();
    await rm(root, { recursive: true, force: true });
  }
});
