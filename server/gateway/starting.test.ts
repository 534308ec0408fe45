import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCouchStandIn, type Answer, type StandIn } from '../testing/couchStandIn.ts';
import { checkinDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

/*
 * A CouchDB whose nodes come and go says things that are not so: 404 of databases that exist, 404 of documents that only
 * the other nodes have. Nobody is refused for that, and no database is made anew.
 */
const NO_DATABASE: Answer = {
  status: 404,
  json: { error: 'not_found', reason: 'Database does not exist.' },
};
const NO_DOCUMENT: Answer = { status: 404, json: { error: 'not_found', reason: 'missing' } };
const REV = `1-${'a'.repeat(32)}`;

let couch: StandIn;
let server: TestServer;
let host: Login;
let dbName: string;
let eventId: string;
beforeEach(async () => {
  couch = await startCouchStandIn();
  server = await startTestServer({ storage: 'couchdb', couchUrl: couch.url });
  ({ dbName, eventId } = await server.event());
  host = await server.person('host', 'host', eventId);
});
afterEach(async () => {
  couch.insteadOf = null;
  await server.close();
  await couch.close();
});

const push = (doc = checkinDoc(host)) =>
  server.call('POST', `/db/${dbName}/_bulk_docs`, {
    as: host,
    body: { new_edits: false, docs: [replicated(doc)] },
  });
/** Of each way to ask the event's database. */
const askAll = async (of = server): Promise<number[]> => {
  const asks = ['', '/event', '/_changes', '/_all_docs', '/_all_docs?keys=["event"]', '/_bundle'];
  const read = await Promise.all(asks.map((path) => of.call('GET', `/db/${dbName}${path}`, { as: host })));
  const diff = await of.call('POST', `/db/${dbName}/_revs_diff`, { as: host, body: { client_x: [REV] } });
  const pushed = await of.call('POST', `/db/${dbName}/_bulk_docs`, {
    as: host,
    body: { new_edits: false, docs: [replicated(checkinDoc(host))] },
  });
  return [...read, diff, pushed].map(({ status }) => status);
};
const all = (status: number): number[] => Array.from({ length: 8 }, () => status);
/** Another server on the same databases, as after a restart. */
const another = () => startTestServer({ storage: 'couchdb', couchUrl: couch.url });
const made = (): string[] => couch.asked.filter((one) => /^PUT \/[^/]+$/.test(one));
const isOfEvent = (path: string): boolean => path.split(/[/?]/)[1] === dbName;

it('servers that start together on an empty cluster: what came to too few nodes is written once more, and none of them ends', async () => {
  const empty = await startCouchStandIn();
  const refused = new Set<string>();
  empty.insteadOf = (method, path) => {
    const place = path.split('?')[0] ?? '';
    const isDocument = method === 'PUT' && place.split('/').length > 2 && !place.includes('login_');
    if (!isDocument || refused.has(place)) return null;
    refused.add(place);
    return { status: 202, json: { ok: true, id: 'x', rev: REV } };
  };
  const first = await startTestServer({ storage: 'couchdb', couchUrl: empty.url });
  const documents = ['/central/events', '/users/_design/main', '/foyer-auth/username_chief'];
  expect([...refused]).toEqual(expect.arrayContaining(documents));
  expect((await first.login('chief')).username).toBe('chief');
  await first.close();
  await empty.close();
});

describe('a node that is starting', () => {
  it('what it did not take and does not have is written when it is sent again [SYNC-10]', async () => {
    const doc = checkinDoc(host);
    couch.insteadOf = (method, path) =>
      method === 'POST' && path.startsWith(`/${dbName}/_bulk_docs`) ? { status: 500, json: {} } : null;
    expect((await push(doc)).status).toBe(503);
    couch.insteadOf = null;
    const diff = { as: host, body: { [doc._id]: [REV] } };
    expect((await server.call('POST', `/db/${dbName}/_revs_diff`, diff)).body).toEqual({
      [doc._id]: { missing: [REV] },
    });
    expect(await push(doc)).toMatchObject({ status: 201, body: [{ ok: true }] });
  });

  it('that breaks off says nothing of a login: nobody is logged out [LOGIN-07]', async () => {
    expect((await push()).status).toBe(201);
    const fresh = await server.login('host');
    const ask = async () => (await server.call('GET', `/db/${dbName}/event`, { as: fresh })).status;
    couch.insteadOf = (_method, path) =>
      path.startsWith('/foyer-auth/') && !path.includes('_changes') ? 'break' : null;
    expect(await ask()).toBe(503);
    couch.insteadOf = null;
    expect(await ask()).toBe(200);
  });

  it('with 404 for a database that exists is asked again later, nobody is refused', async () => {
    await askAll();
    couch.insteadOf = (_method, path) => (isOfEvent(path) ? NO_DATABASE : null);
    expect(await askAll()).toEqual(all(503));
    couch.insteadOf = null;
    expect((await askAll()).slice(0, -1)).toEqual(all(200).slice(0, -1));
    expect((await push()).status).toBe(201);
  });

  it('makes no database anew, whether the node knows it or lost its notes too', async () => {
    const second = await another();
    const before = made().length;
    couch.insteadOf = (_method, path) => (isOfEvent(path) ? NO_DATABASE : null);
    expect(await askAll(second)).toEqual(all(503));
    couch.insteadOf = (_method, path) => (path.includes(dbName) ? NO_DATABASE : null);
    expect(await askAll(second)).toEqual(all(503));
    couch.insteadOf = (_method, path) => (path.includes(dbName) ? NO_DOCUMENT : null);
    expect(await askAll(second)).toEqual(all(503));
    // Nor one of the server's own, which a start makes where there is none: it waits until the node knows it.
    let unknown = 12;
    couch.insteadOf = (method, path) =>
      method === 'HEAD' && path === '/central' && unknown-- > 0 ? NO_DATABASE : null;
    const third = await another();
    expect(unknown).toBeLessThan(0);
    expect(made().slice(before)).toEqual([]);
    couch.insteadOf = null;
    expect((await askAll(second)).slice(0, -1)).toEqual(all(200).slice(0, -1));
    await second.close();
    await third.close();
  });

  it('without the others refuses nobody for what it does not find', async () => {
    // A single node is remembered as such.
    couch.insteadOf = membership(3);
    const second = await another();
    const status = async (path: string): Promise<number> =>
      (await second.call('GET', path, { as: host })).status;
    expect(await status(`/db/${dbName}/event`)).toBe(200);
    for (const lost of [`/users/${host.id}`, '/central/events', `/${dbName}/event`]) {
      couch.insteadOf = (method, path) =>
        membership(1)(method, path) ?? (path.split('?')[0] === lost ? NO_DOCUMENT : null);
      expect([lost, await status(`/db/${dbName}/event`)]).toEqual([lost, 503]);
    }
    // The list of events may be an old one.
    couch.insteadOf = membership(1);
    expect(await status('/db/central/events')).toBe(503);
    expect(await status('/db/event-aaaaaaaaaaaaaaaa/event')).toBe(503);
    couch.insteadOf = membership(2);
    expect(await status('/db/central/events')).toBe(200);
    expect(await status('/db/event-aaaaaaaaaaaaaaaa/event')).toBe(403);
    await second.close();
  });

  it('begins no list of events anew for what the others may have', async () => {
    const lost = (_method: string, path: string): Answer | null =>
      path.split('?')[0] === '/central/events' ? NO_DOCUMENT : null;
    couch.insteadOf = (method, path) => membership(1)(method, path) ?? lost(method, path);
    const before = couch.asked.length;
    await expect(another()).rejects.toThrow('most nodes');
    expect(couch.asked.slice(before).filter((one) => one.startsWith('PUT /central/events'))).toEqual([]);
  });

  it('ends no follower: who waits hears what is written when the node is there', async () => {
    const feed = await server.storage.feed(dbName);
    const heard: string[] = [];
    feed.subscribe(({ id }) => heard.push(id));
    // Its long poll ends with something new, and then it asks again.
    const [before, after] = [checkinDoc(host), checkinDoc(host)];
    await push(before);
    let refused = 0;
    couch.insteadOf = (_method, path) => {
      if (!path.startsWith(`/${dbName}/_changes`)) return null;
      refused += 1;
      return NO_DATABASE;
    };
    await expect.poll(() => refused).toBeGreaterThan(1);
    couch.insteadOf = null;
    await push(after);
    await expect.poll(() => heard).toEqual([before._id, after._id]);
  });
});

/** Of three nodes so many are there. */
function membership(alive: number) {
  const nodes = ['n1', 'n2', 'n3'];
  const json = { all_nodes: nodes.slice(0, alive), cluster_nodes: nodes };
  return (_method: string, path: string): Answer | null =>
    path === '/_membership' ? { status: 200, json } : null;
}
