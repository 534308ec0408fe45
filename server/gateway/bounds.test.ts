import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TIMEOUTS } from '../http/connections.ts';
import { clientDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type Reply, type TestServer } from '../testing/server.ts';

/* What docs/replication.md says under "Bounds", over HTTP. */
let server: TestServer;
let member: Login;
let other: Login;
let dbName: string;
beforeAll(async () => {
  server = await startTestServer({ storage: 'leveldb' });
  const event = await server.event();
  ({ dbName } = event);
  member = await server.person('member', 'member', event.eventId);
  other = await server.person('other', 'member', event.eventId);
  const db = await server.storage.open(dbName);
  await db.bulkDocs([clientDoc('a', { company: 'x'.repeat(1000) }), clientDoc('b')] as never);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));
const MOST = 20_000;
const keys = (count: number): string[] => many(count, () => 'client_a');
const revs = (count: number): string[] => many(count, (index) => `1-${index.toString(36)}`);
const inQuery = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

const ask = <T = Record<string, unknown>>(
  path: string,
  body?: unknown,
  { as = member, device = 'one' } = {},
): Promise<Reply<T>> => {
  const method = body === undefined ? 'GET' : 'POST';
  return server.call<T>(method, `/db/${dbName}${path}`, { as, body, headers: { 'x-foyer-device': device } });
};

describe('too much in one request is answered with 413', () => {
  it.each<[string, string, () => unknown]>([
    ['keys', '/_all_docs', () => ({ keys: keys(MOST + 1) })],
    ['keys of a view', '/_design/main/_view/clients', () => ({ keys: keys(MOST + 1) })],
    ['documents to write', '/_bulk_docs', () => ({ docs: many(MOST + 1, () => ({})) })],
    ['documents to read', '/_bulk_get', () => ({ docs: many(MOST + 1, () => ({ id: 'client_a' })) })],
    ['doc_ids', '/_changes', () => ({ doc_ids: keys(MOST + 1) })],
    ['revisions of a document', '/_revs_diff', () => ({ client_a: revs(1001) })],
    ['revisions by their other name', '/_missing_revs', () => ({ client_a: revs(1001) })],
    [
      'revisions',
      '/_revs_diff',
      () => Object.fromEntries(many(51, (index) => [`client_${index}`, revs(1000)])),
    ],
    ['open revisions', `/client_a?open_revs=${inQuery(many(1001, () => '1-a'))}`, () => undefined],
    [
      'names in one object',
      '/_bulk_docs',
      () => `{"docs":[{${many(60_001, (index) => `"\\"${index}":1`).join()}}]}`,
    ],
    ['values', '/_bulk_docs', () => `{"docs":[${'[],'.repeat(2_000_001)}[]]}`],
  ])('%s', async (_title, path, body) => {
    const reply = await ask(path, body());
    expect([reply.status, reply.body]).toEqual([
      413,
      expect.objectContaining({ ok: false, error: 'too_large' }),
    ]);
  });

  it('what a replicator notes', async () => {
    const body = { text: 'x'.repeat(65_536) };
    const reply = await server.call('PUT', `/db/${dbName}/_local/note`, { as: member, body });
    expect([reply.status, reply.body['error']]).toEqual([413, 'too_large']);
  });
});

it('a key that is asked for 20,000 times is answered as often, and read once', async () => {
  const db = await server.storage.open(dbName);
  const read = vi.spyOn(db, 'allDocs');
  const { status, body } = await ask<{ rows: { doc: object }[] }>('/_all_docs?include_docs=true', {
    keys: keys(MOST),
  });
  expect([status, body.rows.length]).toEqual([200, MOST]);
  expect(body.rows.every(({ doc }) => (doc as { _id: string })._id === 'client_a')).toBe(true);
  const asked = read.mock.calls.flatMap(
    ([options]) => (options as { keys?: string[] } | undefined)?.keys ?? [],
  );
  expect(asked).toEqual(['client_a']);
});

describe('too many requests at the same time are answered with 429', () => {
  const HEAVY = 24;
  const sockets: Socket[] = [];
  afterEach(async () => {
    const gone = sockets.splice(0).map((socket) => (socket.closed ? null : once(socket.destroy(), 'close')));
    await Promise.all(gone.filter((one) => one !== null));
  });

  /** One who asks, and reads nothing but the beginning of the answer. */
  function stall(path: string, body: string, device: string): { socket: Socket; begins: Promise<string> } {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const lines = [
      ...[`${body === '' ? 'GET' : 'POST'} /db/${dbName}${path} HTTP/1.1`, 'host: x'],
      ...[`authorization: Bearer ${member.token}`, `x-foyer-device: ${device}`],
      ...['content-type: application/json', `content-length: ${body.length}`, '', ''],
    ];
    socket.on('error', () => undefined).write(lines.join('\r\n') + body);
    sockets.push(socket);
    const begins = new Promise<string>((resolve) => {
      socket.once('data', (start) => resolve(String(socket.pause() && start).slice(0, 12)));
    });
    return { socket, begins };
  }
  const tooMany = expect.objectContaining({ ok: false, error: 'too_many_requests' }) as object;
  /** More than a connection holds on its way: 25 MB. */
  const large = JSON.stringify({ keys: keys(MOST) });
  async function stallAll(device: string): Promise<Socket[]> {
    const stalled = many(HEAVY, () => stall('/_all_docs?include_docs=true', large, device));
    for (const { begins } of stalled) expect(await begins).toBe('HTTP/1.1 200');
    expect((await ask('/_all_docs?limit=1', undefined, { device })).status).toBe(429);
    return stalled.map(({ socket }) => socket);
  }

  it('large ones of a device; its small ones, other devices and other people go on', async () => {
    await stallAll('slow');
    const refused = await ask('/_bulk_get', { docs: [] }, { device: 'slow' });
    expect([refused.status, refused.body]).toEqual([429, tooMany]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/client_a', undefined, { device: 'slow' })).status).toBe(200);
    expect((await ask('/_all_docs?limit=1', undefined, { device: 'quick' })).status).toBe(200);
    expect((await ask('/_all_docs?limit=1', undefined, { as: other, device: 'slow' })).status).toBe(200);
  });

  it('a reader who does not read is cut off, and leaves its place free', { timeout: 120_000 }, async () => {
    expect(server.app.server.timeout).toBe(TIMEOUTS.connectionTimeout);
    const theirs: Socket[] = [];
    const note = (socket: Socket): void => void theirs.push(socket);
    server.app.server.on('connection', note);
    const stalled = await stallAll('asleep');
    server.app.server.off('connection', note);
    // It sleeps on; only the patience is shorter than what the operator is given.
    const ports = new Set(stalled.map(({ localPort }) => localPort));
    const cut = theirs
      .filter(({ remotePort }) => ports.has(remotePort))
      .map((socket) => once(socket.setTimeout(300), 'close'));
    expect(cut).toHaveLength(HEAVY);
    await Promise.all(cut);
    const status = async () => (await ask('/_all_docs?limit=1', undefined, { device: 'asleep' })).status;
    await expect.poll(status).toBe(200);
  });

  it('long ones of a person who takes none of them; their small ones and other people go on', async () => {
    const devices = many(6, (index) => `idle${index}`);
    const theirs: Socket[] = [];
    const note = (socket: Socket): void => void theirs.push(socket);
    server.app.server.on('connection', note);
    const longest = await stallAll('idle0');
    server.app.server.off('connection', note);
    for (const device of devices.slice(1)) await stallAll(device);
    const begin = () => ask('/_all_docs?limit=1', undefined, { device: 'next' });
    await expect.poll(async () => (await begin()).status, { timeout: 30_000 }).toBe(429);
    expect((await begin()).body).toEqual(tooMany);
    expect((await ask('/client_a', undefined, { device: 'next' })).status).toBe(200);
    expect((await ask('/_all_docs?limit=1', undefined, { as: other })).status).toBe(200);
    // Whoever takes nothing for long has gone: one of them ends for each that begins, the one that waits longest.
    const ports = new Set(longest.map(({ localPort }) => localPort));
    const ended = theirs
      .filter(({ remotePort }) => ports.has(remotePort))
      .map((socket) => once(socket, 'close'));
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 15_000);
    expect((await begin()).status).toBe(200);
    later.mockRestore();
    await Promise.race(ended);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await begin()).status).toBe(200);
  });

  it('long polls of a device', async () => {
    const polls = many(501, () => stall('/_changes?feed=longpoll&since=now', '', 'many'));
    expect(await Promise.race(polls.map(({ begins }) => begins))).toBe('HTTP/1.1 429');
    const status = async (device: string) => (await ask('/client_a', undefined, { device })).status;
    expect([await status('many'), await status('one')]).toEqual([429, 200]);
    for (const { socket } of polls) socket.destroy();
    await expect.poll(() => status('many')).toBe(200);
  });
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['the login', (id) => server.call('DELETE', `/api/users/${id}/logins`, { as: server.manager })],
  [
    'the role',
    (id) => server.call('PUT', `/api/users/${id}`, { as: server.manager, body: { role: 'host' } }),
  ],
])('a long answer ends with %s', { timeout: 120_000 }, async (what, end) => {
  const reader = await server.person(
    what === 'the role' ? 'roleReader' : 'loginReader',
    'member',
    dbName.slice(6),
  );
  const reply = await fetch(`${server.url}/db/${dbName}/_all_docs?include_docs=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ keys: keys(MOST) }),
  });
  expect(reply.status).toBe(200);
  await end(reader.id);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000);
  await expect(reply.text()).rejects.toThrow('terminated');
});

it('whoever asks for much waits behind whoever asks for little', async () => {
  const db = await server.storage.open(dbName);
  const allDocs = db.allDocs.bind(db);
  const order: string[] = [];
  let open = false;
  const waiting: (() => void)[] = [];
  vi.spyOn(db, 'allDocs').mockImplementation((async (options: { keys?: string[] }) => {
    order.push(options.keys?.[0] ?? '');
    if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
    return allDocs(options as never);
  }) as never);
  const greedy = many(20, (index) =>
    ask('/_all_docs', { keys: ['client_a'] }, { device: `greedy${index % 4}` }),
  );
  await expect.poll(() => waiting.length).toBe(4);
  const arrived = once(server.app.server, 'request');
  const modest = ask('/_all_docs', { keys: ['client_b'] }, { as: other });
  await arrived;
  // By then it stands in the line: it came before these.
  for (let asked = 0; asked < 5; asked++) await server.call('GET', '/api/health');
  open = true;
  for (const go of waiting) go();
  await Promise.all([...greedy, modest]);
  expect(order).toHaveLength(21);
  // The four that were at it, and one whose turn it was.
  expect(order.indexOf('client_b')).toBeLessThanOrEqual(5);
});
