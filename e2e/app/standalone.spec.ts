import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { SyncPanel } from '../pages/SyncPanel.ts';
import { deviceOf, type Device } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { idsIn, localDocIn, readDatabases } from '../support/indexedDb.ts';

/** The app in a window of its own, as installed; the test ends it. */
async function installed(url: string, { executablePath, args = [] }: LaunchOptions): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-app-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...args, `--app=${url}`],
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  context.on('close', () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  return deviceOf(context, page, 'en-US');
}

const file = { _id: 'file_map', type: 'file', name: 'Map' };

test('the installed app keeps a full copy and says so in the database, a tab a light one [PWA-02] [SYNC-02] [SYNC-06] [SYNC-07]', async ({
  device,
  world,
  launchOptions,
}) => {
  const event = await world.event({ clients: 5, extra: [file] });
  const app = await installed(world.url, launchOptions);
  try {
    expect(await app.page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    const asked: string[] = [];
    app.page.on('request', (request) =>
      asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
    );
    const login = new LoginPage(app);
    await login.expectShown();
    await login.logIn(world.manager);
    await new HomePage(app).eventLink(event.title).click();
    await new EventPage(app).expectShown(event.title);
    const panel = new SyncPanel(app);
    await panel.expectSynced();
    await panel.open();
    await expect(panel.root).toContainText(app.t('sync.mode_full'));
    const databases = await readDatabases(app.page);
    expect(idsIn(databases, event.id)).toContain(file._id);
    expect(localDocIn(databases, event.id, 'foyer-copy')).toMatchObject({ mode: 'full', complete: true });
    // Everything of the server's first, and only then changes.
    const ofEvent = asked.filter((path) => path.startsWith(`/db/${event.dbName}/`));
    expect(ofEvent[0]).toContain('_bundle?mode=full');
  } finally {
    await app.context.close();
  }

  const tab = await device({ as: world.manager });
  await tab.open(`/event/${event.id}`);
  const panel = new SyncPanel(tab);
  await panel.expectSynced();
  await panel.open();
  await expect(panel.root).toContainText(tab.t('sync.mode_light'));
  const databases = await readDatabases(tab.page);
  expect(idsIn(databases, event.id)).toContain('event');
  expect(idsIn(databases, event.id)).not.toContain(file._id);
  expect(localDocIn(databases, event.id, 'foyer-copy')).toMatchObject({ mode: 'light', complete: true });
});

test('a first full pull that fails says so in the status and can be tried again [SYNC-08] [ERROR-21]', async ({
  world,
  launchOptions,
}) => {
  const event = await world.event({ clients: 5 });
  const app = await installed(world.url, launchOptions);
  try {
    await app.page.route('**/_bundle?**', (route) => route.fulfill({ status: 500, body: '{}' }));
    const login = new LoginPage(app);
    await login.expectShown();
    await login.logIn(world.manager);
    await new HomePage(app).eventLink(event.title).click();
    await expect(
      app.page.getByRole('alert').filter({ hasText: 'Unsynchronized event' }).first(),
    ).toBeVisible();
    await expect(app.page.getByRole('heading', { name: app.t('problem.eventTitle') })).toBeVisible();
    await app.page.unroute('**/_bundle?**');
    await app.page.getByRole('button', { name: app.t('common.retry') }).click();
    await new EventPage(app).expectShown(event.title);
  } finally {
    await app.context.close();
  }
});
