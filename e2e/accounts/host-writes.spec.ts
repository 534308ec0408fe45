import type { Checkin } from '#domain/documents/checkin.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { needsInvoiceIndex } from '#domain/money/invoice.ts';
import { expect, test } from '../support/fixtures.ts';
import { request } from '../support/http.ts';
import type { MadeEvent, Person, StoredDoc } from '../support/world.ts';

/* Raw requests, as somebody would make them who took a host's token out of the browser. */

const checkinOf = (host: Person, event: MadeEvent, change: Partial<Checkin> = {}): Checkin => {
  const session = event.sessions[0]?._id ?? '';
  return {
    _id: `checkin_${session.replace('session_', '')}_0mg000000-${Math.random().toString(36).slice(2, 10)}`,
    type: 'checkin',
    sessionId: session,
    clientId: event.clients[0]?._id ?? '',
    action: 'in',
    time: Date.now(),
    device: { id: 'raw', name: 'curl' },
    author: { id: host.userId, name: host.username },
    method: 'list',
    ...change,
  };
};

/** The server's worker numbers the invoices of a new event: until then documents change without anybody's doing. */
function hasAllInvoices(docs: readonly StoredDoc[]): boolean {
  const consumers = docs.filter(({ type }) => type === 'consumer') as unknown as Consumer[];
  const given = consumers.filter(({ invoiceIndex }) => invoiceIndex != null).length;
  const next = docs.find(({ _id }) => _id === 'event')?.['invoiceNextIndex'];
  return consumers.filter(needsInvoiceIndex).length === given && next === given;
}

test("a host's token writes check-ins and nothing else", async ({ foyer, world }) => {
  const host = await world.person('host');
  const event = await world.event({ for: [host] });
  const db = `/db/${event.dbName}`;
  await expect.poll(async () => hasAllInvoices(await world.documents(event.dbName))).toBe(true);
  // What else the worker derives has come to rest as well when two looks are the same.
  let before = '';
  await expect
    .poll(
      async () => {
        const last = before;
        before = JSON.stringify(await world.documents(event.dbName));
        return before === last;
      },
      { intervals: [500] },
    )
    .toBe(true);
  const [client] = event.clients;
  const [session] = event.sessions;
  if (client === undefined || session === undefined) throw new Error('no event');
  const stored: StoredDoc = (await world.documents(event.dbName, session._id))[0] ?? { _id: '' };
  const checkin = checkinOf(host, event);
  const bulk = (doc: object) => ['POST', `${db}/_bulk_docs`, { docs: [doc] }] as const;
  const old = (doc: object) => ['POST', `${db}/_bulk_docs`, { docs: [doc], new_edits: false }] as const;

  const attempts: (readonly [method: string, path: string, body?: unknown])[] = [
    bulk({ ...client, _id: 'client_raw', notes: 'x' }),
    bulk({ ...stored, title: 'Taken over' }),
    bulk({ ...stored, _deleted: true }),
    old({ ...stored, _rev: '9-ffffffffffffffffffffffffffffffff', title: 'Taken over' }),
    ['PUT', `${db}/${session._id}`, { ...stored, title: 'Taken over' }],
    ['DELETE', `${db}/${session._id}?rev=${String(stored._rev)}`],
    ['PUT', `${db}/event`, { _id: 'event', type: 'event', title: 'x' }],
    ['PUT', `${db}/event/picture`, 'not a picture'],
    ['PUT', `${db}/${session._id}/plan?rev=${String(stored._rev)}`, 'x'],
    bulk({ ...checkin, author: { id: world.manager.userId, name: 'Ada' } }),
    bulk({ ...checkin, _attachments: { x: { content_type: 'text/plain', data: 'eA==' } } }),
    bulk({ ...checkin, extra: 'field' }),
    bulk({ ...checkin, type: 'client' }),
    bulk({ ...checkin, _id: 'checkin_other_0mg000000-raw' }),
    bulk({ _id: '_design/main', views: {} }),
    ['PUT', `${db}/_design/main`, { _id: '_design/main', views: {} }],
    ['PUT', `${db}/_design/evil`, { _id: '_design/evil', views: {} }],
    ['PUT', `${db}/_security`, { admins: { names: [host.username] } }],
    ['POST', `${db}/_temp_view`, { map: 'function(d){emit(d)}' }],
    ['POST', `${db}/_purge`, { [session._id]: [stored._rev] }],
    ['POST', `${db}/_compact`, {}],
    ['POST', '/db/_replicate', { source: event.dbName, target: 'copy' }],
    ['PUT', '/db/event-mine'],
    ['DELETE', db],
    ['PUT', '/db/central/events', { _id: 'events', events: [] }],
    ['POST', '/db/central/_bulk_docs', { docs: [{ _id: 'events', events: [] }] }],
    ['PUT', `/db/users/${host.userId}`, { _id: host.userId, type: 'user', role: 'manager' }],
    ['POST', '/db/users/_bulk_docs', { docs: [{ _id: 'x', type: 'user' }] }],
    ['PUT', `/db/services/${event.id}`, { _id: event.id }],
    ['POST', '/api/user', { username: 'Mallory', password: 'Foyer2026', role: 'manager' }],
    ['PUT', '/api/event', { title: 'Mine', date: Date.now() }],
    ['DELETE', `/api/event/${event.id}`],
    ['PUT', '/api/authorizations', { userId: host.userId, authorizations: [[event.id, true]] }],
    ['POST', '/api/shutdown', {}],
  ];
  for (const [method, path, body] of attempts) {
    const answer = await host.call(method, path, body);
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    if (answer.status === 201 && path.endsWith('_bulk_docs')) {
      // A replicator hears of each document by itself.
      expect(answer.body, what).toEqual([expect.objectContaining({ error: expect.stringMatching(/./) })]);
    } else {
      expect([400, 403, 404, 405], `${what} answered ${answer.status}`).toContain(answer.status);
    }
  }
  expect(JSON.stringify(await world.documents(event.dbName))).toBe(before);
  expect((await request(foyer.url, 'GET', '/api/health')).status).toBe(200);

  // Checkpoints are everybody's own: this one is no setting of the database, and nobody else sees it.
  await host.call('PUT', `${db}/_local/_security`, { admins: {} });
  expect((await world.manager.call('GET', `${db}/_local/_security`)).status).toBe(404);

  expect((await host.call(...bulk(checkin))).status).toBe(201);
  expect(await world.checkins(event)).toHaveLength(1);
  const changed = { ...(await world.checkins(event))[0], action: 'out' };
  await host.call(...bulk(changed));
  await host.call(...bulk({ ...changed, _deleted: true }));
  expect(await world.checkins(event)).toMatchObject([{ action: 'in' }]);
});

test("a host's token reads neither accounts nor other events, and no token reads nothing", async ({
  foyer,
  world,
}) => {
  const host = await world.person('host');
  const own = await world.event({ for: [host] });
  const other = await world.event();
  const closed = [
    '/db/users/_all_docs?include_docs=true',
    `/db/users/${world.manager.userId}`,
    '/db/users/_changes?include_docs=true',
    '/db/services/_all_docs',
    `/db/services/${own.id}`,
    `/db/${other.dbName}`,
    `/db/${other.dbName}/event`,
    `/db/${other.dbName}/_all_docs?include_docs=true`,
    `/db/${other.dbName}/_changes`,
    `/db/${other.dbName}/_bundle?mode=full`,
    `/db/${own.dbName}%2F..%2F${other.dbName}/event`,
    '/db/_all_dbs',
    '/db/auth/_all_docs',
    `/db/history-${own.id}/_all_docs`,
    '/db/_users/_all_docs',
    `/db/${own.dbName}/_security`,
    `/db/${own.dbName}/_local/_security`,
    '/api/shutdown',
    `/api/historyEvents/${other.id}`,
  ];
  for (const path of closed) {
    const { status, body } = await host.call('GET', path);
    expect([400, 403, 404, 405], `${path} answered ${status}: ${JSON.stringify(body)}`).toContain(status);
    expect(JSON.stringify(body)).not.toContain(other.title);
  }
  expect((await host.call('GET', `/db/${own.dbName}/event`)).status).toBe(200);
  for (const path of [`/db/${own.dbName}/event`, '/db/central/events', '/api/user']) {
    for (const token of [undefined, '', 'rubbish', `${host.token.slice(0, -3)}xyz`]) {
      expect((await request(foyer.url, 'GET', path, undefined, token)).status, path).toBe(401);
    }
  }
});
