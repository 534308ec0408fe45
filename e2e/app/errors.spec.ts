import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test } from '../support/fixtures.ts';

test('what nobody has words for is “An error occured” [ERROR-19]', async ({ device }) => {
  const visitor = await device();
  const login = new LoginPage(visitor);
  await login.open();
  await visitor.page.route('**/api/login', (route) => route.fulfill({ status: 500, body: 'no words' }));
  await login.enter('Ada', 'Foyer2026');
  await expect(login.failure).toHaveText('An error occured');
});

test('a call that fails says why in the status area, and changes nothing [ERROR-20]', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  const page = new EventPage(own);
  await page.open(event.id);
  await own.page.route(`**/api/event/${event.id}`, (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'unknown', message: 'The archive is on fire.' } }),
  );
  await page.actions.click();
  await page.action(own.t('event.deleteEvent')).click();
  await own.page
    .getByRole('dialog')
    .getByRole('button', { name: own.t('event.deleteEvent') })
    .click();
  await expect(new HomePage(own).message('The archive is on fire.')).toBeVisible();
  await page.expectShown(event.title);
  await expect(page.session('Dinner')).toBeVisible();
});
