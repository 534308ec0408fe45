import { setTimeout as delay } from 'node:timers/promises';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expectAccessible, SIZES } from '../support/accessible.ts';
import { FRENCH, type Device } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer, type Foyer } from '../support/foyer.ts';
import { request } from '../support/http.ts';
import { guestNames } from '../support/world.ts';

/** As somebody copies them out of the page into the laptop's terminal. */
const variablesOf = (shown: string): Record<string, string> =>
  Object.fromEntries(shown.split('\n').map((line) => line.split('=', 2) as [string, string]));

async function logIn({ page, t }: Device, { username, password }: { username: string; password: string }) {
  await page.goto('/login');
  await page.getByRole('textbox', { name: t('login.username') }).fill(username);
  await page.getByLabel(t('login.password')).first().fill(password);
  await page.getByRole('button', { name: t('login.submit') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();
}

test('a manager joins a hub as the page says, whoever may see its events works there, and one tap ends it', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  test.slow();
  const host = await world.person('host');
  const event = await world.event({ title: 'Winter Ball', clients: 4, for: [host] });
  const other = await world.event({ title: 'Summer Party', clients: 1 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');

  const desk = await device({ as: world.manager, url: ownFoyer.url, locale: FRENCH });
  const { page, t } = desk;
  await desk.open('/users');
  await page.getByRole('link', { name: t('hubs.title') }).click();
  await expect(page.getByText(t('hubs.emptyText'))).toBeVisible();
  await page.getByRole('button', { name: t('hubs.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('hubs.add') });
  await dialog.getByRole('textbox', { name: t('hubs.name') }).fill('Salle 3');
  await dialog.getByRole('button', { name: t('hubs.getCode') }).click();
  await expect(dialog.getByText(t('hubs.chooseEvent'))).toBeVisible();
  await dialog.getByRole('checkbox', { name: event.title }).check();
  await dialog.getByRole('button', { name: t('hubs.getCode') }).click();
  await expect(dialog.getByText(t('hubs.waiting'))).toBeVisible();
  await expectAccessible(desk, 'code of a hub', ['phone', 'desktop']);
  // Somebody else has seen it.
  const shown = async () => variablesOf(await dialog.getByText(/^FOYER_UPSTREAM=/).innerText());
  const seen = { code: (await shown())['FOYER_UPSTREAM_CODE'] };
  await dialog.getByRole('button', { name: t('hubs.takeBack') }).click();
  await expect(page.getByText(t('hubs.takenBack'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const worthless = { reason: 'invalid_code' };
  expect((await request(ownFoyer.url, 'POST', '/api/hub/join', seen)).body).toMatchObject(worthless);
  await page.getByRole('button', { name: t('hubs.add') }).click();
  await dialog.getByRole('textbox', { name: t('hubs.name') }).fill('Salle 3');
  await dialog.getByRole('checkbox', { name: event.title }).check();
  await dialog.getByRole('button', { name: t('hubs.getCode') }).click();
  const variables = await shown();
  expect(Object.keys(variables)).toEqual(['FOYER_UPSTREAM', 'FOYER_UPSTREAM_CODE']);
  expect(variables['FOYER_UPSTREAM']).toBe(ownFoyer.url);
  expect(variables['FOYER_UPSTREAM_CODE']).toMatch(/^[A-Z2-9]{12}$/);

  let hub: Foyer | null = null;
  try {
    hub = await startFoyer({ COUCHDB_URL: '', ADMIN_USERNAME: '', ADMIN_PASSWORD: '', ...variables });
    await expect(dialog.getByText(t('hubs.joined', { name: 'Salle 3' }))).toBeVisible();
    await expect(dialog.getByText(/FOYER_UPSTREAM/), 'a code that was used is nothing to keep').toHaveCount(
      0,
    );
    const again = { code: variables['FOYER_UPSTREAM_CODE'] };
    expect((await request(ownFoyer.url, 'POST', '/api/hub/join', again)).body, 'once').toMatchObject(
      worthless,
    );
    await dialog
      .getByRole('button', { name: t('common.close') })
      .last()
      .click();
    const row = page.getByRole('listitem').filter({ hasText: 'Salle 3' });
    await expect(row).toContainText(event.title);
    await expect(row).not.toContainText(other.title);

    // On the laptop: the password of the central server, the event that was chosen, and no other.
    while (!(await holds(hub))) await delay(50);
    const phone = await device({ url: hub.url, viewport: SIZES.phone });
    await logIn(phone, host);
    await expect(phone.page.getByText(event.title).first()).toBeVisible();
    await expect(phone.page.getByText(other.title)).toHaveCount(0);
    const checkin = new CheckinPage(phone);
    await checkin.open(event.id, session._id);
    await expect(phone.page.getByText(/^On the hub/)).toBeVisible({ timeout: 60_000 });
    await checkin.admit(guestNames(event, session)[0] ?? '');
    await expect.poll(async () => (await world.checkins(event)).length, { timeout: 60_000 }).toBe(1);
    expect((await world.checkins(event))[0]?.author.name).toBe(host.username);

    await row.getByRole('button', { name: t('hubs.endOf', { name: 'Salle 3' }) }).click();
    await page
      .getByRole('dialog', { name: t('hubs.endTitle', { name: 'Salle 3' }) })
      .getByRole('button', { name: t('hubs.end') })
      .click();
    await expect(page.getByText(t('hubs.emptyText'))).toBeVisible();
    await phone.open('/');
    await phone.page
      .getByRole('button', { name: new RegExp(phone.t('sync.open', { state: '.*' })) })
      .first()
      .click({ timeout: 60_000 });
    await expect(phone.page.getByText(phone.t('hubs.trouble.ended'))).toBeVisible({ timeout: 60_000 });
  } finally {
    await hub?.dispose();
  }
});

/** It has met the central server. */
const holds = async ({ url }: Foyer): Promise<boolean> =>
  Number((await fetch(`${url}/api/health`)).headers.get('x-foyer-hub')) > 0;
