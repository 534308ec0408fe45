import { afterEach, expect, it } from 'vitest';
import { killNode, nodeUrl, startNode } from '../../server/testing/cluster.ts';
import { emptyCouch, testCouchUrl } from '../../server/testing/storage.ts';
import type { OpenEvent } from './types.ts';
import { until, type Device } from './testing/device.ts';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { createScene, type Scene } from './testing/scene.ts';

const DOORS = 6;
const GUESTS = 240;

const url = testCouchUrl(nodeUrl(1));
let scene: Scene | null = null;
afterEach(async () => {
  await startNode(1);
  await scene?.close();
  await emptyCouch(url);
});

it('a node is killed and comes back in a storm at the doors: nothing acknowledged is lost, all agree [SYNC-10]', async () => {
  scene = await createScene({ couchUrl: url });
  const { server, sessionId, eventId, desk } = scene;
  const names = Array.from({ length: GUESTS }, (_, index) => `Guest\t${letters(index)}`).join('\n');
  const added = await scene.event.repository.addPastedClients(sessionId, parsePastedRows(names, new Set()));
  expect(added.ok).toBe(true);
  await desk.data.sync.syncNow(eventId);
  const doors: { device: Device; event: OpenEvent }[] = [];
  for (let index = 0; index < DOORS; index++) {
    const device = scene.device();
    const tab = scene.tab(device);
    const username = `door${letters(index)}`;
    await server.addUser(username, 'host', [eventId]);
    await tab.login(username);
    doors.push({ device, event: await tab.open(eventId) });
  }
  const guests = (doors[0]?.event.store.session(sessionId)?.clients ?? []).map(({ clientId }) => clientId);
  const acknowledged = new Set<string>();
  let admitted = 0;
  const passed = (share: number): Promise<void> =>
    new Promise((resolve) => marks.push({ at: GUESTS * share, resolve }));
  const marks: { at: number; resolve: () => void }[] = [];
  const work = async ({ event }: (typeof doors)[number], index: number): Promise<void> => {
    for (let place = index; place < guests.length; place += DOORS) {
      const clientId = guests[place] ?? '';
      const result = await event.repository.checkIn(sessionId, clientId, 'list');
      if (!result.ok) throw new Error(result.error.code);
      acknowledged.add(clientId);
      admitted += 1;
      for (const mark of marks) if (admitted >= mark.at) mark.resolve();
      // As fast as people walk in, or the whole storm would be over before a node is gone.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const storm = Promise.all(doors.map(work));
  // First a node that the server does not talk to, then the one it does.
  await passed(0.2);
  await killNode(3);
  await passed(0.5);
  await startNode(3);
  await killNode(1);
  await storm;
  await startNode(1);

  const all = [scene.event, ...doors.map(({ event }) => event)];
  const foldedAt = (event: OpenEvent): number =>
    event.store.session(sessionId)?.clients.filter(({ checkInTime }) => checkInTime !== null).length ?? 0;
  // A cluster does not tell its changes in one order: the session may come before the last check-ins in it.
  const missingAt = (event: OpenEvent): string[] =>
    [...acknowledged].filter((id) => event.store.checkinsOf(sessionId, id).length === 0);
  await until(
    all.map(({ store }) => store),
    () => all.every((event) => foldedAt(event) === acknowledged.size && missingAt(event).length === 0),
    { ms: 120_000, show: () => all.map((event) => [foldedAt(event), missingAt(event).length]) },
  );
});

/** Names hold letters only. */
const letters = (n: number): string =>
  String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
