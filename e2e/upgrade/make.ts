import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { guestNames } from '../support/world.ts';

/*
 * Makes what `upgrade.spec.ts` begins with: an event as this version leaves it behind, on the server and in a browser
 * that holds work which the server has not seen. README.md says when and how.
 */

/** Named after what was other in that version. */
const FOLDER = join(import.meta.dirname, 'whole-sessions');
const NOW = Date.UTC(2026, 10, 22, 12);
const COMPANY = 'Offline & Sons';
/** Whom that version registers by writing the whole session. */
const LATE = 'Late Comer';

test('makes the event of the version before', async ({ device, ownFoyer, ownWorld }) => {
  const event = await ownWorld.event({
    title: 'Gala of before',
    clients: 12,
    now: NOW,
    // As scripts write it that only know the specification: older spellings, and nothing that has a default.
    extra: [
      {
        ...{ _id: 'session_oldwords', type: 'session', title: 'Lunch', title_fr: 'Déjeuner' },
        ...{ date: NOW, time_start: '12:00', time_end: '14:00', houseRule: { of: 'another program' } },
        clients: [{ clientId: 'client_bare' }],
      },
      { _id: 'client_bare', type: 'client', forename: 'Bare', surname: 'Minimum' },
    ],
  });
  const [session] = event.sessions;
  const [atTheDoor = '', other] = session === undefined ? [] : guestNames(event, session);
  const edited = event.clients.find(({ forename, surname }) => `${forename} ${surname}` === other);
  if (session === undefined || edited === undefined) throw new Error('nobody is there');

  const own = await device({ as: ownWorld.manager, url: ownFoyer.url, serviceWorker: true });
  const { page, t, context } = own;
  const door = new CheckinPage(own);
  await door.open(event.id, session._id);
  await offlineReady(page);
  await door.expectSynced();
  await own.offline();
  await door.admit(atTheDoor);
  await own.open(`/event/${event.id}/client/${edited._id.replace('client_', '')}/update`);
  await page.locator('[name="company"]').fill(COMPANY);
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByText(COMPANY).first()).toBeVisible();

  await own.open(`/event/${event.id}/session/${session._id.replace('session_', '')}/client/new?paste`);
  const quickAdd = new QuickAddPage(own);
  await quickAdd.paste(LATE.replace(' ', ';'));
  await quickAdd.submit(1).click();
  await expect(quickAdd.outcome).toBeVisible();

  const state = await context.storageState({ indexedDB: true });
  const facts = {
    ...{ eventId: event.id, dbName: event.dbName, title: event.title, origin: ownFoyer.url },
    ...{ sessionId: session._id, atTheDoor, edited: edited._id, company: COMPANY, late: LATE },
  };
  await writeFile(join(FOLDER, 'browser.json'), `${JSON.stringify(state)}\n`);
  await writeFile(join(FOLDER, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  await ownFoyer.stop();
  const data = join(FOLDER, 'data');
  await rm(data, { recursive: true, force: true });
  await cp(ownFoyer.dataDir, data, { recursive: true });
  // Neither tells anything of the data.
  for (const name of await readdir(data, { recursive: true })) {
    if (/(^|[\\/])(LOCK|LOG|LOG\.old)$/.test(name)) await rm(join(data, name));
  }
});
