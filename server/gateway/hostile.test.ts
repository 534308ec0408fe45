import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinDoc, clientDoc, replicated } from '../testing/documents.ts';
import type { Database, Seq } from '../storage/types.ts';
import { startTestServer, type Login, type StorageKind, type TestServer } from '../testing/server.ts';
import { readStanding } from './changes/positions.ts';
import { Versions } from './write/versions.ts';

type Verdict = { ok?: true; id: string; error?: string; reason?: string; field?: string };
const hash = (letter: string): string => letter.repeat(32);

/** The stand-in for CouchDB is PouchDB, and falls where it falls. */
const STORAGE: StorageKind = process.env['COUCHDB_URL'] === undefined ? 'leveldb' : 'couchdb';

/* What no honest client sends: it gets an answer, harms nobody, and the server goes on. */
describe.each([STORAGE])('hostile requests on %s storage', (storage) => {
  let server: TestServer;
  let host: Login;
  let member: Login;
  let dbName: string;
  let first: string;
  let second: string;
  const ask = <T = Record<string, unknown>>(path: string, body?: unknown, as = server.manager) =>
    server.call<T>(body === undefined ? 'GET' : 'POST', `/db/${dbName}${path}`, { as, body });
  const push = async (docs: object[], as = server.manager) =>
    (await ask<Verdict[]>('/_bulk_docs', { docs, new_edits: false }, as)).body;

  beforeAll(async () => {
    server = await startTestServer({ storage });
    const event = await server.event();
    dbName = event.dbName;
    host = await server.person('host', 'host', event.eventId);
    member = await server.person('member', 'member', event.eventId);
    const remote = server.remote(dbName, server.manager);
    first = (await remote.put(clientDoc('a') as never)).rev;
    second = (await remote.put(clientDoc('a', { _rev: first, company: 'Two' }) as never)).rev;
  });
  afterAll(() => server.close());

  describe('latest=true', () => {
    it('for a revision that the server lacks, of any database, is answered like without', async () => {
      const central = await server.call('GET', '/db/central/events?latest=true&rev=1-x', { as: host });
      expect(central).toMatchObject({ status: 200, body: { _id: 'events' } });
      const document = await ask(`/client_a?latest=true&rev=7-${hash('0')}`);
      expect(document).toMatchObject({ status: 200, body: { _rev: second } });
      const never = await ask(`/client_never?latest=true&rev=7-${hash('0')}`);
      expect(never).toMatchObject({ status: 404, body: { reason: 'missing' } });
    });

    it('leads from a revision to what followed it', async () => {
      expect((await ask(`/client_a?latest=true&rev=${first}`)).body['_rev']).toBe(second);
      const unknown = `7-${hash('0')}`;
      const revs = encodeURIComponent(JSON.stringify([first, unknown]));
      const open = await ask(`/client_a?latest=true&open_revs=${revs}`);
      expect(open.body).toHaveLength(2);
      expect(open.body).toEqual(
        expect.arrayContaining([
          { ok: expect.objectContaining({ _rev: second }) as unknown },
          { missing: unknown },
        ]),
      );
      const bulk = await ask<{ results: unknown }>('/_bulk_get?latest=true&revs=true', {
        docs: [
          { id: 'client_a', rev: first },
          { id: 'client_a', rev: unknown },
          { id: 'client_never', rev: unknown },
        ],
      });
      const missing = (id: string) => ({ id, rev: unknown, error: 'not_found', reason: 'missing' });
      expect(bulk.body.results).toEqual([
        { id: 'client_a', docs: [{ ok: expect.objectContaining({ _rev: second }) as unknown }] },
        { id: 'client_a', docs: [{ error: missing('client_a') }] },
        { id: 'client_never', docs: [{ error: missing('client_never') }] },
      ]);
    });
  });

  describe('names that mean something to JavaScript', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

    it.each([true, false])('as ids lose none of the other documents (new_edits %s)', async (newEdits) => {
      const good = clientDoc(`good${newEdits}`);
      const docs = [...names.map((_id) => ({ ...clientDoc('x'), _id })), good].map((doc) =>
        newEdits ? doc : replicated(doc),
      );
      const reply = await ask<Verdict[]>('/_bulk_docs', { docs, new_edits: newEdits }, member);
      expect(reply.status).toBe(201);
      expect(reply.body.map(({ field, ok }) => field ?? ok)).toEqual([...names.map(() => '_id'), true]);
    });

    it('as keys of one document lose none of the others', async () => {
      const evil = JSON.stringify(clientDoc('evil')).replace('{', '{"__proto__":{"role":"manager"},');
      const reply = await ask<Verdict[]>(
        '/_bulk_docs',
        `{"docs":[${evil},${JSON.stringify(clientDoc('kind'))}]}`,
        member,
      );
      expect(reply.body).toMatchObject([{ reason: 'invalid_document' }, { ok: true }]);
    });

    it.each([
      ['PUT', '/_local/evil', '{"__proto__":{"role":"manager"}}'],
      ['POST', '/_all_docs', '{"keys":["client_a"],"__proto__":{"role":"manager"}}'],
      ['POST', '/_changes', '{"selector":{"a":{"__proto__":{}}}}'],
    ])('in any other body are refused: %s %s', async (method, path, body) => {
      const reply = await server.call(method, `/db/${dbName}${path}`, { as: member, body });
      expect([reply.status, reply.body['error']]).toEqual([400, 'bad_request']);
    });

    it.each(names)('%s is an unknown document, view, file and endpoint', async (name) => {
      const paths = [
        `/${name}`,
        `/_design/main/_view/${name}`,
        `/client_a/${name}`,
        `/_${name}`,
        `/_local/${name}`,
      ];
      for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
      const removed = await server.call('DELETE', `/db/${dbName}/client_a/${name}?rev=${second}`, {
        as: member,
      });
      expect(removed.status).toBe(404);
    });

    it('are asked for like any other id', async () => {
      const keys = await ask<{ rows: unknown }>('/_all_docs?include_docs=true', { keys: names });
      expect(keys.body.rows).toEqual(names.map((key) => ({ key, error: 'not_found' })));
      const wanted = `{${names.map((name) => `"${name}":["1-${hash('a')}"]`).join()}}`;
      const diff = await ask('/_revs_diff', wanted);
      expect(Object.entries(diff.body)).toEqual(
        expect.arrayContaining(names.map((name) => [name, { missing: [`1-${hash('a')}`] }])),
      );
      const got = await ask<{ results: { docs: [{ error?: { error: string } }] }[] }>('/_bulk_get', {
        docs: names.map((id) => ({ id, rev: `1-${hash('a')}` })),
      });
      expect(got.body.results.map(({ docs }) => docs[0].error?.error)).toEqual(names.map(() => 'not_found'));
    });
  });

  describe('revisions', () => {
    it('are at most 10,000 generations ahead of what is stored', async () => {
      const leap = (id: string, generation: number) => {
        const doc = clientDoc(id, { company: 'Leap' });
        return {
          ...doc,
          _rev: `${generation}-${hash('e')}`,
          _revisions: { start: generation, ids: [hash('e')] },
        };
      };
      const generations = [999_999_999, 123_456_789_012_345, 10_003, 10_002];
      const known = await push(
        generations.map((generation) => leap('a', generation)),
        member,
      );
      expect(known.map(({ field, ok }) => field ?? ok)).toEqual(['_rev', '_rev', '_rev', true]);
      const fresh = await push([leap('ahead1', 10_001), leap('ahead2', 10_000)], member);
      expect(fresh.map(({ field, ok }) => field ?? ok)).toEqual(['_rev', true]);
      const winner = await ask('/client_a');
      const edited = await server.call('PUT', `/db/${dbName}/client_a`, {
        as: member,
        body: { ...winner.body, company: 'Mine' },
      });
      expect(edited.status).toBe(201);
    });

    it.each<[string, unknown]>([
      ['no list', { start: 1, ids: 'a' }],
      ['another revision', { start: 2, ids: [hash('b'), hash('a')] }],
      ['more than there are generations', { start: 1, ids: [hash('a'), hash('b')] }],
      ['a revision that follows itself', { start: 3, ids: [hash('a'), hash('b'), hash('a')] }],
      ['a part', { start: 1.5, ids: [hash('a')] }],
      ['thousands', { start: 3000, ids: Array.from({ length: 3000 }, (_, index) => `${hash('a')}${index}`) }],
      ['none', { start: 1, ids: [] }],
    ])('with an absurd history are refused: %s', async (_title, revisions) => {
      const start = Math.floor((revisions as { start: number }).start);
      const doc = { ...clientDoc('absurd'), _rev: `${start}-${hash('a')}`, _revisions: revisions };
      expect(
        (await push([doc, replicated(clientDoc('sane'))], member)).map(({ field, ok }) => field ?? ok),
      ).toEqual(['_revisions', true]);
    });

    it('beside a hundred others of the same document are refused, what follows one is not', async () => {
      const rival = (index: number) => replicated(clientDoc('many'), String(index).padStart(32, '0'));
      const pushed = await push(
        Array.from({ length: 110 }, (_, index) => rival(index)),
        member,
      );
      expect(pushed.filter(({ ok }) => ok)).toHaveLength(101);
      const [refused] = await push([rival(500)], member);
      expect(refused).toMatchObject({ field: '_revisions' });
      const before = rival(3)._rev.slice(2);
      const after = {
        ...clientDoc('many'),
        _rev: `2-${hash('f')}`,
        _revisions: { start: 2, ids: [hash('f'), before] },
      };
      expect(await push([after], member)).toMatchObject([{ ok: true }]);
    });

    it('with thousands of fields that would merge one by one are refused', async () => {
      const fields = (many: number) =>
        Object.fromEntries(Array.from({ length: many }, (_, index) => [`f${index}`, 1]));
      const docs = [
        { ...clientDoc('wide'), ...fields(1001) },
        { ...clientDoc('wide'), person: fields(1001) },
        { ...clientDoc('wide'), ...fields(900), list: fields(2000) },
      ];
      const pushed = await push(
        docs.map((doc, index) => replicated(doc, String(index).padStart(32, '0'))),
        member,
      );
      expect(pushed.map(({ field, ok }) => field ?? ok)).toEqual(['', 'person', true]);
    });

    it('that a merge would take minutes for wait until the others are merged, two of them never', async () => {
      const list = Array.from({ length: 60_000 }, () => 1);
      const large = (version: number) =>
        replicated({ ...clientDoc('large'), list }, String(version).padStart(32, '0'));
      const twenty = Array.from({ length: 20 }, (_, version) => large(version));
      const pushed = await push(twenty, member);
      const taken = pushed.filter(({ ok }) => ok).length;
      expect(taken).toBeGreaterThan(2);
      expect(taken).toBeLessThan(11);
      // By that name devices of any age keep it and send it again.
      expect(pushed.at(-1)).toMatchObject({ error: 'unavailable', reason: 'being_merged' });
      const session = (rev: string) => ({
        ...{ _id: 'session_full', type: 'session', title: 'Full', date: 1, _rev: `1-${hash(rev)}` },
        ...{ _revisions: { start: 1, ids: [hash(rev)] }, metadata: { updatedAt: 1 } },
        clients: Array.from({ length: 20_000 }, (_, index) => ({
          ...{ clientId: `client_${index}`, updatedTime: 1, checkInTime: null },
          ...{ placement: { tableId: 't', seatIndex: 1 }, product: { kind: 'adult', optionId: 'o' } },
        })),
      });
      expect(await push([session('a'), session('b')], member)).toMatchObject([{ ok: true }, { ok: true }]);
    });

    describe('with long histories', () => {
      const long = (id: string, version: number, deleted = false) => {
        const ids = Array.from({ length: 1000 }, (_, at) => `${version}x${at}`.padStart(32, '0'));
        const content = deleted ? { _id: `client_${id}`, _deleted: true } : clientDoc(id);
        return { ...content, _rev: `1000-${ids[0]}`, _revisions: { start: 1000, ids } };
      };
      const many = (id: string, deleted = false) =>
        Array.from({ length: 24 }, (_, version) => long(id, version, deleted));

      it('that are many wait until the others are merged, two of them never', async () => {
        const pushed = await push(many('long'), member);
        expect(pushed.filter(({ ok }) => ok)).toHaveLength(10);
        expect(pushed.at(-1)).toMatchObject({ error: 'unavailable', reason: 'being_merged' });
      });

      it('that are nothing any more are kept in no number either', async () => {
        const taken = async (from: number) => {
          const pushed = await push(many('over', true).slice(from, from + 12), member);
          expect(pushed.at(-1)).toMatchObject({ reason: 'being_merged' });
          return pushed.filter(({ ok }) => ok).length;
        };
        // A CouchDB keeps its own.
        expect([await taken(0), await taken(12)]).toEqual([10, STORAGE === 'couchdb' ? 10 : 6]);
        const full = { histories: async () => ({ leaves: 22, length: 22_000 }) } as unknown as Database;
        expect(await new Versions(full, new Map()).tooMuch(long('over', 99, true), false)).toMatchObject({
          field: '_revisions',
        });
      });
    });
  });

  describe('keys', () => {
    it('that are the same are answered each time', async () => {
      const { body } = await ask<{ rows: { id?: string; doc?: object; error?: string }[] }>(
        '/_all_docs?include_docs=true',
        { keys: ['client_a', 'client_never', 'client_a', '', '_local/x'] },
      );
      expect(body.rows.map(({ id, error }) => id ?? error)).toEqual([
        'client_a',
        'not_found',
        'client_a',
        'not_found',
        'not_found',
      ]);
      expect(body.rows[2]?.doc).toEqual(body.rows[0]?.doc);
    });

    it.each(['key=""', 'endkey=""', 'descending=true&startkey=""'])('%s finds nothing', async (query) => {
      expect((await ask<{ rows: unknown[] }>(`/_all_docs?${query}`)).body.rows).toEqual([]);
    });
  });

  it('takes thousands of check-ins in one request, each judged for itself', async () => {
    const docs = Array.from({ length: 3000 }, () => replicated(checkinDoc(host)));
    const forged = replicated(checkinDoc(host, { author: { id: 'x', name: 'x' } }));
    const pushed = await push([...docs.slice(0, 1500), forged, ...docs.slice(1500)], host);
    expect(pushed.filter(({ ok }) => ok === true)).toHaveLength(3000);
    expect(pushed[1500]).toMatchObject({ reason: 'forbidden_author' });
    // A second time nothing is written.
    const seq = async () => readStanding((await ask<{ update_seq: Seq }>('')).body.update_seq).own;
    const before = await seq();
    expect((await push(docs, host)).every(({ ok }) => ok)).toBe(true);
    expect(await seq()).toBe(before);
  });
});
