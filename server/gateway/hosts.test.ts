import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

const LINE = 'Rue du Secret 1';
const ID = 'consumer_ada';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pdf = Buffer.from('%PDF-1.4').toString('base64');

describe.each(storages('memory', 'couchdb'))('registrations and hosts, %s', (storage) => {
  let server: TestServer;
  let host: Login;
  let member: Login;
  let base = '';
  let rev = '';
  beforeAll(async () => {
    server = await startTestServer({ storage });
    const { eventId, dbName } = await server.event();
    host = await server.person('hugo', 'host', eventId);
    member = await server.person('mia', 'member', eventId);
    base = `/db/${dbName}`;
    const metadata = { author: { id: member.id, name: 'mia' }, createdAt: 1, updatedAt: 1 };
    const person = (name: string) => ({ type: 'client', forename: name, surname: 'Test', metadata });
    const docs = [
      { _id: 'client_ada', ...person('Ada'), consumerId: ID },
      {
        ...{
          _id: ID,
          type: 'consumer',
          address: { street: LINE },
          registration: { amount: 12_345 },
          metadata,
        },
        _attachments: { 'a.png': { content_type: 'image/png', data: pixel } },
      },
      { _id: 'consumer_bob', type: 'consumer', address: { street: LINE }, metadata },
      {
        ...{ _id: 'notif_one', type: 'notif', notifType: 'inactive', notifMethod: 'sms', metadata },
        contents: { message: LINE },
      },
      { _id: 'whatsapptemplate_one', type: 'whatsapptemplate', date: 1, message: [LINE], metadata },
      {
        ...{ _id: 'invoicetemplate_one', type: 'invoicetemplate', language: 'en', refs: [], metadata },
        _attachments: { template: { content_type: 'application/pdf', data: pdf } },
      },
      { _id: 'file_one', type: 'file', name: 'One', metadata },
      { _id: 'session_dinner', type: 'session', title: 'Dinner', date: 1, status: 'ongoing', metadata },
    ];
    const { body } = await server.call<{ id: string; rev: string }[]>('POST', `${base}/_bulk_docs`, {
      as: member,
      body: { docs },
    });
    if (body.some((one) => 'error' in one)) throw new Error(JSON.stringify(body));
    rev = body.find(({ id }) => id === ID)?.rev ?? '';
  });
  afterAll(() => server.close());
  const ask = (method: string, path: string, body?: unknown, as = host) =>
    server.call<Record<string, never>>(method, `${base}${path}`, { as, body });

  it.each([
    ['GET', `/${ID}`],
    ['GET', `/${ID}?open_revs=all&revs=true`],
    ['GET', `/${ID}?revs_info=true&conflicts=true`],
    ['GET', `/${ID}/a.png`],
    ['PUT', `/${ID}/b.png?rev=1-a`],
    ['DELETE', `/${ID}/a.png?rev=1-a`],
    ['GET', '/consumer_none'],
    ['GET', '/notif_one'],
    ['GET', '/whatsapptemplate_one'],
    ['GET', '/invoicetemplate_one/template'],
  ])('%s %s: it is not there', async (method, path) => {
    const reply = await ask(method, path);
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual((await ask('GET', '/client_none')).body);
  });

  it('no other question brings one either, of whatever kind', async () => {
    const selector = { type: 'consumer' };
    const replies = await Promise.all([
      ask('GET', `/${ID}?rev=${rev}`),
      ask('GET', '/_all_docs?include_docs=true&attachments=true&conflicts=true'),
      ask('GET', '/_all_docs?include_docs=true&descending=true&startkey="d"'),
      ask('GET', `/_all_docs?include_docs=true&key="${ID}"`),
      ask('POST', '/_all_docs?include_docs=true', { keys: [ID, 'client_ada'] }),
      ask('GET', '/_changes?include_docs=true&attachments=true&style=all_docs'),
      ask('GET', '/_changes?include_docs=true&descending=true'),
      ask('GET', '/_changes?filter=main/light&include_docs=true'),
      ask('POST', '/_changes?filter=_selector&include_docs=true', { selector }),
      ask('POST', '/_changes?filter=_doc_ids&include_docs=true', { doc_ids: [ID] }),
      ask('GET', '/_changes?since=0&inline=checkins'),
      ask('POST', '/_bulk_get?revs=true&attachments=true', { docs: [{ id: ID, rev }, { id: ID }] }),
      ask('GET', '/_leaves'),
      ask('POST', '/_leaves', { groups: Array.from({ length: 128 }, (_, index) => `consumer_${index}`) }),
      ask('GET', '/_bundle?mode=full'),
      ask('GET', '/_bundle?mode=light&after=client_z'),
      ask('GET', '/_design/main/_view/clients?include_docs=true'),
      ask('GET', `/_design/main/_view/clients?include_docs=true&key="${ID}"`),
    ]);
    for (const [index, { body }] of replies.entries()) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(text, `question ${index}`).not.toContain(LINE);
      expect(text, `question ${index}`).not.toContain('consumer_bob');
      expect(text, `question ${index}`).not.toContain('12345');
      expect(text, `question ${index}`).not.toMatch(/(notif|template)_one/);
    }
    expect(JSON.stringify(replies[4]?.body)).toContain('Ada');
  });

  it('is answered about as about documents that never were', async () => {
    const keys = await ask('POST', '/_all_docs', { keys: [ID, 'client_ada', 'consumer_none'] });
    expect(keys.body).toMatchObject({
      rows: [
        { key: ID, error: 'not_found' },
        { id: 'client_ada' },
        { key: 'consumer_none', error: 'not_found' },
      ],
    });
    expect((await ask('POST', '/_revs_diff', { [ID]: [rev] })).body).toEqual({ [ID]: { missing: [rev] } });
    expect((await ask('POST', '/_bulk_get', { docs: [{ id: ID, rev }] })).body).toMatchObject({
      results: [{ id: ID, docs: [{ error: { error: 'not_found', rev } }] }],
    });
  });

  it('limits, skips and numbers count what there is for the host', async () => {
    const ids = async (query: string) =>
      ((await ask('GET', `/_all_docs?${query}`)).body as unknown as { rows: { id: string }[] }).rows.map(
        ({ id }) => id,
      );
    const bundle = async (mode: string) => {
      const reply = await server.call<string>('GET', `${base}/_bundle?mode=${mode}`, { as: host });
      return reply.body.trim().split('\n');
    };
    const all = await ids('');
    expect(all).toEqual(['_design/main', 'client_ada', 'event', 'file_one', 'session_dinner']);
    expect(await ids('limit=2&skip=1')).toEqual(['client_ada', 'event']);
    expect(await ids('descending=true&limit=4')).toEqual(all.toReversed().slice(0, 4));
    expect((await ask('GET', '/_all_docs')).body).toMatchObject({ total_rows: 5 });
    expect((await ask('GET', '')).body).toMatchObject({ doc_count: 5 });
    const lines = await bundle('full');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ total: 5 });
    expect(lines).toHaveLength(5 + 2);
    const light = await bundle('light');
    expect(JSON.parse(light[0] ?? '')).toMatchObject({ total: 4 });
  });

  it('who becomes a host reads no more, also in a wait that is under way; who becomes a member reads all', async () => {
    const set = async (role: string) => {
      const user = (await server.call('GET', `/db/users/${host.id}`, { as: server.manager })).body;
      await server.call('PUT', `/db/users/${host.id}`, { as: server.manager, body: { ...user, role } });
    };
    await set('member');
    expect((await ask('GET', `/${ID}`)).status).toBe(200);
    const { last_seq } = (await ask('GET', '/_changes')).body as unknown as { last_seq: string };
    const waits = ask(
      'GET',
      `/_changes?feed=longpoll&include_docs=true&since=${encodeURIComponent(last_seq)}`,
    );
    await set('host');
    const doc = (await ask('GET', `/${ID}`, undefined, member)).body as Record<string, unknown>;
    await ask('PUT', `/${ID}`, { ...doc, notifMethod: 'sms' }, member);
    expect(JSON.stringify((await waits).body)).not.toContain(LINE);
    expect((await ask('GET', `/${ID}`)).status).toBe(404);
  });

  it('what the server itself keeps of a host is found by no write: a repeated one is refused as before', async () => {
    const body = {
      docs: [
        { _id: 'consumer_new', type: 'consumer', ...{ _rev: '1-a', _revisions: { start: 1, ids: ['a'] } } },
      ],
      new_edits: false,
    };
    expect((await ask('POST', '/_bulk_docs', body)).body).toMatchObject([{ error: 'forbidden' }]);
  });
});
