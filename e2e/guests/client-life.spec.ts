import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

const TABLE = { type: 'circle', number: 7, position: { x: 40, y: 50 }, rotation: 0, scale: 1, seats: 4 };
const PLAN = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t7: TABLE } } };
const GALA = { type: 'session', title: 'Gala', titleFrench: 'Gala', date: Date.now(), status: 'ongoing' };

test('without network a client is created with a seat, changed, deleted and brought back', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const gala = { _id: 'session_life', ...GALA, plan: PLAN, clients: [] };
  const event = await world.event({ for: [member], clients: 0, sessions: [], extra: [gala] });
  const desk = await device({ as: member, locale: FRENCH, serviceWorker: true });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}`);
  await offlineReady(page);
  await desk.offline();

  await desk.open(`/event/${event.id}/client/new`);
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await page.getByRole('checkbox', { name: 'Gala' }).check();
  const submit = page.getByRole('button', { name: t('clientCreate.submit'), exact: true });
  await submit.click();
  await expect(field('forename')).toBeFocused();
  await expect(page.getByText(t('validation.required')).first()).toBeVisible();
  await field('forename').fill('Zoë');
  await field('surname').fill('Łukasiewicz');
  await field('email').fill('zoe@example.org');
  await field(`table-${gala._id}`).fill('7');
  await field(`seat-${gala._id}`).fill('9');
  await submit.click();
  await expect(page.getByText(t('errors.invalid_seat_number'))).toBeVisible();
  await field(`seat-${gala._id}`).fill('2');
  await submit.click();
  await page.getByRole('link', { name: t('clientCreate.open') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zoë Łukasiewicz');

  await page.getByRole('link', { name: t('client.edit') }).click();
  await field('company').fill('Łódź & Cie');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByText('Łódź & Cie').first()).toBeVisible();

  await page.getByRole('button', { name: t('client_display.delete') }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`));
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect(page.getByText(t('client_display.deletedDone', { name: 'Zoë Łukasiewicz' }))).toBeVisible();
  expect(await world.documents(event.dbName, 'client_')).toEqual([]);

  await desk.online();
  await expect
    .poll(async () => (await world.documents(event.dbName, 'client_')).map((doc) => doc['company']))
    .toEqual(['Łódź & Cie']);
  // The server lays the act into the session a moment later.
  await expect
    .poll(async () => (await world.sessions(event))[0]?.clients[0]?.placement)
    .toMatchObject({ tableId: 't7', seatIndex: 1 });
});
