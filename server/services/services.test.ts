import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASK } from '#domain/services/secrets.ts';
import type { AnyDoc } from '../storage/types.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createSeals } from './seals.ts';
import { Services } from './services.ts';

const KEY = 'a-key-for-tests-that-is-long-enough-0123456789';
const EMAIL = {
  ...{ email: 'gala@example.org', name: 'Gala', host: 'mail.example.org', port: 465, secure: true },
  ...{ username: 'gala', password: 'Tr0ub4dor&3' },
};
const SERVICES = {
  email: EMAIL,
  payments: { key: 'sk_live_1234567', secret: 'whsec_1234567' },
  sms: { sid: 'AC1', token: 'token-of-sms', number: '+41791234567' },
  whatsapp: { sid: 'AC2', token: 'token-of-whatsapp', number: '+41791234567' },
};
const SECRETS = ['Tr0ub4dor&3', 'sk_live_1234567', 'whsec_1234567', 'token-of-sms', 'token-of-whatsapp'];

describe('services of an event', () => {
  let server: TestServer;
  let eventId: string;
  let path: string;
  const services = () => new Services(server.storage, () => Promise.resolve(new TextEncoder().encode(KEY)));
  const get = async (query = '') =>
    (await server.call<AnyDoc>('GET', `${path}${query}`, { as: server.manager })).body;
  const put = (doc: object) => server.call<AnyDoc>('PUT', path, { as: server.manager, body: doc });

  beforeAll(async () => {
    server = await startTestServer({ config: { servicesKey: KEY } });
    ({ eventId } = await server.event());
    path = `/db/services/${eventId}`;
    await put({ ...SERVICES, _id: eventId });
  });
  afterAll(() => server.close());

  it('are read and written by managers alone, one document per event [API-22] [SERVICE-01] [DOC-39] [DOC-40] [DOC-41]', async () => {
    expect(await get()).toMatchObject({
      _id: eventId,
      email: { ...EMAIL, password: MASK },
      payments: { key: MASK, secret: MASK },
      sms: { ...SERVICES.sms, token: MASK },
      whatsapp: { ...SERVICES.whatsapp, token: MASK },
    });
    const member = await server.person('Mia', 'member', eventId);
    expect((await server.call('GET', path, { as: member })).status).toBe(403);
    expect((await server.call('PUT', path, { as: member, body: { _id: eventId } })).status).toBe(403);
  });

  it('are nobody’s where there is no such event: what a screen still held of a deleted one would stay for ever', async () => {
    const as = server.manager;
    const gone = await server.event();
    const body = { ...SERVICES, _id: gone.eventId };
    expect((await server.call('PUT', `/db/services/${gone.eventId}`, { as, body })).status).toBe(201);
    expect((await server.call('DELETE', `/api/event/${gone.eventId}`, { as })).status).toBe(200);
    const late = await server.call('PUT', `/db/services/${gone.eventId}`, { as, body });
    expect([late.status, late.body['error']]).toEqual([404, 'not_found']);
    const many = await server.call<AnyDoc[]>('POST', '/db/services/_bulk_docs', {
      as,
      body: { docs: [body] },
    });
    expect(many.body).toMatchObject([{ error: 'forbidden', reason: 'unknown_event' }]);
    expect(await new Services(server.storage, () => Promise.reject(new Error())).of(gone.eventId)).toBeNull();
  });

  it('show no secret by any way of reading, of no version', async () => {
    const first = String((await get())['_rev']);
    await put({ ...(await get()), sms: null });
    expect((await get())['_rev']).not.toBe(first);
    const asManager = { as: server.manager };
    const ways = [
      await server.call('GET', `${path}?revs=true&open_revs=all`, asManager),
      await server.call('GET', `${path}?rev=${first}`, asManager),
      await server.call('GET', `${path}?conflicts=true&revs_info=true`, asManager),
      await server.call('GET', '/db/services/_all_docs?include_docs=true', asManager),
      await server.call('POST', '/db/services/_all_docs?include_docs=true', {
        ...asManager,
        body: { keys: [eventId] },
      }),
      await server.call('GET', '/db/services/_changes?include_docs=true&style=all_docs', asManager),
      await server.call('POST', '/db/services/_bulk_get?revs=true', {
        ...asManager,
        body: { docs: [{ id: eventId }, { id: eventId, rev: first }] },
      }),
    ];
    const texts = ways.map(({ body }) => JSON.stringify(body));
    for (const text of texts) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      expect(text).not.toContain('sealed:');
    }
    expect(texts.filter((text) => text.includes(MASK)).length).toBeGreaterThan(5);
    // Nor can one be felt for by a filter.
    const felt = await server.call('POST', '/db/services/_changes?filter=_selector', {
      ...asManager,
      body: { selector: { 'email.password': { $regex: '^Tr0' } } },
    });
    expect(JSON.stringify(felt.body)).not.toContain(eventId);
    await put({ ...(await get()), sms: SERVICES.sms });
  });

  it('lie sealed in the database, and open there alone', async () => {
    const db = await server.storage.open('services');
    const stored = JSON.stringify(await db.get(eventId, { revs: true }));
    for (const secret of SECRETS) expect(stored).not.toContain(secret);
    expect(await services().of(eventId)).toMatchObject(SERVICES);
    const { email } = (await db.get(eventId)) as unknown as { email: object };
    const other = `${eventId}x`;
    await db.put({ _id: other, email } as never);
    expect(await services().of(other)).toMatchObject({ email: { password: MASK } });
    const stranger = new Services(server.storage, () => Promise.resolve(new Uint8Array(48)));
    expect(await stranger.of(eventId)).toMatchObject({ email: { password: MASK } });
  });

  it('keep what is stored when the mask comes back, and take a new secret', async () => {
    const read = await get();
    expect((await put({ ...read, email: { ...EMAIL, name: 'Gala 2', password: MASK } })).status).toBe(201);
    expect(await services().of(eventId)).toMatchObject({ ...SERVICES, email: { ...EMAIL, name: 'Gala 2' } });
    const next = { ...(await get()), email: { ...EMAIL, password: 'another' } };
    expect((await put(next)).status).toBe(201);
    expect((await services().of(eventId))?.email?.password).toBe('another');
    expect((await put({ ...(await get()), email: EMAIL })).status).toBe(201);
  });

  it.each<[string, string, object]>([
    ['another host', 'email.password', { email: { ...EMAIL, host: 'evil.example', password: MASK } }],
    ['another port', 'email.password', { email: { ...EMAIL, port: 25, password: MASK } }],
    ['no TLS', 'email.password', { email: { ...EMAIL, secure: false, password: MASK } }],
    ['another user', 'email.password', { email: { ...EMAIL, username: 'eve', password: MASK } }],
    ['another account of SMS', 'sms.token', { sms: { ...SERVICES.sms, sid: 'AC9', token: MASK } }],
    ['another key', 'payments.secret', { payments: { key: 'sk_test_1', secret: MASK } }],
  ])('do not send a stored secret to %s', async (_title, field, change) => {
    const before = await get();
    const reply = await put({ ...before, ...change });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.body).toMatchObject({ field });
    expect(await get()).toEqual(before);
  });

  it('do not take the mask for a secret where nothing is stored', async () => {
    await put({ ...(await get()), email: null });
    const reply = await put({ ...(await get()), email: { ...EMAIL, password: MASK } });
    expect(reply.body).toMatchObject({ field: 'email.password' });
    expect((await put({ ...(await get()), email: EMAIL })).status).toBe(201);
  });

  it('what an earlier version stored as it was typed is sealed at the next start', async () => {
    const db = await server.storage.open('services');
    await db.put({ _id: 'earlier', email: EMAIL } as never);
    await services().sealStored();
    expect(JSON.stringify(await db.get('earlier'))).not.toContain(EMAIL.password);
    expect(await services().of('earlier')).toMatchObject({ email: EMAIL });
    const { _rev } = await db.get('earlier');
    await services().sealStored();
    expect((await db.get('earlier'))._rev).toBe(_rev);
  });
});

describe('seals', () => {
  const seals = createSeals(new Uint8Array(48).fill(7));

  it('open what they sealed, whatever it holds, and nothing that was changed', () => {
    for (const text of ['a', 'é'.repeat(1000), 'sealed:1:x', '\u{1F511}']) {
      const sealed = seals.seal(text, 'place');
      expect(seals.open(sealed, 'place')).toBe(text);
      expect(seals.open(sealed, 'elsewhere')).toBeNull();
      expect(seals.open(sealed.slice(0, -2), 'place')).toBeNull();
      expect(seals.open(sealed.replace(/\.[^.]*\./, '.AAAA.'), 'place')).toBeNull();
    }
    expect(seals.seal('a', 'place')).not.toBe(seals.seal('a', 'place'));
  });
});
