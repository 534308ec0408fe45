import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LOGIN_KEY } from '#data/login.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { deviceOf } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { createWorld } from '../support/world.ts';

/* What earlier versions left behind (README.md), opened by this one. */

const VERSIONS = ['without-versions', 'whole-sessions'];

const CLIENTS = 12;
const factsSchema = z.record(z.string(), z.string());
const stateSchema = z.looseObject({
  cookies: z.array(z.never()),
  origins: z.tuple([
    z.looseObject({
      origin: z.string(),
      localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ]),
});

for (const version of VERSIONS) {
  const folder = join(import.meta.dirname, version);
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));

  test(`an event of the version before opens, syncs and migrates, on the server and in the browser: ${version}`, async ({
    browser,
    ownFoyer,
  }) => {
    test.skip(process.env.COUCHDB_URL !== undefined, 'the folder is one of embedded storage');
    const {
      eventId = '',
      dbName = '',
      sessionId = '',
      ...facts
    } = factsSchema.parse(await read('facts.json'));
    await ownFoyer.stop();
    await rm(ownFoyer.dataDir, { recursive: true, force: true });
    await cp(join(folder, 'data'), ownFoyer.dataDir, { recursive: true });
    await ownFoyer.restart();
    const world = await createWorld(ownFoyer.url);
    const documents = async (prefix: string) =>
      new Map((await world.documents(dbName, prefix)).map((doc) => [doc._id, doc]));
    const before = await documents('');
    expect(before.get('session_oldwords')).toMatchObject({ title_fr: 'Déjeuner' });

    // The browser, at this server's address and with a login that has not ended since.
    const {
      cookies,
      origins: [origin],
    } = stateSchema.parse(await read('browser.json'));
    const localStorage = origin.localStorage.map(({ name, value }) =>
      name === LOGIN_KEY ? { name, value: JSON.stringify(world.manager.session) } : { name, value },
    );
    const storageState = { cookies, origins: [{ ...origin, origin: ownFoyer.url, localStorage }] };
    const context = await browser.newContext({
      ...{ baseURL: ownFoyer.url, locale: 'fr-CH', serviceWorkers: 'block' as const },
      storageState: storageState as unknown as string,
    });
    const own = await deviceOf(context, await context.newPage(), 'fr-CH');
    const { page, t } = own;
    // First without the server's databases: all of this comes from the browser's own.
    await page.route('**/db/**', (route) => route.abort());
    const door = new CheckinPage(own);
    await door.open(eventId, sessionId);
    await door.expectInside(facts['atTheDoor'] ?? '');
    // The guest whom that version registered by writing the whole session is there.
    const [forename, surname] = facts['late']?.split(' ') ?? [];
    await door.expectCounter(1, forename === undefined ? CLIENTS : CLIENTS + 1);
    await own.open(`/event/${eventId}`);
    await expect(page.locator('#content').getByText('Déjeuner')).toBeVisible();
    expect((await documents('checkin_')).size).toBe(0);

    await page.unroute('**/db/**');
    await expect
      .poll(async () => (await documents('')).get(facts['edited'] ?? '')?.['company'], { timeout: 60_000 })
      .toBe(facts['company']);
    await expect.poll(async () => (await documents('checkin_')).size).toBe(1);
    await expect
      .poll(
        async () =>
          (
            (await documents('')).get(sessionId) as { clients?: { checkInTime: number | null }[] }
          ).clients?.filter(({ checkInTime }) => checkInTime !== null).length,
      )
      .toBe(1);
    if (surname !== undefined) {
      const late = [...(await documents('client_')).values()].find((doc) => doc['surname'] === surname);
      expect(late).toMatchObject({ forename });
      const dinner = (await documents('session_')).get(sessionId) as { clients?: { clientId: string }[] };
      expect(dinner.clients?.map(({ clientId }) => clientId)).toContain(late?._id);
    }

    // What was in an older form is in today's once it is saved, and nothing of others' is lost.
    await own.open(`/event/${eventId}/session/oldwords`);
    await expect(page.getByRole('heading', { level: 1, name: 'Déjeuner' })).toBeVisible();
    await page.getByRole('combobox', { name: t('home.statusOf', { title: 'Déjeuner' }) }).click();
    await page.getByRole('option', { name: t('status.ongoing') }).click();
    await expect
      .poll(async () => (await documents('session_')).get('session_oldwords'), { timeout: 60_000 })
      .toMatchObject({
        titleFrench: 'Déjeuner',
        timeStart: '12:00',
        timeEnd: '14:00',
        houseRule: { of: 'another program' },
      });
    const saved = (await documents('session_')).get('session_oldwords');
    expect(saved).not.toHaveProperty('title_fr');
    expect(saved).toMatchObject({ autoSave: false, files: [], removedClients: {} });
    // Everything else is as it was.
    const after = await documents('client_');
    for (const [id, doc] of before) {
      if (id.startsWith('client_') && id !== facts['edited']) expect(after.get(id)).toEqual(doc);
    }
    expect(own.errors).toEqual([]);
    await context.close();
  });
}
