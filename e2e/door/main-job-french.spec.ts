import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventFormPage } from '../pages/EventFormPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { spreadsheet } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';

test('la même tâche en français : créer, coller, faire entrer hors ligne, tout arrive [I18N-01]', async ({
  device,
  world,
}) => {
  const desk = await device({ locale: 'fr-CH' });
  const login = new LoginPage(desk);
  await login.open();
  await expect(desk.page.locator('html')).toHaveAttribute('lang', 'fr-CH');
  await login.logIn(world.manager);

  await new HomePage(desk).create.click();
  const form = new EventFormPage(desk);
  await form.title.fill('Harvest Festival');
  await form.titleFrench.fill('Fête des vendanges');
  await form.fillSession(1, { title: 'Tasting', titleFrench: 'Dégustation' });
  await form.create.click();
  await new EventPage(desk).expectShown('Fête des vendanges');
  await new EventPage(desk).sessionLink('Dégustation').click();

  const session = new SessionPage(desk);
  await session.addClients.click();
  const guests = spreadsheet(4);
  await new QuickAddPage(desk).follow();
  await new QuickAddPage(desk).paste(guests.text);
  await new QuickAddPage(desk).submit(3).click();
  await session.expectCount(3);
  await session.checkIn.click();

  const checkin = new CheckinPage(desk);
  await checkin.expectSynced();
  await desk.offline();
  const [name = ''] = guests.names;
  await checkin.search.fill(name);
  await checkin.outside(name).click();
  // It stays until something else is typed, or for a few seconds.
  await expect(checkin.verdict).toContainText('Bienvenue');
  await expect(checkin.inside(name)).toBeVisible();
  await checkin.search.fill('');
  await checkin.expectWaiting(1);
  await desk.online();
  await checkin.expectSynced();

  const eventId = new URL(desk.page.url()).pathname.split('/')[2] ?? '';
  expect(await world.checkins({ dbName: `event-${eventId}` })).toHaveLength(1);
});
