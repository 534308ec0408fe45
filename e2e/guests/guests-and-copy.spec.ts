import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

const person = (id: string, surname: string, more: object = {}) => ({
  ...{ _id: `client_${id}`, type: 'client', forename: 'Zoé', surname },
  ...{ language: 'fr', category: 'indiv', ...more },
});

test('guests join a registration with the next numbers', async ({ device, world }) => {
  const consumer = { _id: 'consumer_k1', type: 'consumer', status: 'registered', notifs: {} };
  const main = person('main', 'Quill', {
    ...{ number: 'G0007-01', email: 'zoe@example.org', consumerId: 'consumer_k1' },
  });
  const event = await world.event({ clients: 0, extra: [consumer, main] });
  const desk = await device({ as: world.manager, locale: FRENCH });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/client/main`);
  await page.getByRole('button', { name: t('client_display.addGuests') }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: t('client_display.guestsSubmit'), exact: true });
  await dialog.locator('[name=count]').fill('0');
  await add.click();
  await expect(dialog.getByText(t('client_display.add_guest_number_error'))).toBeVisible();
  await dialog.locator('[name=count]').fill('2');
  await add.click();
  await expect(page.getByText(t('client_display.guestsAdded', { count: 2 }))).toBeVisible();
  await expect
    .poll(async () => {
      const clients = await world.documents(event.dbName, 'client_');
      return clients.map((one) => `${String(one['number'])} ${String(one['consumerId'])}`).toSorted();
    })
    .toEqual(['G0007-01 consumer_k1', 'G0007-02 consumer_k1', 'G0007-03 consumer_k1']);
});

test('clients are copied from another event into a session', async ({ device, world }) => {
  const member = await world.person('member');
  const source = await world.event({
    for: [member],
    clients: 0,
    extra: [person('a', 'Quill', { number: 'A-1' }), person('b', 'Müller', { number: 'B-1' })],
  });
  const target = await world.event({ for: [member], clients: 0 });
  const desk = await device({ as: member, locale: FRENCH });
  const { page, t } = desk;
  await desk.open(`/event/${target.id}/client/copy?from=${source.id}`);
  await page.getByRole('searchbox', { name: t('clientCopy.search') }).fill('muller');
  await page.getByText(/Müller/).click();
  const session = target.sessions[0]?.titleFrench ?? '';
  await page.getByLabel(session, { exact: true }).check();
  await page.getByRole('button', { name: t('clientCopy.submit', { count: 1 }), exact: true }).click();
  await expect(page.getByText(t('clientCopy.done', { count: 1 }))).toBeVisible();
  await expect
    .poll(async () => (await world.documents(target.dbName, 'client_')).map((one) => one['surname']))
    .toEqual(['Müller']);
  await expect
    .poll(async () => (await world.sessions(target)).map(({ clients }) => clients.length))
    .toEqual([1]);
  expect(await world.documents(source.dbName, 'client_')).toHaveLength(2);
});
