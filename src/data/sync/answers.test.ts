import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { until, type Device, type Tab } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';

const json = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } }),
  );
/** Even with the server's own header an answer has to speak for each document. */
const signed = { [SERVER_TIME_HEADER]: String(Date.now()) };
const loginPage = (): Promise<Response> =>
  Promise.resolve(
    new Response('<html><form action="/hotel-login">Room number</form></html>', {
      headers: { 'content-type': 'text/html' },
    }),
  );

type MadeUp = (path: string) => Promise<Response> | null;
const at =
  (suffix: string, reply: () => Promise<Response>): MadeUp =>
  (path) =>
    path.endsWith(suffix) ? reply() : null;

const LIES: readonly [what: string, answer: MadeUp][] = [
  ['an empty 200 to _bulk_docs', at('_bulk_docs', () => json([], signed))],
  ['a made-up ok to _bulk_docs', at('_bulk_docs', () => json({ ok: true }))],
  [
    'an ok for another document to _bulk_docs',
    at('_bulk_docs', () => json([{ ok: true, id: 'checkin_x', rev: '1-x' }], signed)),
  ],
  [
    'an ok for another revision to _bulk_docs',
    at('_bulk_docs', () => json([{ ok: true, id: 'event', rev: '1-x' }], signed)),
  ],
  ['a login page for everything', () => loginPage()],
  ['a JSON 200 for everything', () => json({ ok: true, results: [], last_seq: 0, total: 0, done: true })],
  ['a refusal by a portal', () => Promise.resolve(new Response('<h1>Forbidden</h1>', { status: 403 }))],
  ['a login asked for by a portal', () => Promise.resolve(new Response('who?', { status: 401 }))],
];

describe('answers that say nothing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  async function door(): Promise<{ device: Device; tab: Tab; event: OpenEvent }> {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    return { device, tab, event };
  }
  /** Lovelace comes in and leaves in turns, so that each test has something to write. */
  async function turn(event: OpenEvent): Promise<number | null> {
    const { clientId, checkInTime } = entryOf(event, scene.sessionId, 'Lovelace');
    const write = checkInTime === null ? event.repository.checkIn : event.repository.cancelCheckIn;
    const done = await write(scene.sessionId, clientId, 'list');
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    return entryOf(event, scene.sessionId, 'Lovelace').checkInTime;
  }
  const arrived = (time: number | null): Promise<void> =>
    until(scene.event.store, () => entryOf(scene.event, scene.sessionId, 'Lovelace').checkInTime === time);

  it.each(LIES)('%s loses nothing and reads offline [SYNC-10]', async (_what, answer) => {
    const { device, tab, event } = await door();
    device.intercept = (url) => (url.includes('/db/') ? answer(new URL(url).pathname) : null);
    const time = await turn(event);
    void tab.data.sync.syncNow(scene.eventId);
    const seen = () => event.sync.get();
    // The pull may meet it before the check-in is known to wait.
    await until(tab.data.sync, () => seen().state === 'offline' && seen().waiting === 1);
    expect(seen()).toMatchObject({ error: 'offline', refused: [] });
    expect(tab.data.login.get()).not.toBeNull();
    device.intercept = null;
    void tab.data.sync.syncNow(scene.eventId);
    await arrived(time);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    expect(device.errors).toEqual([]);
    await tab.stop();
  });

  it('a made-up "nothing is missing" after a restart is no acknowledgement', async () => {
    const { device, tab, event } = await door();
    device.intercept = (url) => (url.includes('/db/') ? Promise.reject(new TypeError('no network')) : null);
    const time = await turn(event);
    await tab.stop();
    device.intercept = (url) => (url.includes('_revs_diff') ? json({}, signed) : null);
    const later = scene.tab(device);
    const again = await later.open(scene.eventId);
    await until(later.data.sync, () => again.sync.get().state === 'offline');
    // Whatever came in the very moment before the end waits with it, until the server says that it has that.
    expect(again.sync.get().waiting).toBeGreaterThan(0);
    device.intercept = null;
    void later.data.sync.syncNow(scene.eventId);
    await arrived(time);
  });

  it('a _bulk_get that leaves documents out does not move the position', async () => {
    const { device, tab, event } = await door();
    device.intercept = (url) => (url.includes('_bulk_get') ? json({ results: [] }, signed) : null);
    const { clientId } = entryOf(scene.event, scene.sessionId, 'Hopper');
    expect((await scene.event.repository.updateClient(clientId, { company: 'Navy' })).ok).toBe(true);
    await until(tab.data.sync, () => event.sync.get().state === 'offline');
    device.intercept = null;
    void tab.data.sync.syncNow(scene.eventId);
    await until(event.store, () => event.store.client(clientId)?.company === 'Navy');
  });

  it('a body that never ends, whatever is done to its request, holds up neither the end nor the next try', async () => {
    const { device, tab, event } = await door();
    let asked: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (asked = resolve));
    device.intercept = (url) => {
      if (!url.includes('_bulk_get')) return null;
      asked();
      return Promise.resolve(new Response(new ReadableStream(), { headers: signed }));
    };
    const { clientId } = entryOf(scene.event, scene.sessionId, 'Hopper');
    expect((await scene.event.repository.updateClient(clientId, { company: 'Fleet' })).ok).toBe(true);
    await stuck;
    device.intercept = null;
    device.online(false);
    device.online(true);
    await until(event.store, () => event.store.client(clientId)?.company === 'Fleet');
    await tab.stop();
  });
});
