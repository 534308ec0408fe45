import { join } from 'node:path';
import { openEmbedded } from '../../server/storage/embedded.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

test('what a later version saved is shown, cannot be changed, and asks for the update', async ({
  device,
  ownFoyer,
  ownWorld,
}) => {
  test.skip(process.env.COUCHDB_URL !== undefined, 'writes into the folder of embedded storage');
  // Without a registration behind it, which might be cancelled.
  const client = { _id: 'client_guest', type: 'client', forename: 'Ada', surname: 'Lovelace' };
  const session = {
    ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: Date.now(), status: 'ongoing' },
    clients: [{ clientId: client._id }],
  };
  const event = await ownWorld.event({ clients: 0, sessions: [], extra: [client, session] });
  // Past the server, which takes nothing that is newer than itself: as if it had been put back to an older version.
  await ownFoyer.stop();
  const storage = await openEmbedded({ folder: join(ownFoyer.dataDir, 'databases') });
  const db = await storage.open(event.dbName);
  const before: object = await db.get(client._id);
  await db.put({
    ...before,
    company: 'Of tomorrow',
    schemaVersion: 2,
    stars: 5,
  } as never);
  await storage.close();
  await ownFoyer.restart();

  const own = await device({ as: ownWorld.manager, url: ownFoyer.url, locale: FRENCH });
  const { page, t } = own;
  await own.open(`/event/${event.id}`);
  const notice = page.getByText(t('pwa.newer', { count: 1 }));
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: t('pwa.updateGet') })).toBeVisible();
  await expectAccessible(own, 'a part of a later version', ['phone', 'desktop']);

  await own.open(`/event/${event.id}/client/${client._id.replace('client_', '')}/update`);
  await expect(page.locator('[name="company"]')).toHaveValue('Of tomorrow');
  await page.locator('[name="company"]').fill('Of today');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByText(t('errors.app_outdated'))).toBeVisible();

  // A door goes on, and is not disturbed.
  const door = new CheckinPage(own);
  await door.open(event.id, session._id);
  await expect(notice).toHaveCount(0);
  await door.admit(`${client.forename} ${client.surname}`);
  await expect.poll(async () => (await ownWorld.checkins(event)).length).toBe(1);
  const [stored] = await ownWorld.documents(event.dbName, client._id);
  expect(stored).toMatchObject({ company: 'Of tomorrow', schemaVersion: 2, stars: 5 });
});
