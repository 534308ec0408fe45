import { CheckinPage } from '../pages/CheckinPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { SyncPanel } from '../pages/SyncPanel.ts';
import { expect, test } from '../support/fixtures.ts';
import { readDatabases } from '../support/indexedDb.ts';
import { atTheDoor } from '../support/world.ts';

test('access taken away at an open door ends it, deletes the copy, and can be given again', async ({
  device,
  world,
}) => {
  const { host, event, session } = await atTheDoor(world, { clients: 5 });
  const sessionId = session._id;
  const door = await device({ as: host });
  const checkin = new CheckinPage(door);
  const home = new HomePage(door);
  await checkin.open(event.id, sessionId);
  await checkin.expectSynced();

  await world.authorize(host, event, false);
  await home.expectShown();
  await expect(home.message(door.t('home.gone'))).toBeVisible();
  await expect(door.page.getByText(door.t('home.emptyTitle'))).toBeVisible();
  const names = async () => Object.keys(await readDatabases(door.page));
  await expect.poll(names).toEqual([expect.stringMatching(/-CENTRAL$/)]);

  await world.authorize(host, event);
  await home.eventLink(event.title).click();
  await checkin.open(event.id, sessionId);
  await checkin.expectSynced();
});

test('a check-in made without network before the access was taken away is not lost', async ({
  device,
  world,
}) => {
  const {
    host,
    event,
    session,
    names: [name = ''],
  } = await atTheDoor(world, { clients: 5 });
  const door = await device({ as: host });
  const checkin = new CheckinPage(door);
  await checkin.open(event.id, session._id);
  await checkin.expectSynced();
  await door.offline();
  await checkin.admit(name);
  await world.authorize(host, event, false);
  await door.online();
  await new HomePage(door).expectShown();
  expect(await world.checkins(event)).toHaveLength(0);
  const panel = new SyncPanel(door);
  await panel.open(door.t('sync.attention'));
  await expect(panel.root).toContainText(door.t('sync.withheld'));
  await expect(panel.root).toContainText(door.t('sync.todo.forbidden'));
  await door.page.keyboard.press('Escape');
  await world.authorize(host, event);
  await expect(new HomePage(door).eventLink(event.title)).toBeVisible();
  await checkin.open(event.id, session._id);
  await checkin.expectInside(name);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(1);
});
