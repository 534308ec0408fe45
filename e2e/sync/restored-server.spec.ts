import { CheckinPage } from '../pages/CheckinPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { expectAccessible, SIZES } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { guestNames } from '../support/world.ts';

test('events that a restored server lacks: one is given back by a manager, one is let go, told what is lost', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  await ownFoyer.backup();
  const [kept, meant] = [
    await world.event({ title: 'Spring Ball', clients: 3 }),
    await world.event({ title: 'Test event', clients: 3 }),
  ];
  const office = await device({ as: world.manager, url: ownFoyer.url, viewport: SIZES.phone });
  const { page, t } = office;
  const checkin = new CheckinPage(office);
  for (const event of [kept, meant]) {
    await checkin.open(event.id, event.sessions[0]?._id ?? '');
    await checkin.expectSynced();
  }
  await ownFoyer.restore();
  await new HomePage(office).open();
  const notice = page.getByRole('region', { name: t('home.missing', { count: 2 }) });
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await expectAccessible(office, 'Home with events that the server lacks', ['phone']);

  // Work goes on, and is counted before it is thrown away.
  const [session] = meant.sessions;
  if (session === undefined) throw new Error('no session');
  await checkin.open(meant.id, session._id);
  await checkin.admit(guestNames(meant, session)[0] ?? '');
  await new HomePage(office).open();
  await page.getByRole('button', { name: t('home.giveUpOf', { title: meant.title }) }).click();
  const asked = page.getByRole('dialog', { name: t('home.giveUpTitle', { title: meant.title }) });
  await expect(asked).toContainText(t('home.giveUpText', { count: 3 }));
  await expect(asked).toContainText(t('home.giveUpUnconfirmed', { count: 1 }));
  await expectAccessible(office, 'letting an event go', ['phone']);
  await asked.getByRole('button', { name: t('home.giveUp') }).click();
  await expect(page.getByText(t('home.gaveUp', { title: meant.title }))).toBeVisible();
  await page.getByRole('button', { name: t('home.bringBackOf', { title: kept.title }) }).click();
  await expect(page.getByText(t('home.broughtBack', { title: kept.title }))).toBeVisible();

  await page.reload();
  await expect(page.getByRole('link', { name: kept.title, exact: true })).toBeVisible();
  await expect(page.getByText(meant.title)).toHaveCount(0);
  await expect(page.getByRole('region', { name: t('home.missing', { count: 1 }) })).toHaveCount(0);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases.filter((name) => name?.includes(meant.id))).toEqual([]);
  expect(await world.documents(kept.dbName, 'client_')).toHaveLength(3);
});
