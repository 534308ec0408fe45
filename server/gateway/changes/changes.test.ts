import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId, deviceSuffix } from '#domain/ids.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import { doubleEntries } from '#domain/checkins/doubleEntries.ts';
import { LIGHT_SELECTOR } from '#domain/devices/light.ts';
import { checkinDoc, clientDoc, replicated } from '../../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../../testing/server.ts';
import { storages } from '../../testing/storage.ts';

interface Page {
  results: { id: string; seq: string | number; changes: { rev: string }[]; doc?: Record<string, unknown> }[];
  last_seq: string | number;
  ahead?: string | number;
}

const file = (id: string): object => ({ _id: `file_${id}`, type: 'file', name: 'Programme' });

describe.each(storages('leveldb', 'couchdb'))('changes with %s storage', (storage) => {
  /** Waits that are to end by themselves: long enough for a write of a cluster to be heard of, ms. */
  const short = storage === 'couchdb' ? 3000 : 400;
  let server: TestServer;
  let host: Login;
  let eventId: string;
  let dbName: string;
  beforeAll(async () => {
    server = await startTestServer({ storage });
    ({ eventId, dbName } = await server.event());
    host = await server.person('host', 'host', eventId);
  });
  afterAll(() => server.close());

  const changes = async (query: string, as = host, body?: object): Promise<Page> =>
    (
      await server.call<Page>(body === undefined ? 'GET' : 'POST', `/db/${dbName}/_changes?${query}`, {
        as,
        body,
      })
    ).body;
  /** Rows of long polls, one after the other, until so many documents were told: shards tell theirs one by one. */
  const follow = async (query: string, begin: string, count: number): Promise<Page['results']> => {
    const rows = new Map<string, Page['results'][number]>();
    let since = begin;
    while (rows.size < count) {
      const page = await changes(`feed=longpoll&timeout=20000&${query}&since=${since}`);
      for (const row of page.results) rows.set(row.id, row);
      since = encodeURIComponent(page.last_seq);
    }
    return [...rows.values()];
  };
  const write = (...docs: object[]) => server.remote(dbName, server.manager).bulkDocs(docs as never);
  const now = async (): Promise<string> => encodeURIComponent((await changes('since=now')).last_seq);

  it('answers pages that follow each other without gap [API-20]', async () => {
    await write(...Array.from({ length: 25 }, (_, i) => clientDoc(`p${i}`)));
    const seen: string[] = [];
    for (let since = '0'; ;) {
      const page = await changes(`since=${encodeURIComponent(since)}&limit=10&style=all_docs`);
      seen.push(...page.results.map(({ id }) => id));
      if (page.results.length === 0) break;
      since = String(page.last_seq);
    }
    expect(seen).toHaveLength(27);
    expect(new Set(seen).size).toBe(27);
  });

  it('wakes a long poll with the rows of one write, together', async () => {
    const since = await now();
    const waiting = changes(`feed=longpoll&since=${since}&timeout=20000`);
    await write(clientDoc('w1'), clientDoc('w2'));
    const { results, last_seq } = await waiting;
    // CouchDB's shards have no common order, and each tells its own.
    const rest = await follow('', encodeURIComponent(last_seq), 2 - results.length);
    expect(rest.length).toBeLessThanOrEqual(storage === 'couchdb' ? 1 : 0);
    const told = [...results, ...rest].map(({ id }) => id);
    expect(storage === 'couchdb' ? told.sort() : told).toEqual(['client_w1', 'client_w2']);
    const again = await changes(`since=${encodeURIComponent(last_seq)}`);
    expect(again.results.filter(({ id }) => storage !== 'couchdb' || !told.includes(id))).toEqual([]);
  });

  it('carries check-ins in their rows where that is asked for, and only those', async () => {
    const since = await now();
    const query = 'style=all_docs';
    const [carrying, plain] = [follow(`${query}&inline=checkins`, since, 2), follow(query, since, 2)];
    const checkin = checkinDoc(host);
    await write(clientDoc('beside'), checkin);
    const told = async (rows: Promise<Page['results']>) => (await rows).map(({ id, doc }) => [id, doc]);
    const bare = (await told(plain)).map(([id]) => [id, undefined]);
    expect(bare).toContainEqual([checkin._id, undefined]);
    const rev = (await changes(`since=${since}`)).results.find(({ id }) => id === checkin._id)?.changes[0]
      ?.rev;
    const stored = { ...checkin, _rev: rev, _revisions: { start: 1, ids: [rev?.slice(2)] } };
    const wanted = expect.arrayContaining([
      ['client_beside', undefined],
      [checkin._id, stored],
    ]) as unknown;
    expect(await told(carrying)).toEqual(wanted);
    // From memory, and from the database.
    for (const start of [since, '0']) {
      const { results } = await changes(`style=all_docs&since=${start}&inline=checkins`);
      expect(results.map(({ id, doc }) => [id, doc])).toEqual(wanted);
    }
    expect((await server.call('GET', `/db/${dbName}/_changes?inline=all`, { as: host })).status).toBe(400);
  });

  describe('who is behind', () => {
    /** Rows that go into a page; what is told beyond them are check-ins. */
    const SIZE = 10;
    const crowd = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => clientDoc(`${name}${index}`));
    const idsOf = (rows: Page['results']): string[] => rows.map(({ id }) => id);
    const page = (since: string | number, more: string, ahead?: string | number) => {
      const further = ahead === undefined ? '' : `&ahead=${encodeURIComponent(ahead)}`;
      const place = `&limit=${SIZE}&since=${encodeURIComponent(since)}`;
      return changes(`style=all_docs&inline=checkins${place}${more}${further}`);
    };
    /** Where a device stands that has been told of everything. */
    const upToDate = async () =>
      (await server.call<{ update_seq: string | number }>('GET', `/db/${dbName}`, { as: host })).body
        .update_seq;
    /** Written, and heard of by the follower, which tells what lies ahead. */
    const happened = async (...docs: { _id: string }[]): Promise<void> => {
      const feed = await server.storage.feed(dbName);
      await write(...docs);
      const heard = () => new Set(feed.recent().map(({ id }) => id));
      await expect.poll(() => docs.every(({ _id }) => heard().has(_id))).toBe(true);
    };

    it.each(['', '&feed=longpoll&timeout=20000'])(
      'is told of all check-ins with the next page, once, and again in their turn (%s)',
      async (more) => {
        const begin = await upToDate();
        const name = more === '' ? 'queue' : 'line';
        const [first, second] = [checkinDoc(host), checkinDoc(host)];
        const docs = [...crowd(name, 30), first, clientDoc(`${name}between`), second];
        for (const doc of [docs.slice(0, 30), ...docs.slice(30).map((doc) => [doc])]) await happened(...doc);
        const seen: string[] = [];
        let [since, ahead]: [string | number, string | number | undefined] = [begin, undefined];
        for (let round = 0; round < 3; round++) {
          const { results, last_seq, ahead: next } = await page(since, more, ahead);
          const further = results.slice(SIZE).map(({ id, doc }) => [id, doc?.['type']]);
          const checkins = [first, second].map(({ _id }) => [_id, 'checkin']);
          expect(further).toEqual(round === 0 ? checkins : []);
          seen.push(...idsOf(results.slice(0, SIZE)));
          [since, ahead] = [last_seq, next];
        }
        while (seen.length < docs.length) {
          const { results, last_seq } = await page(since, more);
          seen.push(...idsOf(results));
          since = last_seq;
        }
        const all = docs.map(({ _id }) => _id);
        expect(storage === 'couchdb' ? seen.sort() : seen).toEqual(storage === 'couchdb' ? all.sort() : all);
      },
    );

    it.each([
      ['pull', '_bundle?mode=full'],
      ['comparison', '_leaves'],
    ])('is told so with the first page after its first %s, too', async (what, path) => {
      const { body } = await server.call<string | Page>('GET', `/db/${dbName}/${path}`, { as: host });
      const head = typeof body === 'string' ? (JSON.parse(body.split('\n')[0] ?? '') as Page) : body;
      const checkin = checkinDoc(host);
      await happened(...crowd(what, 3 * SIZE), checkin);
      expect(idsOf((await page(head.last_seq, '')).results).slice(SIZE)).toEqual([checkin._id]);
      // Shards have no common order: from memory it may come among the first.
      const { results } = await page(head.last_seq, '&feed=longpoll&timeout=20000');
      expect(idsOf(results)).toContain(checkin._id);
    });

    it('is not told without asking', async () => {
      const begin = await upToDate();
      await happened(...crowd('unasked', 30), checkinDoc(host));
      const { results } = await changes(`style=all_docs&limit=${SIZE}&since=${encodeURIComponent(begin)}`);
      expect(results).toHaveLength(SIZE);
    });

    // A CouchDB tells its writes one by one.
    it.skipIf(storage === 'couchdb')('is also who waits when more is written than a page takes', async () => {
      const waiting = page(await upToDate(), '&feed=longpoll&timeout=20000');
      const checkin = checkinDoc(host);
      await write(...crowd('once', SIZE + 1), checkin);
      expect(idsOf((await waiting).results).slice(SIZE)).toEqual([checkin._id]);
    });

    it('never knows a later check-in without an earlier one, however many there are', async () => {
      const begin = await upToDate();
      const letIn = (device: string, more: object = {}) =>
        checkinDoc(host, { clientId: 'client_twice', device: { id: device, name: device }, ...more });
      await happened(...crowd('many', 30));
      const first = letIn('north');
      const sentBack = letIn('north', { action: 'out', cancels: first._id });
      const others = Array.from({ length: 300 }, (_, index) =>
        checkinDoc(host, { clientId: `client_many${index}` }),
      );
      for (const docs of [[first], [sentBack], others, [letIn('south')]]) await happened(...docs);
      const known = new Map<string, Checkin>();
      let [since, ahead]: [string | number, string | number | undefined] = [begin, undefined];
      while (known.size < others.length + 3) {
        const before = known.size;
        const one: Page = await page(since, '', ahead);
        for (const { id, doc } of one.results) if (doc?.['type'] === 'checkin') known.set(id, doc as never);
        expect(doubleEntries(known.values())).toEqual([]);
        expect(known.size).toBeGreaterThan(before);
        ({ last_seq: since, ahead } = one);
      }
    });
  });

  it('does not wake a device for its own check-ins: they come with the next news, or when the time is up', async () => {
    const device = 'k3d9x1a7';
    const query = 'feed=longpoll&style=all_docs&inline=checkins';
    const poll = async (more: string, headers = {}): Promise<string[]> => {
      const path = `/db/${dbName}/_changes?${query}&${more}`;
      const { body } = await server.call<Page>('GET', path, { as: host, headers });
      return body.results.map(({ id }) => id);
    };
    const asDevice = { 'x-foyer-device': device };
    const since = await now();
    // Asks from its arrival on: if that is late, it hears of the foreign one alone.
    const patient = poll('since=now&timeout=20000', asDevice);
    const hasty = poll(`since=${since}&timeout=${short}`, asDevice);
    const stranger = poll(`since=${since}&timeout=20000`);
    const own = checkinDoc(host, {
      _id: checkinId(
        'session_s',
        Date.now(),
        deviceSuffix(device, () => 'aaaaaa'),
      ),
    });
    await write(own);
    expect(await stranger).toEqual([own._id]);
    expect(await hasty).toEqual([own._id]);
    const foreign = checkinDoc(host);
    await write(foreign);
    expect((await patient).filter((id) => id !== own._id)).toEqual([foreign._id]);
  });

  it('leaves a check-in that somebody wrote over to be fetched as any other', async () => {
    const since = await now();
    const checkin = checkinDoc(host);
    await server.call('POST', `/db/${dbName}/_bulk_docs`, {
      as: host,
      body: { new_edits: false, docs: [replicated(checkin, 'c'.repeat(32))] },
    });
    // As only the server itself could: the gateway refuses a second revision.
    const db = await server.storage.open(dbName);
    await db.put({ ...checkin, _rev: `1-${'c'.repeat(32)}`, method: 'desk' } as never);
    // The server may hear of it later than it is stored: until then there is no row, as the first one is not the last any more.
    const { results } = await changes(
      `feed=longpoll&timeout=20000&style=all_docs&since=${since}&inline=checkins`,
    );
    expect(results.map(({ id, doc }) => [id, doc])).toEqual([[checkin._id, undefined]]);
  });

  it('lets a light poll sleep through heavy documents, and moves its position on at the end', async () => {
    const since = await now();
    const light = changes(`feed=longpoll&filter=main/light&since=${since}&timeout=${short}`);
    const selected = changes(`feed=longpoll&filter=_selector&since=${since}&timeout=20000`, host, {
      selector: LIGHT_SELECTOR,
    });
    const all = changes(`feed=longpoll&since=${since}&timeout=20000`);
    await write(file('one'));
    expect((await all).results.map(({ id }) => id)).toEqual(['file_one']);
    const timedOut = await light;
    expect(timedOut.results).toEqual([]);
    const after = await changes(`since=${encodeURIComponent(timedOut.last_seq)}`);
    // The part of a position that is CouchDB's own moves on later (positions.ts): told twice, never left out.
    expect(after.results.filter(({ id }) => storage !== 'couchdb' || id !== 'file_one')).toEqual([]);
    await write(clientDoc('after'));
    expect((await selected).results.map(({ id }) => id)).toEqual(['client_after']);
  });

  it('takes doc_ids, other selectors and include_docs', async () => {
    await write(clientDoc('s1', { company: 'ACME' }), clientDoc('s2', { company: 'Other' }));
    const byId = await changes('filter=_doc_ids', host, { doc_ids: ['client_s2'] });
    expect(byId.results.map(({ id }) => id)).toEqual(['client_s2']);
    const bySelector = await changes('filter=_selector&include_docs=true', host, {
      selector: { company: 'ACME' },
    });
    expect(bySelector.results.map(({ doc }) => doc?.['company'])).toEqual(['ACME']);
    const waiting = changes(`feed=longpoll&filter=_selector&since=${await now()}&timeout=20000`, host, {
      selector: { company: 'Late' },
    });
    await write(clientDoc('s3', { company: 'Early' }));
    await write(clientDoc('s4', { company: 'Late' }));
    expect((await waiting).results.map(({ id }) => id)).toEqual(['client_s4']);
  });

  it('answers backwards when asked', async () => {
    const [newest, all] = [await changes('descending=true&limit=1'), await changes('descending=true')];
    expect(newest.results).toHaveLength(1);
    expect(all.results).toHaveLength((await changes('')).results.length);
    // The newest of all, or of one shard.
    const candidates = storage === 'couchdb' ? all.results.map(({ id }) => id) : ['client_s4'];
    expect(candidates).toContain(newest.results[0]?.id);
  });

  it('sends a waiting reader away when the right to read is taken [ROLE-11]', async () => {
    const loser = await server.person(`loser${storage}`, 'host', eventId);
    const waiting = server.call(
      'GET',
      `/db/${dbName}/_changes?feed=longpoll&since=${await now()}&timeout=20000`,
      { as: loser },
    );
    await server.call('PUT', '/api/authorizations', {
      as: server.manager,
      body: { userId: loser.id, authorizations: [[eventId, false]] },
    });
    expect((await waiting).status).toBe(403);
  });

  it('ends the wait of an older token when its password is changed', async () => {
    const person = await server.person(`renewer${storage}`, 'host', eventId);
    const waiting = server.call(
      'GET',
      `/db/${dbName}/_changes?feed=longpoll&since=${await now()}&timeout=20000`,
      { as: person },
    );
    await server.call('PUT', '/api/user', {
      as: person,
      body: { password: { current: 'Foyer2026', updated: 'Newer2026' } },
    });
    expect((await waiting).status).toBe(401);
  });

  it('sends everyone away when the event is deleted', async () => {
    const gone = await server.event('Gone');
    const waiting = server.call('GET', `/db/${gone.dbName}/_changes?feed=longpoll&since=now&timeout=20000`, {
      as: server.manager,
    });
    await server.call('GET', `/db/${gone.dbName}`, { as: server.manager });
    await server.call('DELETE', `/api/event/${gone.eventId}`, { as: server.manager });
    expect(await waiting).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('forgets readers who have left', async () => {
    const leaving = new AbortController();
    const path = `/db/${dbName}/_changes?feed=longpoll&since=${await now()}&timeout=20000`;
    const waiting = server.call('GET', path, { as: host, signal: leaving.signal });
    leaving.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await write(clientDoc('nobody'));
    expect((await changes('limit=1')).results).toHaveLength(1);
  });

  it('compresses long answers for who takes that, and nothing else', async () => {
    const remote = server.remote(dbName, server.manager);
    await remote.bulkDocs(Array.from({ length: 50 }, (_, i) => clientDoc(`long${i}`)) as never);
    const ask = (
      query: string,
      encodings: string,
    ): Promise<{ encoding: string | null; vary: string | null; body: string }> =>
      server
        .call<Page>('GET', `/db/${dbName}/_all_docs?include_docs=true&${query}`, {
          ...{ as: host, headers: { 'accept-encoding': encodings } },
        })
        .then(({ headers, body }) => ({
          ...{
            encoding: headers.get('content-encoding'),
            vary: headers.get('vary'),
            body: JSON.stringify(body),
          },
        }));
    const range = 'startkey="client_long"&endkey="client_long~"';
    const plain = await ask(range, 'identity');
    expect(plain.encoding).toBeNull();
    expect(plain.body).toContain('client_long49');
    expect(await ask(range, 'gzip, br')).toEqual({ ...plain, encoding: 'gzip', vary: 'accept-encoding' });
    expect((await ask(`${range}&limit=1`, 'gzip')).encoding).toBeNull();
  });

  it('compresses a long poll’s answer that is long', async () => {
    const since = await now();
    const ask = (encodings: string) =>
      server.call<Page>('GET', `/db/${dbName}/_changes?feed=longpoll&since=${since}&timeout=20000`, {
        ...{ as: host, headers: { 'accept-encoding': encodings } },
      });
    await write(...Array.from({ length: 150 }, (_, i) => clientDoc(`poll${i}`)));
    const [plain, small] = [await ask('identity'), await ask('gzip')];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.body.results).toHaveLength(plain.body.results.length);
  });
});

describe('a database restored from a backup', () => {
  it('starts over with readers that are ahead of it', async () => {
    const server = await startTestServer({ storage: 'memory' });
    try {
      const { dbName } = await server.event();
      const { body } = await server.call<Page>('GET', `/db/${dbName}/_changes?since=9999`, {
        as: server.manager,
      });
      expect(body).toMatchObject({ results: [{ id: '_design/main' }, { id: 'event' }], last_seq: 2 });
    } finally {
      await server.close();
    }
  });
});

describe('a database that was moved here from a CouchDB', () => {
  it('has readers compare who stand where CouchDB had told, and starts over with others', async () => {
    const server = await startTestServer({ storage: 'memory' });
    try {
      const { dbName } = await server.event();
      const since =
        '7-g1AAAACReJzLYWBgYMpgTmHgz8tPSTV0MDQy1zMAQsMckEQiQ1L9____szKYExlzgQLsaYmp~7-Ig_x~m0abcde';
      const asked = (more: string) =>
        server.call<Page>('GET', `/db/${dbName}/_changes?since=${since}${more}`, { as: server.manager });
      for (const more of ['', '&feed=longpoll', '&ahead=9-g1AA']) {
        const { status, body } = await asked(`&epoch=of-before${more}`);
        expect({ status, body }).toMatchObject({ status: 200, body: { results: [], continues: false } });
      }
      for (const more of ['', '&feed=longpoll', '&inline=checkins']) {
        const { body } = await asked(more);
        expect(body).toMatchObject({ results: [{ id: '_design/main' }, { id: 'event' }], last_seq: 2 });
      }
    } finally {
      await server.close();
    }
  });
});

describe('a CouchDB that a database was moved to', () => {
  it('starts over with readers who stand where the embedded one had told', async () => {
    const server = await startTestServer({ storage: 'couchdb' });
    try {
      const { dbName } = await server.event();
      const as = server.manager;
      for (const more of ['', '&feed=longpoll', '&inline=checkins&ahead=7']) {
        const { body } = await server.call<Page>('GET', `/db/${dbName}/_changes?since=1234${more}`, { as });
        expect(body.results.map(({ id }) => id).toSorted()).toEqual(['_design/main', 'event']);
      }
    } finally {
      await server.close();
    }
  });
});

describe('many waiting readers', () => {
  it('wakes 300 long polls with one write', async () => {
    const server = await startTestServer({ storage: 'leveldb' });
    try {
      const { dbName } = await server.event();
      const as = server.manager;
      const { last_seq } = (await server.call<Page>('GET', `/db/${dbName}/_changes?since=now`, { as })).body;
      const path = `/db/${dbName}/_changes?feed=longpoll&since=${last_seq}&timeout=20000`;
      const polls = Array.from({ length: 300 }, () => server.call<Page>('GET', path, { as }));
      await server.remote(dbName, as).put(clientDoc('all') as never);
      for (const { body } of await Promise.all(polls)) {
        expect(body.results.map(({ id }) => id)).toEqual(['client_all']);
      }
    } finally {
      await server.close();
    }
  });
});
