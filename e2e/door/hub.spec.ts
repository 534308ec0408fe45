import type { BrowserContext } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { checkinId } from '#domain/ids.ts';
import { startLine, type Line } from '../../server/testing/line.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expectAccessible, SIZES } from '../support/accessible.ts';
import { FRENCH, type Device } from '../support/device.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { startFoyer, type Foyer } from '../support/foyer.ts';
import { request, writeDocs } from '../support/http.ts';
import { guestNames, type MadeEvent } from '../support/world.ts';

interface Hall {
  event: MadeEvent;
  names: string[];
  sessionId: string;
  /** The name of the central server as devices know it: in the hall it leads to the hub. */
  name: Line;
  /** Between hub and central server. */
  upstream: Line;
  join(): Promise<Foyer>;
}

const test = base.extend<{ hall: Hall }>({
  hall: async ({ ownFoyer, ownWorld: world }, use) => {
    const event = await world.event({ title: 'Winter Ball', clients: 12 });
    const [session] = event.sessions;
    if (session === undefined) throw new Error('no session');
    const [name, upstream] = [await startLine(ownFoyer.url), await startLine(ownFoyer.url)];
    let hub: Foyer | null = null;
    await use({
      ...{ event, name, upstream, sessionId: session._id, names: guestNames(event, session) },
      async join() {
        const body = { name: 'Hall 3', eventIds: [event.id], until: Date.now() + 3_600_000 };
        const { code } = (await world.manager.call('POST', '/api/hubs', body)).body as { code: string };
        hub = await startFoyer({
          ...{ COUCHDB_URL: '', FOYER_UPSTREAM: upstream.url, FOYER_UPSTREAM_CODE: code },
        });
        while (!((await metOf(hub)) > 0)) await delay(50);
        return hub;
      },
    });
    await (hub as Foyer | null)?.dispose();
    for (const line of [name, upstream]) await line.close();
  },
});

/** When the hub and the central server last held the same, ms. */
const metOf = async ({ url }: Foyer): Promise<number> =>
  Number((await fetch(`${url}/api/health`)).headers.get('x-foyer-hub'));

/** First pulls that begin from here on; counting asks for what comes after the last id, and gets nothing. */
function firstPulls(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (url.includes('_bundle') && !url.includes('after=')) seen.push(url);
  });
  return seen;
}

/** At the door there is no header: from home. */
const openPanel = async ({ page, t, open }: Device): Promise<void> => {
  await open('/');
  await page
    .getByRole('button', { name: t('sync.open', { state: t('sync.onHub') }) })
    .first()
    .click({ timeout: 60_000 });
};

test('phones move into a hall without internet and back: doors work together there, one is paired there, and nobody pulls anew or loses anything', async ({
  device,
  hall,
  ownFoyer,
  ownWorld: world,
}) => {
  test.slow();
  const { event, names, sessionId, name, upstream } = hall;
  const [byAda = '', byDoor = '', byBob = '', atDesk = ''] = names;
  const [ada, bob] = [await world.person('member'), await world.person('host')];
  for (const person of [ada, bob]) await world.authorize(person, event);
  const phone = await device({ as: ada, url: name.url, viewport: SIZES.phone });
  const checkin = new CheckinPage(phone);
  await checkin.open(event.id, sessionId);
  await checkin.expectSynced();
  const second = await device({ as: bob, url: name.url, locale: FRENCH, viewport: SIZES.phone });
  await new CheckinPage(second).open(event.id, sessionId);
  await new CheckinPage(second).expectSynced();
  const pulls = [firstPulls(phone.context), firstPulls(second.context)];

  // Into the hall, which then loses the internet.
  const hub = await hall.join();
  name.lead(hub.url);
  const { page, t } = phone;
  const onHub = page.getByText(/^On the hub/);
  await expect(onHub).toBeVisible({ timeout: 60_000 });
  upstream.cut();
  await checkin.admit(byAda);
  await new CheckinPage(second).expectInside(byAda);

  // A member pairs a door there.
  await phone.open(`/event/${event.id}`);
  await page.getByText(t('doors.show')).click();
  await expect(page.getByText(t('doors.onHub'))).toBeVisible();
  await page.getByRole('button', { name: t('doors.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('doors.addTitle') });
  await dialog.getByRole('textbox', { name: t('doors.name') }).fill('North door');
  await dialog.getByRole('button', { name: t('doors.getCode') }).click();
  const code = await dialog
    .getByRole('img', { name: /^[A-Z2-9]{4} [A-Z2-9]{4}$/ })
    .getAttribute('aria-label');
  // It stays in the hall until the two have met.
  const inHall = await startLine(hub.url);
  const third = await device({ url: inHall.url, mobile: true });
  await third.page.goto(`/pair#${(code ?? '').replace(' ', '')}`);
  await third.page.getByRole('button', { name: t('pairing.submit') }).click();
  await expect(third.page).toHaveURL(/\/checkin$/);
  const north = new CheckinPage(third);
  await north.admit(byDoor);
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();

  // Somebody logs in while the hub is alone, and carries the phone out to the central server before the two have met.
  const fourth = await device({ url: name.url, viewport: SIZES.phone });
  const enter = async (): Promise<void> => {
    await fourth.page.getByRole('textbox', { name: t('login.username') }).fill(bob.username);
    await fourth.page.getByLabel(t('login.password')).first().fill(bob.password);
    await fourth.page.getByRole('button', { name: t('login.submit') }).click();
    await expect(fourth.page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();
  };
  await fourth.page.goto('/');
  await enter();
  const carried = new CheckinPage(fourth);
  await carried.open(event.id, sessionId);
  await expect(fourth.page.getByText(/^On the hub/)).toBeVisible({ timeout: 60_000 });
  await fourth.offline();
  await carried.admit(byBob);

  await checkin.open(event.id, sessionId);
  await checkin.expectInside(byAda, byDoor);
  await openPanel(phone);
  await expect(page.getByText(t('hubs.trouble.offline'))).toBeVisible({ timeout: 60_000 });
  await expectAccessible(phone, 'synchronisation on a hub', ['phone']);
  await checkin.open(event.id, sessionId);
  expect(await world.checkins(event)).toEqual([]);
  const author = { id: world.manager.userId, name: world.manager.username };
  const guest = event.clients.find(({ forename, surname }) => `${forename} ${surname}` === atDesk)?._id;
  const id = checkinId(sessionId, Date.now(), 'desk');
  await writeDocs(world.manager, event.dbName, [
    {
      ...{ _id: id, type: 'checkin', sessionId, clientId: guest, action: 'in', time: Date.now() },
      ...{ method: 'list', device: { id: 'desk', name: 'Desk' }, author },
    },
  ]);

  // The fourth phone goes first, by the network outside.
  const before = pulls.map(({ length }) => length);
  name.lead(ownFoyer.url);
  await fourth.online();
  await expect(fourth.page.getByText(t('loginMore.ended'))).toBeVisible({ timeout: 60_000 });
  const anew = firstPulls(fourth.context);
  await enter();
  await carried.open(event.id, sessionId);
  await carried.expectSynced(45_000);
  await carried.expectInside(byBob, atDesk);
  expect(anew, 'what it held stayed').toEqual([]);

  // The hub meets the central server, and the others leave the hall.
  const alone = await metOf(hub);
  upstream.restore();
  await expect.poll(() => metOf(hub), { timeout: 60_000 }).toBeGreaterThan(alone);
  await expect.poll(async () => (await world.checkins(event)).length, { timeout: 60_000 }).toBe(4);
  expect((await world.checkins(event)).map(({ author: by }) => by.name)).toContain('North door');
  inHall.lead(ownFoyer.url);
  for (const [index, door] of [checkin, new CheckinPage(second), north].entries()) {
    await door.expectSynced(60_000);
    await door.expectInside(byAda, byDoor, byBob, atDesk);
    expect(pulls[index]?.length ?? 0, `first pulls of ${index}`).toBe(before[index] ?? 0);
  }
  expect(pulls.flat()).toEqual([]);
  await expect(onHub).toHaveCount(0);
  // They are logged in as they were: the door too, which the central server knows by now.
  await third.open(`/event/${event.id}`);
  await expect(third.page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
  await inHall.close();
});

test('what the central server did not take of a hub stands on the screen there, with its reason, and on a manager’s screen elsewhere, with what to do', async ({
  device,
  hall,
  ownFoyer,
  ownWorld: world,
}) => {
  test.slow();
  const { event, names, sessionId, upstream } = hall;
  const hub = await hall.join();
  const person = await world.person('member');
  await world.authorize(person, event);
  await expect
    .poll(async () => (await fetch(`${hub.url}/api/user`, { headers: bearer(person.token) })).status)
    .toBe(200);
  const office = await device({ as: person, url: hub.url, locale: FRENCH });
  const { page, t } = office;
  const checkin = new CheckinPage(office);
  await checkin.open(event.id, sessionId);
  await expect(page.getByText(/^Sur le serveur de salle/)).toBeVisible({ timeout: 60_000 });
  upstream.cut();
  const [session] = await world.sessions(event);
  await writeDocs(world.manager, event.dbName, [
    { ...session, status: 'archived', archivedAt: Date.now() - 60_000 },
  ]);
  await checkin.admit(names[0] ?? '');
  // On the hub before that one hears of the archive: else the hub refuses it itself.
  await expect
    .poll(async () => {
      const path = `/db/${event.dbName}/_all_docs?startkey=%22checkin_%22&endkey=%22checkin_z%22`;
      const { body } = await request(hub.url, 'GET', path, undefined, person.token);
      return (body as { rows?: unknown[] }).rows?.length;
    })
    .toBe(1);
  upstream.restore();
  await openPanel(office);
  const title = t('hubs.notTaken', { event: event.title });
  await expect(page.getByText(title)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(t('sync.reason.session_archived')).first()).toBeVisible();
  await expectAccessible(office, 'what was not taken of a hub', ['phone', 'desktop']);
  // Whoever can take the session out of the archive is elsewhere.
  const manager = await device({ as: world.manager, url: ownFoyer.url });
  await manager.open('/hubs');
  const told = manager.page.getByRole('region', { name: manager.t('hubs.refused', { count: 1 }) });
  await expect(told).toContainText(manager.t('hubs.why.archived'), { timeout: 60_000 });
  await expect(told).toContainText(manager.t('hubs.refusedBy', { name: person.username }));
  await expectAccessible(manager, 'the list of hubs', ['phone']);
  expect(await world.checkins(event)).toEqual([]);
});

test('a hub that is put back from a backup loses nothing that it had sent, doubles nothing, and gets the rest from the devices', async ({
  hall,
  ownFoyer,
  ownWorld: world,
}) => {
  test.slow();
  const { event, sessionId, upstream } = hall;
  const hub = await hall.join();
  const { token } = world.manager;
  const ask = async (server: Foyer, path: string, body?: object): Promise<unknown> =>
    (
      await request(
        server.url,
        body === undefined ? 'GET' : 'POST',
        `/db/${event.dbName}/${path}`,
        body,
        token,
      )
    ).body;
  const write = (server: Foyer, doc: object, more: object = {}): Promise<unknown> =>
    ask(server, '_bulk_docs', { docs: [doc], ...more });
  const ids = async (server: Foyer): Promise<string[]> => {
    const { rows } = (await ask(server, '_all_docs?startkey=%22checkin_%22&endkey=%22checkin_z%22')) as {
      rows?: { id: string; value: { rev: string } }[];
    };
    return (rows ?? []).map(({ id, value }) => `${id} ${value.rev}`);
  };
  const checkin = (word: string): { _id: string } => {
    const time = Date.now();
    const author = { id: world.manager.userId, name: world.manager.username };
    return {
      ...{ _id: checkinId(sessionId, time, word), type: 'checkin', sessionId, action: 'in', time, author },
      ...{ clientId: event.clients[0]?._id, method: 'list', device: { id: word, name: word } },
    };
  };
  const has = (list: string[], ...docs: { _id: string }[]): boolean =>
    docs.every(({ _id }) => list.some((one) => one.startsWith(`${_id} `)));
  await hub.backup();
  const [sent, given, unsent] = [checkin('sent'), checkin('given'), checkin('unsent')];
  await write(hub, sent);
  await write(ownFoyer, given);
  for (const server of [hub, ownFoyer])
    await expect.poll(async () => has(await ids(server), sent, given)).toBe(true);
  upstream.cut();
  // As a device sends it, which keeps it until both servers were asked.
  const rev = { ...unsent, _rev: `1-${'c'.repeat(32)}`, _revisions: { start: 1, ids: ['c'.repeat(32)] } };
  await write(hub, rev, { new_edits: false });
  expect(has(await ids(hub), unsent)).toBe(true);

  await hub.restore();
  expect(has(await ids(hub), sent), 'it is the hub of before').toBe(false);
  upstream.restore();
  for (const server of [hub, ownFoyer])
    await expect.poll(async () => has(await ids(server), sent, given), { timeout: 60_000 }).toBe(true);
  await write(hub, rev, { new_edits: false });
  await expect.poll(async () => has(await ids(ownFoyer), unsent), { timeout: 60_000 }).toBe(true);
  const [there, here] = [await ids(ownFoyer), await ids(hub)];
  expect(here).toEqual(there);
  expect(there).toHaveLength(3);
  const { _conflicts } = (await ask(hub, `${sent._id}?conflicts=true`)) as { _conflicts?: string[] };
  expect(_conflicts).toBeUndefined();
});

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
