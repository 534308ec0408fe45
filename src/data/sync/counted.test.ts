import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { until } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

it('a first pull that brought less than there is begins anew: no copy is complete that was not counted [SYNC-06]', async () => {
  const device = scene.device();
  const tab = scene.tab(device);
  await tab.login('manager');
  let pulls = 0;
  device.intercept = (url, init) => {
    if (!url.includes('/_bundle') || url.includes('%EF%BF%B0')) return null;
    pulls += 1;
    return pulls > 1 ? null : withoutGuests(url, init);
  };
  const event = await tab.open(scene.eventId);
  expect(pulls).toBe(2);
  expect(event.store.clients().size).toBe(3);
  const [copy] = tab.data.sync.get().databases.filter(({ id }) => id === scene.eventId);
  expect(copy?.complete).toBe(true);
  expect(copy?.localDocs).toBe(copy?.remoteDocs);
});

it('what came to be while a first pull was cut off is no loss: it goes on, and is not begun anew [SYNC-01]', async () => {
  const device = scene.device();
  const asked: string[] = [];
  device.intercept = (url, init) => {
    if (!url.includes('/_bundle') || url.includes('%EF%BF%B0')) return null;
    asked.push(new URL(url).search);
    return asked.length > 1 ? null : cutOff(url, init);
  };
  const tab = scene.tab(device);
  await tab.login('manager');
  expect(await tab.data.openEvent(scene.eventId)).toMatchObject({ error: { code: 'offline' } });
  // A check-in's id is before all that came.
  const guest = entryOf(scene.event, scene.sessionId, 'Lovelace').clientId;
  expect((await scene.event.repository.checkIn(scene.sessionId, guest, 'list')).ok).toBe(true);
  await scene.desk.data.sync.syncNow(scene.eventId);
  const event = await tab.open(scene.eventId);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/after=/);
  await expect.poll(() => entryOf(event, scene.sessionId, 'Lovelace').checkInTime).not.toBeNull();
});

it('what a larger copy leaves out and was here before is counted once [SYNC-06]', async () => {
  const device = scene.device();
  const first = device.tab();
  await first.login('manager');
  const light = await first.open(scene.eventId);
  // Comes as an act with the changes, and the session tells it soon.
  const rows = parsePastedRows('Mary\tShelley', new Set());
  expect((await scene.event.repository.addPastedClients(scene.sessionId, rows)).ok).toBe(true);
  await scene.desk.data.sync.syncNow(scene.eventId);
  await until(light.store, () => light.store.clients().size === 4);
  await scene.server.built.worker?.idle();
  await first.data.sync.syncNow(scene.eventId);
  await first.stop();

  device.standalone = true;
  const event = await scene.tab(device).open(scene.eventId);
  await until(event.sync, () => event.sync.get().mode === 'full' && event.sync.get().state === 'synced');
  const db = await scene.server.built.storage.open(`event-${scene.eventId}`);
  await expect.poll(async () => event.sync.get().localDocs - (await db.info()).doc_count).toBe(0);
});

/** The real answer, without some of its lines; its end says that it is whole. */
async function withoutGuests(url: string, init: RequestInit | undefined): Promise<Response> {
  const real = await fetch(url, init);
  const lines = (await real.text()).split('\n');
  return new Response(lines.filter((line) => !line.includes('"client_')).join('\n'), real);
}

/** The real answer's first line, six documents and a piece of the next. */
async function cutOff(url: string, init: RequestInit | undefined): Promise<Response> {
  const real = await fetch(url, init);
  const lines = (await real.text()).split('\n');
  return new Response(`${lines.slice(0, 7).join('\n')}\n${(lines[7] ?? '').slice(0, 20)}`, real);
}
