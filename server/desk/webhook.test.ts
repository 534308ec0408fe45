import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../base/config.ts';
import { jobId } from '../jobs/job.ts';
import { insert, read, remove } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { TestClock } from '../testing/clock.ts';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { CALL_WEBHOOK } from './webhook.ts';

const SECRET = 'a secret of at least thirty-two characters';
interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let desk: Server;
let server: TestServer;
let calls: Call[] = [];
/** A status; 0 breaks the connection. */
let answer: () => number = () => 204;
const clock = new TestClock();
afterEach(() => clock.go());
beforeAll(async () => {
  desk = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      const status = answer();
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => void desk.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/hooks/{eventId}`;
  server = await startTestServer({
    worker: true,
    now: clock.now,
    config: { eventWebhook: { address, secret: SECRET } },
  });
});
afterAll(async () => {
  await server.close();
  desk.close();
});

const form = (more: object = {}) => ({
  ...{ _id: 'form_f', type: 'form', accessId: 'hookbcdf', name: 'Team', language: 'en', currency: 'chf' },
  ...{ vat: 0, enabled: true, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
  metadata: { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 },
  ...more,
});
/** Nothing is left to be told; a clock that stands is moved on until then. */
const settled = (eventId: string) =>
  expect
    .poll(async () => {
      await server.worker?.idle();
      clock.move(1000);
      const id = jobId({ kind: CALL_WEBHOOK.name, eventId, key: '' });
      return (await read(await server.storage.open(DATABASES.jobs), id))?.['state'] ?? 'none';
    })
    .toBe('none');

it('a desk of somebody else is told, signed, when an event, its sessions or forms change, and of no guest [API-25]', async () => {
  const { eventId, dbName } = await server.event('Gala');
  const db = await server.storage.open(dbName);
  await settled(eventId);
  calls = [];
  const before = clock.stop();
  await db.bulkDocs([sessionDoc('s'), form()] as never);
  await settled(eventId);
  const after = clock.now();
  expect(calls.map(({ path }) => path)).toEqual([`/hooks/${eventId}`]);
  const { headers, body } = calls[0] ?? ({ headers: {}, body: '' } as Call);
  expect(JSON.parse(body)).toMatchObject({ type: 'event.changed', data: { eventId, forms: ['hookbcdf'] } });
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  const right = createHmac('sha256', SECRET)
    .update(`${String(id)}.${String(time)}.${body}`)
    .digest('base64');
  expect(signature).toBe(`v1,${right}`);
  expect(Number(time)).toBeGreaterThanOrEqual(Math.floor(before / 1000));
  expect(Number(time)).toBeLessThanOrEqual(Math.floor(after / 1000));

  // A guest comes, sits down and is counted in the session: nothing of it is offered.
  calls = [];
  const session = await read(db, 'session_s');
  await db.put({ ...session, clients: [{ clientId: 'client_a', table: null, seat: null }] } as never);
  await db.put({ _id: 'client_a', type: 'client', forename: 'Ada' } as never);
  await settled(eventId);
  expect(calls).toEqual([]);
  await db.put({ ...(await read(db, 'session_s')), capacity: 5 } as never);
  await settled(eventId);
  await db.put({ ...(await read(db, 'form_f')), enabled: false } as never);
  await settled(eventId);
  expect(
    calls.map(({ body: said }) => (JSON.parse(said) as { data: { forms: string[] } }).data.forms),
  ).toEqual([['hookbcdf'], []]);
});

it('whoever does not answer well is told again, of how it stands then', async () => {
  const { eventId, dbName } = await server.event('Dinner');
  const db = await server.storage.open(dbName);
  await settled(eventId);
  calls = [];
  const faults = [302, 0];
  answer = () => faults.shift() ?? 204;
  clock.stop();
  await db.put(form({ accessId: 'hookbcdg' }) as never);
  await settled(eventId);
  expect(calls.length).toBe(3);
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set([`/hooks/${eventId}`]));
});

it('a restored copy calls nobody before somebody has said that it goes on', async () => {
  const { eventId, dbName } = await server.event('Talk');
  await settled(eventId);
  calls = [];
  const marks = await server.storage.open(DATABASES.worker);
  await insert(marks, { _id: 'instance', copiedAt: 1 });
  const at = clock.stop();
  await (await server.storage.open(dbName)).put(form({ accessId: 'hookbcdh' }) as never);
  const id = jobId({ kind: CALL_WEBHOOK.name, eventId, key: '' });
  const job = async () => read(await server.storage.open(DATABASES.jobs), id);
  // It was looked at, and is to be looked at again in a minute.
  await expect.poll(async () => (await job())?.['at']).toBe(at + 1000);
  clock.move(1000);
  await server.worker?.idle();
  expect(await job()).toMatchObject({ state: 'waiting', at: at + 61_000 });
  expect(calls).toEqual([]);
  await remove(marks, 'instance');
});

it('an address without a secret, or a secret without an address, is an error of the environment', () => {
  const at = { EVENT_WEBHOOK: 'https://desk.example/{eventId}' };
  expect(() => readConfig(at)).toThrow(ConfigError);
  expect(() => readConfig({ ...at, EVENT_WEBHOOK_SECRET: 'short' })).toThrow(/EVENT_WEBHOOK_SECRET/);
  expect(() => readConfig({ EVENT_WEBHOOK_SECRET: SECRET })).toThrow(/^EVENT_WEBHOOK is missing/);
  expect(readConfig({ ...at, EVENT_WEBHOOK_SECRET: SECRET }).eventWebhook).toEqual({
    ...{ address: at.EVENT_WEBHOOK, secret: SECRET },
  });
  expect(readConfig({}).eventWebhook).toBeNull();
});
