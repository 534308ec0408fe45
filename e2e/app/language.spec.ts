import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test } from '../support/fixtures.ts';

for (const [locale, language, submit] of [
  ['en-GB', 'en-US', 'Log in'],
  ['fr-FR', 'fr-CH', 'Se connecter'],
  ['de-CH', 'fr-CH', 'Se connecter'],
] as const) {
  test(`a browser in ${locale} sees ${language} [I18N-02]`, async ({ device }) => {
    const visitor = await device({ locale });
    await new LoginPage(visitor).open();
    await expect(visitor.page.locator('html')).toHaveAttribute('lang', language);
    await expect(visitor.page.getByRole('button', { name: submit, exact: true })).toBeVisible();
  });
}

test('dates have the year only when it is another one or far away [I18N-04] [I18N-05]', async ({
  device,
  world,
}) => {
  const now = new Date();
  const date = new Date(now.getFullYear() - 2, 2, 4, 12).getTime();
  // Not today: the first of a month is '1er' in French, and midnight may come.
  const soon = new Date(now.getFullYear(), now.getMonth(), 14, 12);
  const event = await world.event({
    clients: 1,
    sessions: [
      { title: 'Old dinner', titleFrench: 'Vieux dîner', date, status: 'ongoing' },
      { title: 'New dinner', titleFrench: 'Nouveau dîner', date: soon.getTime(), status: 'ongoing' },
    ],
  });
  const month = (locale: string) => soon.toLocaleDateString(locale, { month: 'long' });
  const short = { 'en-US': `${month('en')} 14`, 'fr-CH': `14 ${month('fr')}` };
  for (const [locale, old, titles] of [
    ['en-US', `March 4, ${now.getFullYear() - 2}`, ['Old dinner', 'New dinner']],
    ['fr-CH', `4 mars ${now.getFullYear() - 2}`, ['Vieux dîner', 'Nouveau dîner']],
  ] as const) {
    const home = new HomePage(await device({ as: world.manager, locale }));
    await home.open();
    await expect(home.session(event.title, titles[0]).getByRole('time')).toHaveText(old);
    await expect(home.session(event.title, titles[1]).getByRole('time')).toHaveText(short[locale]);
  }
});

test('another language is chosen before the login, and in the account; the device keeps it [I18N-01]', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 1 });
  const french = await device({ as: await world.person('manager'), locale: 'fr-CH' });
  const { page } = french;
  await french.open(`/event/${event.id}/history`);
  await page.getByRole('button', { name: /^Compte/ }).click();
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  // What the server says in words, too.
  await expect(page.getByRole('cell', { name: /Session created with 1 client/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Français', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
});
