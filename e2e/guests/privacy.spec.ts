import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

const HERS = new RegExp(`.{0,80}(Zumthor|${btoa('Zumthor').slice(0, 8)}).{0,80}`);

/** All that a device keeps in its databases, bytes in base 64. */
const keptOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [];
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const encoded = (bytes: ArrayBuffer): string => btoa(String.fromCodePoint(...new Uint8Array(bytes)));
    const told = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return encoded(await value.arrayBuffer());
      if (value instanceof ArrayBuffer) return encoded(value);
      if (Array.isArray(value)) return Promise.all(value.map(told));
      if (typeof value !== 'object' || value === null) return value;
      const entries: [unknown, unknown][] =
        value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
      return Promise.all(entries.map(async ([key, one]) => [key, await told(one)]));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const rows = await answer(db.transaction(store).objectStore(store).getAll());
        found.push(`${name} ${store} ${JSON.stringify(await told(rows))}`);
      }
      db.close();
    }
    return [...found, JSON.stringify(Object.entries(localStorage))].join('\n');
  });

const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };

test('a guest’s data is one file, and then erased everywhere, also from a device that was away; the form says what goes by itself', async ({
  device,
  world,
}) => {
  const event = await world.event({
    clients: 3,
    sessions: [{ title: 'Dinner', date: Date.now() - 40 * 86_400_000, status: 'archived' }],
    extra: [
      {
        ...{
          _id: 'form_f',
          type: 'form',
          accessId: 'privfrm1',
          name: 'Team',
          language: 'en',
          currency: 'chf',
        },
        ...{ vat: 0, enabled: true, options: [], amounts: {}, keepMonths: 12, metadata },
      },
      {
        ...{ _id: 'consumer_z', type: 'consumer', date: 1, status: 'registered', metadata },
        ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
        person: { forename: 'Zoé', surname: 'Zumthor', email: 'zoe@example.org', language: 'en' },
        registration: { amount: 0, currency: 'chf', formId: 'form_f' },
        _attachments: { scan: { content_type: 'text/plain', data: btoa('Zumthor') } },
      },
      ...['Zoé', 'Zita'].map((forename, index) => ({
        ...{
          _id: `client_z${index}`,
          type: 'client',
          consumerId: 'consumer_z',
          number: `G0777-0${index + 1}`,
        },
        ...{ forename, surname: 'Zumthor', category: 'indiv', language: 'en', metadata },
      })),
    ],
  });
  const desk = await device({ as: world.manager });
  const away = await device({ as: world.manager });
  await away.open(`/event/${event.id}/client/z0`);
  await expect(away.page.getByRole('heading', { level: 1, name: 'Zoé Zumthor' })).toBeVisible();
  // Attachments come by themselves, a moment later.
  await expect.poll(() => keptOf(away.page)).toContain(btoa('Zumthor').slice(0, 8));
  await away.offline();

  const { page, t, open } = desk;
  await open(`/event/${event.id}/form/f`);
  await expect(page.getByText(t('forms.keepGuests', { count: 2 }))).toBeVisible();
  await page.getByText(t('forms.keepWho')).click();
  await expect(page.getByText('Zoé Zumthor, Zita Zumthor')).toBeVisible();
  await page.getByLabel(t('forms.keepMonths')).fill('');
  await expect(page.getByText(t('forms.keepNone'))).toBeVisible();
  await page.getByLabel(t('forms.keepMonths')).fill('12');
  await expectAccessible(desk, 'form: personal data', ['phone', 'desktop']);

  await open(`/event/${event.id}/client/z0?tab=consumer`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: t('client_display.privacyFile') }).click();
  const file = JSON.parse(await readFile(await (await coming).path(), 'utf8')) as {
    guest: { surname: string };
  };
  expect(file).toMatchObject({
    guest: { forename: 'Zoé', surname: 'Zumthor' },
    registration: { person: {} },
  });
  await page.getByRole('button', { name: t('client_display.erase') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('client_display.eraseAll', { count: 2 }) }).check();
  await expectAccessible(desk, 'erase', ['phone', 'desktop']);
  await dialog.getByRole('button', { name: t('client_display.eraseNow') }).click();
  await expect(page.getByText(t('client_display.erasedDone'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  const stored = async (): Promise<string> => JSON.stringify(await world.documents(event.dbName));
  await expect.poll(stored).not.toContain('Zumthor');

  // The one that was away shows them as they were, until it hears of it.
  await expect(away.page.getByRole('heading', { level: 1, name: 'Zoé Zumthor' })).toBeVisible();
  await away.online();
  await expect(away.page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  // Nor do they keep anything: no former version, no attachment, nothing to search or to start from.
  for (const page of [away.page, desk.page])
    await expect
      .poll(() => keptOf(page).then((kept) => HERS.exec(kept)?.[0] ?? null), { timeout: 60_000 })
      .toBeNull();
});

test('many are erased at once from the list of all clients, once somebody has confirmed how many', async ({
  device,
  world,
}) => {
  const event = await world.event({
    clients: 3,
    sessions: [{ title: 'Dinner', date: Date.now() - 40 * 86_400_000, status: 'archived' }],
    extra: [
      {
        ...{ _id: 'consumer_z', type: 'consumer', date: 1, status: 'registered', metadata },
        ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
        person: { forename: 'Zoé', surname: 'Zumthor', email: 'zoe@example.org', language: 'en' },
      },
      ...['Zoé', 'Zita', 'Zeno'].map((forename, index) => ({
        ...{ _id: `client_z${index}`, type: 'client', number: `G0777-0${index + 1}`, metadata },
        ...(index < 2 ? { consumerId: 'consumer_z' } : {}),
        ...{ forename, surname: 'Zumthor', category: 'indiv', language: 'en' },
      })),
    ],
  });
  const desk = await device({ as: world.manager });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/clients`);
  for (const forename of ['Zoé', 'Zita', 'Zeno'])
    await page.getByRole('checkbox', { name: new RegExp(`Zumthor ${forename}|${forename} Zumthor`) }).check();
  await page
    .getByRole('toolbar', { name: t('bulk.toolbar') })
    .getByRole('button', { name: t('bulk.erase') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('bulk.eraseTitle', { count: 3 }) });
  await expectAccessible(desk, 'erase many', ['phone', 'desktop']);
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  const stored = async (): Promise<string> => JSON.stringify(await world.documents(event.dbName));
  expect(await stored()).toContain('Zumthor');
  await page.getByRole('button', { name: t('bulk.erase') }).click();
  await dialog.getByRole('button', { name: t('client_display.eraseNow') }).click();
  await expect(page.getByText(t('bulk.erased', { count: 3, registrations: 1 }))).toBeVisible();
  await expect.poll(stored).not.toContain('Zumthor');
  expect(await stored()).toContain('client_z2');
});
