import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clientDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { Outgoing } from './outgoing.ts';

/* A hundred readers of a 15 MB file who never read took 2.4 GB, and kept everybody waiting for 16 s. */
let server: TestServer;
let greedy: Login;
let modest: Login;
let dbName: string;
const sockets: Socket[] = [];
const BYTES = 20_000_000;
const FILE = Buffer.alloc(BYTES, '%PDF-1.7\n').toString('base64');

beforeAll(async () => {
  server = await startTestServer({ storage: 'leveldb' });
  const event = await server.event();
  ({ dbName } = event);
  greedy = await server.person('greedy', 'member', event.eventId);
  modest = await server.person('modest', 'member', event.eventId);
  const db = await server.storage.open(dbName);
  const _attachments = { file: { content_type: 'application/pdf', data: FILE } };
  await db.bulkDocs([
    clientDoc('a'),
    { _id: 'file_f', type: 'file', name: 'F', _attachments },
    { _id: 'file_g', type: 'file', name: 'G', _attachments },
  ] as never);
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** One who asks, and reads nothing but the beginning of the answer. */
function stall(path: string, device: number): { began: boolean } {
  const state = { began: false };
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const [method, target = '', body = ''] = path.split(' ');
  const lines = [
    ...[`${method} /db/${dbName}${target} HTTP/1.1`, 'host: x', `content-length: ${body.length}`],
    ...[`authorization: Bearer ${greedy.token}`, `x-foyer-device: ${device}`, '', ''],
  ];
  socket.on('error', () => undefined).write(lines.join('\r\n') + body);
  socket.once('data', (start) => {
    socket.pause();
    state.began = String(start).startsWith('HTTP/1.1 200');
  });
  sockets.push(socket);
  return state;
}

it.each([
  'GET /file_f/file',
  'GET /file_f?attachments=true',
  'GET /_all_docs?include_docs=true&attachments=true&startkey="file_"',
  'POST /_bulk_get?attachments=true {"docs":[{"id":"file_f"}]}',
  'GET /_changes?include_docs=true&attachments=true&filter=_doc_ids&doc_ids=["file_f","file_g"]',
  'GET /_changes?include_docs=true&attachments=true&inline=checkins',
  'GET /_bundle',
])('%s: who does not read gets no more, and others do', { timeout: 180_000 }, async (path) => {
  const stalled = Array.from({ length: 20 }, (_, index) => stall(path, index));
  const begun = (): number => stalled.filter(({ began }) => began).length;
  await expect.poll(begun, { timeout: 30_000 }).toBeGreaterThan(0);
  for (let asked = 0; asked < 3; asked++) {
    const file = await server.call('GET', `/db/${dbName}/file_f/file`, { as: modest });
    expect(file.status).toBe(200);
  }
  // What asks for little goes on, for the greedy too.
  expect((await server.call('GET', `/db/${dbName}/client_a`, { as: greedy })).status).toBe(200);
  const most = 8;
  expect(begun()).toBeLessThanOrEqual(most);
  // They leave, and the next ones come to it.
  for (const [index, { began }] of stalled.entries()) if (began) sockets[index]?.destroy();
  const before = begun();
  await expect.poll(begun, { timeout: 30_000 }).toBeGreaterThan(before);
});

it('waits for room of its own or of all, gives it back once, and tells when there is none', async () => {
  const size = 1_000_000;
  const outgoing = new Outgoing({ overall: 3 * size, ofOne: 2 * size, patience: 100 });
  const first = outgoing.hold('a', size);
  outgoing.hold('a', size);
  expect([outgoing.hasRoom('a'), outgoing.hasRoom('b')]).toEqual([false, true]);
  await expect(outgoing.room('a', () => false)).rejects.toMatchObject({ status: 429 });
  await expect(outgoing.room('a', () => true)).rejects.toMatchObject({ status: 429 });
  expect(() => outgoing.claim('a', size)).toThrow('too much');
  outgoing.claim('a', 1000);
  outgoing.hold('b', size);
  expect([outgoing.hasRoom('b'), outgoing.hasRoom('c')]).toEqual([false, false]);
  const waited = outgoing.room('a', () => false);
  first();
  first();
  await waited;
  expect([outgoing.hasRoom('a'), outgoing.hasRoom('b')]).toEqual([true, true]);
  outgoing.hold('c', size);
  expect(outgoing.hasRoom('c')).toBe(false);
});
