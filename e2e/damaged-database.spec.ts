import { CheckinPage } from './pages/CheckinPage.ts';
import { EventPage } from './pages/EventPage.ts';
import { HomePage } from './pages/HomePage.ts';
import { expect, test } from './support/fixtures.ts';
import { damage } from './support/indexedDb.ts';

test('a damaged copy of an event says so, and is fetched anew', async ({ device, world }) => {
  const host = await world.person('host');
  const event = await world.event({ for: [host], clients: 5 });
  const own = await device({ as: host });
  await own.open(`/event/${event.id}`);
  await new EventPage(own).expectShown(event.title);
  await own.page.goto('/icon.svg');
  await damage(own.page, event.id);

  await own.page.goto(`/event/${event.id}`);
  await expect(own.page.getByRole('heading', { name: own.t('problem.eventTitle') })).toBeVisible();
  await expect(own.page.getByRole('main').getByText(own.t('errors.storage_broken'))).toBeVisible();
  await own.page.getByRole('button', { name: own.t('problem.rebuild') }).click();
  await new EventPage(own).expectShown(event.title);
  const checkin = new CheckinPage(own);
  await checkin.open(event.id, event.sessions[0]?._id ?? '');
  await checkin.expectCounter(0, 5);
});

test('a damaged list of events is replaced by the server’s', async ({ device, world }) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  const home = new HomePage(own);
  await home.open();
  await expect(home.event(event.title)).toBeVisible();
  await own.page.goto('/icon.svg');
  await damage(own.page, 'CENTRAL');
  await home.open();
  await expect(home.event(event.title)).toBeVisible();
});

test('a device whose storage was cleared under the open app goes on after a reload', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  await own.open(`/event/${event.id}`);
  await own.page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await own.page.reload();
  await new EventPage(own).expectShown(event.title);
  await new HomePage(own).open();
  await expect(new HomePage(own).event(event.title)).toBeVisible();
});
