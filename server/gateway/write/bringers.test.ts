import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import type { HistoryEvent } from '#api/schemas.ts';
import { readTrails } from '../../events/trail.ts';
import { historyDatabase } from '../../storage/types.ts';
import { startCouchStandIn } from '../../testing/couchStandIn.ts';
import { countingCouch } from '../../testing/countingCouch.ts';
import { clientDoc, replicated } from '../../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../../testing/server.ts';
import { emptyCouch, storages, testCouchUrl } from '../../testing/storage.ts';

const SESSION = 'session_dinner';

describe.each(storages('memory', 'couchdb'))('the author of what is written [HISTORY-07], %s', (storage) => {
  let server: TestServer;
  let bea: Login;
  let adam: Login;
  let eventId = '';
  let dbName = '';
  beforeAll(async () => {
    server = await startTestServer({ storage, worker: true });
    ({ eventId, dbName } = await server.event());
    bea = await server.person('bea', 'member', eventId);
    adam = await server.person('adam', 'member', eventId);
  });
  afterAll(() => server.close());

  const by = ({ id, username }: Login) => ({ id, name: username });
  let time = Date.now();
  const client = (name: string, author: unknown, more: object = {}) => ({
    ...{
      _id: `client_${name}`,
      type: 'client',
      forename: name,
      surname: 'Test',
      category: 'indiv',
      language: 'en',
    },
    metadata: { author, createdAt: time, updatedAt: (time += 10) },
    ...more,
  });
  const write = (as: Login, docs: object[], new_edits = false) =>
    server.call<{ ok?: true; rev: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
      as,
      body: { docs, new_edits },
    });
  const first = (hash: string) => ({ _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } });
  const second = (hash: string, before: string) => ({
    _rev: `2-${hash}`,
    _revisions: { start: 2, ids: [hash, before] },
  });
  const history = async (name: string): Promise<HistoryEvent[]> => {
    await server.worker?.idle();
    const { body } = await server.call<{ historyEvents: HistoryEvent[] }>(
      'GET',
      `/api/historyEvents/${eventId}`,
      { as: server.manager },
    );
    return body.historyEvents.filter(({ change }) => change.includes(name));
  };

  it('is who brought it; the name that the work bears is told beside', async () => {
    await write(bea, [client('Forged', by(adam), first('aa'))]);
    await write(bea, [client('Honest', by(bea), first('bb'))]);
    const [forged] = await history('Forged');
    expect(forged).toMatchObject({ author: by(bea), signed: by(adam) });
    const [honest] = await history('Honest');
    expect(honest?.author).toEqual(by(bea));
    expect(honest?.signed).toBeUndefined();
  });

  it('a made-up name for an id is told as the server knows the id, an own one as oneself', async () => {
    await write(bea, [client('Namely', { id: adam.id, name: 'The Boss' }, first('ab'))]);
    await write(bea, [client('Myself', { id: bea.id, name: 'The Boss' }, first('ac'))]);
    await write(bea, [client('Nobody', undefined, first('ad'))]);
    expect((await history('Namely'))[0]).toMatchObject({ author: by(bea), signed: by(adam) });
    for (const name of ['Myself', 'Nobody']) {
      const [told] = await history(name);
      expect(told?.author).toEqual(by(bea));
      expect(told?.signed).toBeUndefined();
    }
  });

  it('each change has its own: an honest one on a forged one, and a plain PUT, a deletion', async () => {
    await write(bea, [client('Mixed', by(adam), first('ca'))]);
    await history('Mixed');
    await write(adam, [client('Mixed', by(adam), { email: 'm@example.ch', ...second('cb', 'ca') })]);
    await history('Mixed');
    const doc = client('Mixed', by(adam), { email: 'n@example.ch', _rev: '2-cb' });
    const put = await server.call<{ rev: string }>('PUT', `/db/${dbName}/client_Mixed`, {
      as: bea,
      body: doc,
    });
    expect(put.status).toBe(201);
    await history('Mixed');
    await server.call('DELETE', `/db/${dbName}/client_Mixed?rev=${put.body.rev}`, { as: bea });
    const told = await history('Mixed');
    expect(told.map(({ author, signed }) => [author.name, signed?.name])).toEqual([
      ['bea', 'adam'],
      ['adam', undefined],
      ['bea', 'adam'],
      ['bea', undefined],
    ]);
  });

  it('a refused write leaves no word behind, and what is repeated is not noted twice', async () => {
    await write(adam, [client('Refused', by(adam), first('da'))]);
    const wrong = client('Refused', by(adam), { _rev: '1-ff' });
    expect((await server.call('PUT', `/db/${dbName}/client_Refused`, { as: bea, body: wrong })).status).toBe(
      409,
    );
    const forged = client('Refused', by(adam), { email: 'r@example.ch', ...second('db', 'da') });
    await write(bea, [forged]);
    await write(bea, [forged]);
    const trails = await readTrails(await server.storage.open(historyDatabase(eventId)), ['client_Refused']);
    expect(trails.get('client_Refused')?.map(({ rev }) => rev)).toEqual(['2-db']);
  });

  it('a check-in that a member brings for a host names both', async () => {
    const now = Date.now();
    await write(adam, [
      {
        ...{ _id: SESSION, type: 'session', title: 'Dinner', date: now, status: 'ongoing', clients: [] },
        metadata: { author: by(adam), createdAt: now, updatedAt: now },
        ...first('ea'),
      },
      client('Arrived', by(adam), first('eb')),
    ]);
    const checkin = {
      ...{
        _id: checkinId(SESSION, now, 'x1'),
        type: 'checkin',
        sessionId: SESSION,
        clientId: 'client_Arrived',
      },
      ...{ action: 'in', time: now, device: { id: 'd', name: 'Door' }, method: 'scan', author: by(adam) },
      ...first('ec'),
    };
    await write(bea, [checkin]);
    const told = await history('Arrived');
    expect(told.at(-1)).toMatchObject({ author: by(bea), signed: by(adam) });
  });

  it('a note that was left before a crash waits with its document', async () => {
    const historyDb = await server.storage.open(historyDatabase(eventId));
    // As after a crash between the two writes of a plain PUT: the revision is not named yet.
    await historyDb.put({
      _id: 'trail_client_Crash',
      type: 'trail',
      entries: [{ parent: null, by: by(bea), claimed: by(adam), signed: by(adam) }],
    });
    const db = await server.storage.open(dbName);
    await db.put(client('Crash', by(adam)));
    expect((await history('Crash'))[0]).toMatchObject({ author: by(bea), signed: by(adam) });
  });
});

describe('hundreds of documents of somebody whom nobody knows, as those of another server', () => {
  it('are taken and told with few questions to CouchDB, and none for each [HISTORY-07]', async () => {
    const given = process.env['COUCHDB_URL'];
    const standIn = given === undefined ? await startCouchStandIn() : null;
    const url = standIn?.url ?? testCouchUrl(given ?? '');
    const couch = await countingCouch(url);
    const server = await startTestServer({ storage: 'couchdb', couchUrl: couch.url, worker: true });
    try {
      const { eventId, dbName } = await server.event();
      const author = { id: 'stranger', name: 'Somebody Else' };
      const docs = Array.from({ length: 60 }, (_, index) =>
        replicated(
          clientDoc(`c${index}`, {
            metadata: { author, createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 },
          }),
        ),
      );
      await server.worker?.idle();
      const from = couch.asked.length;
      const body = { docs, new_edits: false };
      await server.call('POST', `/db/${dbName}/_bulk_docs`, { as: server.manager, body });
      await server.worker?.idle();
      // Feeds and the lease are no matter of how much there is to do.
      const asked = couch.asked.slice(from).filter((line) => !/_changes|foyer-worker/.test(line));
      const { body: told } = await server.call<{ historyEvents: HistoryEvent[] }>(
        ...(['GET', `/api/historyEvents/${eventId}`, { as: server.manager }] as const),
      );
      expect(told.historyEvents.filter(({ signed }) => signed?.name === author.name)).toHaveLength(60);
      expect(asked.length).toBeLessThan(60);
    } finally {
      await server.close();
      await couch.close();
      if (standIn === null) await emptyCouch(url);
      await standIn?.close();
    }
  });
});
