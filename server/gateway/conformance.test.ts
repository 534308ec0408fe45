import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '#domain/canonical.ts';
import type { AnyDoc } from '../storage/types.ts';
import { clientDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/*
 * The same requests to CouchDB itself and to the gateway over embedded storage: where docs/replication.md names no
 * difference, the answers are the same. Only where there is a CouchDB.
 */
const couch = process.env['COUCHDB_URL'];
const hash = (letter: string): string => letter.repeat(32);
const revision = (id: string, generation: number, letters: string, more: object = {}): AnyDoc => ({
  ...clientDoc(id),
  _rev: `${generation}-${hash(letters.charAt(0))}`,
  _revisions: { start: generation, ids: Array.from(letters, hash) },
  ...more,
});

/** A document with two leaves, a deleted one, one of a single revision. */
const DOCS = [
  revision('a', 1, 'a'),
  revision('a', 2, 'ba', { company: 'b' }),
  revision('a', 2, 'ca', { company: 'c' }),
  revision('d', 1, 'a'),
  {
    _id: 'client_d',
    _rev: `2-${hash('d')}`,
    _revisions: { start: 2, ids: [hash('d'), hash('a')] },
    _deleted: true,
  },
  revision('e', 1, 'e'),
];

describe.runIf(couch !== undefined)('the gateway answers as CouchDB does', () => {
  let server: TestServer;
  let dbName: string;
  const raw = `foyer-conformance-${process.pid}-${Date.now().toString(36)}`;

  const direct = async (method: string, path: string, body?: unknown) => {
    const { username, password, origin } = new URL(couch ?? '');
    const response = await fetch(`${origin}/${raw}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const ours = async (method: string, path: string, body?: unknown) => {
    const reply = await server.call<unknown>(method, `/db/${dbName}${path}`, { as: server.manager, body });
    return { status: reply.status, body: reply.body };
  };

  beforeAll(async () => {
    server = await startTestServer({ storage: 'leveldb' });
    ({ dbName } = await server.event());
    await direct('PUT', '');
    // Both know the same documents: the event's own too.
    const event = await ours('GET', '/event?revs=true');
    const design = await ours('GET', '/_design/main?revs=true');
    await direct('POST', '/_bulk_docs', { docs: [event.body, design.body], new_edits: false });
    for (const ask of [direct, ours]) await ask('POST', '/_bulk_docs', { docs: DOCS, new_edits: false });
  });
  afterAll(async () => {
    await direct('DELETE', '');
    await server.close();
  });

  /** Positions and the words of an error are each one's own; a failure's reason is compared where both tell it. */
  function comparable({ status, body }: { status: number; body: unknown }): unknown {
    if (status >= 400) return { status };
    const text = JSON.stringify(body, (name, value: unknown) => {
      // A hint that replicators may use; ours do not.
      if (name === 'possible_ancestors') return undefined;
      if (['seq', 'last_seq', 'update_seq', 'offset', 'pending'].includes(name)) return `a ${name}`;
      return value;
    });
    const answer = JSON.parse(text) as unknown;
    // Revisions that were asked for come in any order.
    const order = (one: unknown, other: unknown) => (canonical(one) < canonical(other) ? -1 : 1);
    return { status, body: Array.isArray(answer) ? answer.toSorted(order) : answer };
  }

  const q = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const known = `1-${hash('a')}`;
  const unknown = `7-${hash('0')}`;
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
  const bulk = [
    { id: 'client_a' },
    { id: 'client_a', rev: known },
    { id: 'client_a', rev: `2-${hash('b')}` },
    { id: 'client_a', rev: `2-${hash('b')}` },
    { id: 'client_a', rev: unknown },
    { id: 'client_d' },
    { id: 'client_never' },
    { id: 'client_never', rev: unknown },
    ...names.filter((id) => !id.startsWith('_')).map((id) => ({ id })),
  ];

  it.each<[string, string, unknown?]>([
    ['GET', '/client_a'],
    ['GET', '/client_a?revs=true'],
    ['GET', '/client_a?conflicts=true'],
    ['GET', `/client_a?rev=2-${hash('b')}`],
    ['GET', `/client_a?rev=${unknown}`],
    ['GET', `/client_a?rev=${known}&latest=true`],
    ['GET', `/client_a?rev=${unknown}&latest=true`],
    ['GET', '/client_d'],
    ['GET', `/client_d?rev=2-${hash('d')}`],
    ['GET', `/client_never?rev=${unknown}&latest=true`],
    ['GET', '/client_a?open_revs=all'],
    ['GET', '/client_d?open_revs=all'],
    ['GET', '/client_never?open_revs=all'],
    ['GET', `/client_a?open_revs=${q([`2-${hash('b')}`, unknown])}`],
    ['GET', `/client_a?open_revs=${q([known, unknown])}&latest=true`],
    ['GET', `/client_never?open_revs=${q([unknown])}`],
    ['GET', `/client_a?open_revs=${q([])}`],
    ['POST', '/_bulk_get', { docs: bulk.filter(({ rev }) => rev !== known) }],
    ['POST', '/_bulk_get?latest=true&revs=true', { docs: bulk.filter(({ rev }) => rev !== undefined) }],
    ['POST', '/_bulk_get', { docs: [] }],
    ['POST', '/_revs_diff', { client_a: [known, unknown], client_d: [`2-${hash('d')}`], client_n: [known] }],
    ['POST', '/_revs_diff', { client_a: [], client_n: [] }],
    ['POST', '/_revs_diff', `{${names.map((name) => `"${name}":["${known}"]`).join()}}`],
    ['POST', '/_revs_diff', { client_a: ['bad'] }],
    ['POST', '/_missing_revs', { client_a: [known, unknown] }],
    ['GET', '/_all_docs'],
    ['GET', '/_all_docs?include_docs=true&conflicts=true'],
    ['GET', '/_all_docs?descending=true&limit=2&skip=1'],
    ['GET', `/_all_docs?startkey=${q('client_b')}&endkey=${q('client_f')}`],
    ['GET', `/_all_docs?startkey=${q('client_a')}&endkey=${q('client_e')}&inclusive_end=false`],
    ['GET', `/_all_docs?key=${q('client_a')}`],
    ['GET', `/_all_docs?key=${q('')}`],
    ['GET', `/_all_docs?endkey=${q('')}`],
    ['GET', '/_all_docs?update_seq=true&limit=1'],
    ['GET', '/_all_docs?limit=0'],
    ['POST', '/_all_docs', { keys: ['client_e', 'client_d', 'client_e', 'client_never', '', ...names] }],
    ['POST', '/_all_docs?include_docs=true', { keys: ['client_e', 'client_d', 'client_e'] }],
    ['POST', '/_all_docs', { keys: [] }],
    ['GET', '/_local/never'],
    ['DELETE', '/_local/never'],
    ['PUT', '/_local/point', { last: 1 }],
    ['PUT', '/_local/point', { _rev: '0-1', last: 2 }],
    ['GET', '/_local/point'],
    ['DELETE', '/_local/point'],
    ['GET', '/_local/point'],
    ['PUT', '/_local/point', { last: 3 }],
    ['PUT', '/_local/point', { _rev: '0-1', _deleted: true }],
    ['GET', '/_local/point'],
    ['GET', '/_nothing'],
    ['GET', '/client_a/nothing'],
  ])('%s %s', async (method, path, body) => {
    const expected = comparable(await direct(method, path, body));
    expect(comparable(await ours(method, path, body))).toEqual(expected);
  });

  it('says update_seq and doc_count of a database', async () => {
    const [theirs, own] = [await direct('GET', ''), await ours('GET', '')];
    const count = (reply: { body: unknown }) => (reply.body as { doc_count: number }).doc_count;
    expect(count(own)).toBe(count(theirs));
    expect(own.body).toHaveProperty('update_seq');
  });

  it.each([
    {},
    { company: 'b' },
    { company: { $not: { $in: ['b', 'c'] } } },
    { company: { $ne: 'b' } },
    { nowhere: { $ne: 1 } },
    { $nor: [{ nowhere: 1 }] },
    { metadata: { createdAt: { $exists: true } }, 'metadata.nowhere': { $exists: false } },
    {
      $and: [
        { $or: [{ type: 'client' }, { company: 'c' }] },
        { $or: [{ forename: { $gt: 'A' } }, { x: 1 }] },
      ],
    },
    { 'forename.length': { $exists: false } },
    { language: { $gte: 1, $beginsWith: 'f' } },
    { metadata: { $keyMapMatch: { $eq: 'updatedAt' }, $type: 'object' } },
    { $or: 5 },
    { company: { $near: 1 } },
  ])('the selector %j', async (selector) => {
    const found = async (ask: typeof ours) => {
      const { status, body } = await ask('POST', '/_changes?filter=_selector', { selector });
      const { results = [] } = body as { results?: { id: string }[] };
      return [status, results.map(({ id }) => id).toSorted()];
    };
    expect(await found(ours)).toEqual(await found(direct));
  });

  it.each(['', '?style=all_docs', '?include_docs=true', '?descending=true'])('_changes%s', async (query) => {
    const rows = async (ask: typeof ours) => {
      const { body } = await ask('GET', `/_changes${query}`);
      const { results } = body as { results: { id: string; changes: { rev: string }[]; doc?: unknown }[] };
      // Shards tell their rows in any order.
      const told = results.map(({ id, changes, doc }) => ({
        id,
        revs: changes.map(({ rev }) => rev).toSorted(),
        doc,
      }));
      return told.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    };
    const [theirs, own] = [await rows(direct), await rows(ours)];
    expect(own).toEqual(theirs);
  });
});
