import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { guestNames } from '../support/world.ts';

/** Stands in the registration alone. */
const SECRET = 'owes-much@example.org';

/** Whether anything that the browser keeps for this address holds the text. */
const keeps = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    const of = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await of(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const all: unknown[] = await of(db.transaction(store).objectStore(store).getAll());
        const texts = all.map((one) => (one instanceof Uint8Array ? new TextDecoder().decode(one) : one));
        if (JSON.stringify(texts).includes(wanted)) return true;
      }
      db.close();
    }
    return JSON.stringify(localStorage).includes(wanted);
  }, text);

test('what a registration owes stands at the door for members, without network too; a host’s phone is never told', async ({
  device,
  world,
}) => {
  const [member, host] = [await world.person('member'), await world.person('host')];
  const event = await world.event({ clients: 12, for: [member, host], event: { doorShows: ['owed'] } });
  const [session] = event.sessions;
  const [name = ''] = session === undefined ? [] : guestNames(event, session);
  const guest = event.clients.find((one) => `${one.forename} ${one.surname}` === name);
  const consumerId = guest?.consumerId ?? '';
  const [stored] = await world.documents(event.dbName, consumerId);
  const put = await world.manager.call('PUT', `/db/${event.dbName}/${consumerId}`, {
    ...{ ...stored, status: 'registered', settlement: { paid: 2500, refunded: 0 } },
    person: { forename: 'Zoé', surname: 'Quill', email: SECRET },
    registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 0 },
  });
  expect(put.status).toBe(201);
  const door = `/event/${event.id}/session/${session?._id.replace('session_', '') ?? ''}/checkin`;
  /** At each guest of the registration. */
  const owed = ({ page, t }: Device) => page.getByText(t('checkin.owed', { amount: 'CHF\u00a075.00' }));

  const desk = await device({ as: member, serviceWorker: true });
  await desk.open(door);
  await expect(owed(desk).first()).toBeVisible();
  await offlineReady(desk.page);
  await desk.offline();
  await desk.page.reload();
  await expect(desk.page.getByRole('button', { name })).toBeVisible();
  await expect(owed(desk).first()).toBeVisible();
  expect(await keeps(desk.page, SECRET)).toBe(true);
  await desk.online();
  await expectAccessible(desk, 'what is owed at the door', ['phone']);

  // The organiser has changed the mind, then again.
  const shows = async (doorShows: string[]): Promise<void> => {
    const [told] = await world.documents(event.dbName, 'event');
    const changed = await world.manager.call('PUT', `/db/${event.dbName}/event`, { ...told, doorShows });
    expect(changed.status).toBe(201);
  };
  await shows([]);
  await expect(owed(desk)).toHaveCount(0);
  await expect(desk.page.getByRole('button', { name })).toBeVisible();
  await shows(['owed']);
  await expect(owed(desk).first()).toBeVisible();

  const phone = await device({ as: host });
  const heard: Promise<string>[] = [];
  phone.page.on('response', (response) => heard.push(response.text().catch(() => '')));
  // Chromium keeps no copy of an answer that is read piece by piece.
  await phone.page.route(/\/_bundle/, async (route) => {
    const response = await route.fetch();
    heard.push(response.text());
    await route.fulfill({ response });
  });
  await phone.open(door);
  await expect(phone.page.getByRole('button', { name })).toBeVisible();
  await phone.open(`/event/${event.id}/client/${guest?._id.replace('client_', '') ?? ''}`);
  await expect(phone.page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(owed(phone)).toHaveCount(0);
  expect(await keeps(phone.page, SECRET)).toBe(false);
  expect(await keeps(phone.page, guest?._id ?? '')).toBe(true);
  const told = (await Promise.all(heard)).join('\n');
  expect(told).toContain(guest?.surname);
  expect(told).not.toContain(SECRET);
});
