import { client } from '#domain/documents/client.ts';
import { session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

/* What a host on the floor asks of a phone: who is this, who belongs to them, who sits where and beside whom. */

const table = (number: number, more: object = {}) => ({
  ...{ type: 'circle', number, seats: 4, rotation: 0, scale: 1, position: { x: 40, y: 40 } },
  ...more,
});
const PLAN = {
  ratio: 1.6,
  state: {
    nextTableIndex: 4,
    tables: {
      t1: table(12),
      t2: table(2),
      t3: table(3, { type: 'single', name: 'Balcon gauche' }),
      stage: { type: 'image', name: 'Scène', seats: 0, position: { x: 80, y: 10 } },
    },
  },
};
const PEOPLE = [
  ['Zoé', 'Quillet', 'one', ['t1', 0], { diet: 'végane', notes: 'Fauteuil roulant' }],
  ['Max', 'Quillet', 'one', ['t1', 1], {}],
  ['Léa', 'Quillet', 'one', ['t1', 2], {}],
  ['Otto', 'Anders', 'two', ['t3', 0], {}],
] as const;
const guests = PEOPLE.map(([forename, surname, consumer, , more], at) =>
  client.parse({
    ...{ _id: `client_door${at}`, type: 'client', forename, surname, number: `D-${at}`, ...more },
    consumerId: `consumer_door_${consumer}`,
  }),
);
const dinner = session.parse({
  ...{ _id: 'session_door', type: 'session', title: 'Dinner', titleFrench: 'Dîner', date: Date.now() },
  ...{ status: 'ongoing', plan: PLAN },
  clients: PEOPLE.map(([, , , place], at) => ({
    ...{ clientId: `client_door${at}`, updatedTime: 1, placement: placementAt(place[0], place[1]) },
  })),
});

test('a host on the floor: diet and notes in sight, who sits where and beside whom, check-in from list, page and search', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const options = { sessions: [], clients: 0, for: [host], extra: [...guests, dinner] };
  const event = await world.event({ ...options, event: { doorShows: ['diet', 'notes'] } });
  const phone = await device({
    as: host,
    locale: FRENCH,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });
  const { page, t } = phone;
  const inside = async () => (await world.checkins(event)).map(({ clientId }) => clientId).toSorted();
  const door = new CheckinPage(phone);

  await test.step('the door says diet, notes, and a row of seats by its name', async () => {
    await door.open(event.id, 'session_door');
    const row = page.getByRole('listitem').filter({ has: door.outside('Zoé Quillet') });
    await expect(row).toContainText(t('checkin.diet', { diet: 'végane' }));
    await expect(row).toContainText('Fauteuil roulant');
    const other = page.getByRole('listitem').filter({ has: door.outside('Otto Anders') });
    await expect(other).toContainText('Balcon gauche, place 1');
    await expect(other).not.toContainText('Fauteuil');
  });

  const card = (title: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
  await test.step('the list by table: seats in their order, who is there, no stage', async () => {
    await page.getByRole('link', { name: t('screens.tables') }).tap();
    await expect(card('Table 12').getByRole('listitem')).toHaveText([
      /^1Zoé Quillet.*végane.*Fauteuil roulant/,
      /^2Max Quillet/,
      /^3Léa Quillet/,
    ]);
    await expect(card('Balcon gauche')).toContainText('Otto Anders');
    await expect(page.getByText('Scène')).toHaveCount(0);
    await expectAccessible(phone, 'list by table', ['phone', 'tablet']);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('searchbox', { name: t('tables.search') }).fill('table 12');
    await expect(card('Balcon gauche')).toHaveCount(0);
    await expect(card('Table 12')).toContainText(t('tables.inside', { inside: 0, expected: 3 }));
  });

  await test.step('the guest’s page: beside whom, with whom, one tap lets in', async () => {
    await card('Table 12').getByRole('link', { name: 'Max Quillet' }).tap();
    await expect(page.getByText(t('tables.besideExpected', { name: 'Zoé Quillet' }))).toBeVisible();
    await expect(
      page.getByText(t('client_display.with', { names: 'Zoé Quillet, Léa Quillet' })),
    ).toBeVisible();
    // As high as a finger.
    for (const tab of await page.getByRole('tab').all())
      expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: t('client_display.admit'), exact: true }).tap();
    await expect.poll(inside).toEqual(['client_door1']);
    await expect(page.getByRole('button', { name: t('client_display.cancelAdmission') })).toBeVisible();
  });

  await test.step('from the search: beside whom, who of them is there, and the whole party in one tap', async () => {
    await page.getByRole('button', { name: t('search.open') }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('search.open') }).fill('zoe quil');
    const found = dialog.getByRole('group', { name: t('client_display.checkIn') });
    await expect(found).toContainText('Table 12, place 1');
    await expect(found).toContainText(/Max Quillet.*\d\d:\d\d/);
    await found.getByRole('button', { name: t('client_display.admitAll', { count: 2 }) }).tap();
    await expect.poll(inside).toEqual(['client_door0', 'client_door1', 'client_door2']);
    await page.keyboard.press('Escape');
  });

  await test.step('what the organiser does not want in sight is not', async () => {
    const plain = await world.event({ ...options, event: { doorShows: [] } });
    await phone.open(`/event/${plain.id}`);
    await door.open(plain.id, 'session_door');
    await expect(door.outside('Zoé Quillet')).toBeVisible();
    await expect(page.getByText('Fauteuil roulant')).toHaveCount(0);
    await expect(page.getByText(/végane/)).toHaveCount(0);
  });
});
