import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_HEADER } from '#api/wire.ts';
import { checkinId } from '#domain/ids.ts';
import { countingCouch, type CountingCouch } from '../testing/countingCouch.ts';
import { startCouchStandIn, type StandIn } from '../testing/couchStandIn.ts';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';

/* What the server asks a CouchDB about rights, and for a check-in; two servers stand before it. */

let standIn: StandIn | null = null;
let url: string;
let couch: CountingCouch;
let here: TestServer;
let there: TestServer;
let event: { eventId: string; dbName: string };
beforeAll(async () => {
  const given = process.env['COUCHDB_URL'];
  if (given === undefined) standIn = await startCouchStandIn();
  url = standIn?.url ?? testCouchUrl(given ?? '');
  couch = await countingCouch(url);
  here = await startTestServer({ storage: 'couchdb', couchUrl: url });
  there = await startTestServer({ storage: 'couchdb', couchUrl: couch.url });
  event = await here.event();
});
afterAll(async () => {
  await here.close();
  await there.close();
  await couch.close();
  if (standIn === null) await emptyCouch(url);
  await standIn?.close();
});
beforeEach(() => {
  couch.refuses = () => false;
});

let count = 0;
/** Another one each time, also where a test is tried again; names are of letters. */
const person = (): Promise<Login> => {
  const letters = String(count++).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  return here.person(`guest${letters}`, 'host', event.eventId);
};
const status = async (server: TestServer, as: Login, path = `/db/${event.dbName}/event`): Promise<number> =>
  (await server.call('GET', path, { as })).status;

/** Reading of users, credentials, logins or `central`; that there is nothing new is no reading. */
const isAboutRights = (line: string): boolean =>
  /(users|foyer-auth|central)[/?]/.test(line) && !line.includes('/_changes?');
async function readings(work: () => Promise<unknown>): Promise<number> {
  const from = couch.asked.length;
  await work();
  return couch.asked.slice(from).filter(isAboutRights).length;
}
const twenty = async (as: Login): Promise<void> => {
  for (let i = 0; i < 20; i++) expect(await status(there, as)).toBe(200);
};
/** The feeds have been heard, and what was written lately has settled. */
const kept = (as: Login) => expect.poll(() => readings(() => status(there, as)), { timeout: 30_000 }).toBe(0);

describe('rights on CouchDB are kept in memory', () => {
  it('nothing is read of them for a request', async () => {
    const guest = await person();
    await kept(guest);
    expect(await readings(() => twenty(guest))).toBe(0);
  });

  it('what the same server withdraws ends with the next request', async () => {
    const guest = await person();
    await kept(guest);
    await there.call('PUT', '/api/authorizations', {
      as: there.manager,
      body: { userId: guest.id, authorizations: [[event.eventId, false]] },
    });
    expect(await status(there, guest)).toBe(403);
    expect(await status(there, guest, '/api/user')).toBe(200);
    await there.call('POST', '/api/logout', { as: guest });
    expect(await status(there, guest, '/api/user')).toBe(401);
  });

  it('what another server withdraws, an access, a login or a role, ends as soon as the feed tells', async () => {
    const [access, login, role] = [await person(), await person(), await person()];
    for (const guest of [access, login, role]) await kept(guest);
    const body = { userId: access.id, authorizations: [[event.eventId, false]] };
    await here.call('PUT', '/api/authorizations', { as: here.manager, body });
    await here.call('POST', '/api/logout', { as: login });
    await here.call('PUT', `/api/users/${role.id}`, { as: here.manager, body: { role: 'disabled' } });
    await expect.poll(() => status(there, access)).toBe(403);
    await expect.poll(() => status(there, login)).toBe(401);
    await expect.poll(() => status(there, role)).toBe(401);
  });

  it('what one process writes while its feed is silent is heard; of others nothing is kept then', async () => {
    const guest = await person();
    await kept(guest);
    couch.refuses = (line) => line.includes('foyer-auth/_changes');
    // Ends the long poll that is under way, so that the next one is refused.
    await here.call('POST', '/api/login', { body: { username: guest.username, password: 'Foyer2026' } });
    await expect.poll(() => couch.asked.some((line) => couch.refuses(line))).toBe(true);
    expect(await readings(() => twenty(guest))).toBeGreaterThanOrEqual(20);
    await here.call('POST', '/api/logout', { as: guest });
    expect(await status(there, guest)).toBe(401);
  });
});

describe('a check-in on CouchDB', () => {
  const path = (): string => `/db/${event.dbName}/_bulk_docs`;
  const write = async (as: Login, doc: object, server = there) => {
    const body = { new_edits: false, docs: [replicated(doc)] };
    return (await server.call<object[]>('POST', path(), { as, body })).body[0];
  };
  /** What is asked for one, without the feeds: they are asked again after each change, and not for one device. */
  const askedFor = async (work: () => Promise<unknown>): Promise<{ line: string; body: string }[]> => {
    const from = couch.asked.length;
    await work();
    const all = couch.asked.map((line, place) => ({ line, body: couch.bodies[place] ?? '' }));
    return all.slice(from).filter(({ line }) => !line.includes('/_changes?'));
  };

  it('costs a look at whether it is there and its write; of its session it asks nothing, however many come', async () => {
    const guest = await person();
    await write(here.manager, clientDoc('a'), here);
    await write(here.manager, sessionDoc('s'), here);
    const checkIn = async () => expect(await write(guest, checkinDoc(guest))).toMatchObject({ ok: true });
    await kept(guest);
    await expect.poll(async () => (await askedFor(checkIn)).length, { timeout: 30_000 }).toBe(2);
    const asked = await askedFor(async () => {
      for (let turn = 0; turn < 10; turn++) await checkIn();
    });
    expect(asked).toHaveLength(20);
    const looks = asked.filter(({ line }) => line.endsWith('/_all_docs'));
    expect(looks).toHaveLength(10);
    expect(looks.filter(({ body }) => body.includes('"session_s"'))).toEqual([]);
  });

  it('[SESSION-11] is refused once its session is archived: there at once, on another server as soon as the feed tells', async () => {
    const guest = await person();
    const session = sessionDoc('ending');
    const now = Date.now();
    const archived = { ...session, status: 'archived', archivedAt: now - 1000 };
    const said = async (server: TestServer) => {
      const _id = checkinId('session_ending', now, `e${count++}`);
      return write(guest, checkinDoc(guest, { _id, sessionId: 'session_ending', time: now }), server);
    };
    await write(here.manager, session, here);
    await kept(guest);
    for (const server of [here, there]) {
      // Twice, so that the second one may be answered from memory.
      for (let turn = 0; turn < 2; turn++) expect(await said(server)).toMatchObject({ ok: true });
    }
    const { body } = await here.call<{ _rev: string }>('GET', `/db/${event.dbName}/session_ending`, {
      as: here.manager,
    });
    const { status: done } = await here.call('PUT', `/db/${event.dbName}/session_ending`, {
      ...{ as: here.manager, body: { ...archived, _rev: body._rev } },
    });
    expect(done).toBe(201);
    expect(await said(here)).toMatchObject({ reason: 'session_archived' });
    await expect.poll(() => said(there)).toMatchObject({ reason: 'session_archived' });
  });
});

it('five check-ins and the news of them cost CouchDB a few questions, though twenty devices wait', async () => {
  const guest = await person();
  const path = `/db/${event.dbName}`;
  await kept(guest);
  const { body: place } = await there.call<{ update_seq: string }>('GET', path, { as: guest });
  const query = `feed=longpoll&timeout=20000&style=all_docs&inline=checkins&since=${encodeURIComponent(place.update_seq)}`;
  const waiting = Array.from({ length: 20 }, (_, device) =>
    there.call<{ results: { doc?: unknown }[] }>('GET', `${path}/_changes?${query}`, {
      as: guest,
      headers: { [DEVICE_HEADER]: `device${device}` },
    }),
  );
  const figures = async () => (await there.call<string>('GET', '/metrics', { as: there.manager })).body;
  await expect.poll(figures).toContain('foyer_waiting_devices 20');
  const from = couch.asked.length;
  const docs = Array.from({ length: 5 }, () => replicated(checkinDoc(guest)));
  await there.call('POST', `${path}/_bulk_docs`, { as: guest, body: { new_edits: false, docs } });
  for (const answer of waiting) {
    const { results } = (await answer).body;
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ doc }) => doc !== undefined)).toBe(true);
  }
  const asked = couch.asked.slice(from).filter((line) => line.includes(event.dbName));
  const kinds = (kind: RegExp): number => asked.filter((line) => kind.test(line)).length;
  expect([kinds(/\/_all_docs$/), kinds(/\/_bulk_docs$/)]).toEqual([1, 1]);
  // Shards tell of their rows one by one.
  expect(asked.length).toBeLessThan(10);
});
