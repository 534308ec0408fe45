import { afterEach, expect, it } from 'vitest';
import { startBalancer, type Balancer } from '../../server/testing/balancer.ts';
import { nodeUrl } from '../../server/testing/cluster.ts';
import { serverProcesses, type ServerProcess } from '../../server/testing/process.ts';
import { emptyCouch, testCouchUrl } from '../../server/testing/storage.ts';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { createDevice, until, type Tab } from './testing/device.ts';
import { eventWith } from './testing/scene.ts';
import type { OpenEvent } from './types.ts';

const DOORS = 4;
const GUESTS = 240;

const url = `${testCouchUrl(nodeUrl(1))} ${nodeUrl(2)} ${nodeUrl(3)}`;
const processes = serverProcesses();
let balancer: Balancer;
const tabs: Tab[] = [];
afterEach(async () => {
  for (const tab of tabs) await tab.stop();
  await balancer.close();
  await emptyCouch(url);
});

/** Names hold letters only. */
const letters = (n: number): string =>
  String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

it('two servers are renewed one after the other and one is killed while doors work: nothing is lost, nobody is logged out', async () => {
  const env = { COUCHDB_URL: url, TOKEN_SECRET: 'rolling-rolling-rolling-rolling-rolling' };
  const start = (): ServerProcess => processes.start(env);
  balancer = await startBalancer();
  let [one, two] = [start(), start()];
  const use = async (...servers: readonly ServerProcess[]): Promise<void> =>
    balancer.use(await Promise.all(servers.map((server) => server.url)));
  await use(one, two);

  const tabOf = async (name: string): Promise<Tab> => {
    const tab = createDevice(balancer.url).tab();
    tabs.push(tab);
    await tab.login(name);
    return tab;
  };
  const desk = await tabOf('chief');
  const { eventId, event, sessionId } = await eventWith(desk, 'Ada\tLovelace');
  const rows = Array.from({ length: GUESTS }, (_, index) => `Guest\t${letters(index)}`).join('\n');
  await event.repository.addPastedClients(sessionId, parsePastedRows(rows, new Set()));
  await desk.data.sync.syncNow(eventId);
  const doors: OpenEvent[] = [];
  for (let index = 0; index < DOORS; index++) {
    const username = `door${letters(index)}`;
    const made = await desk.data.createUser({ username, password: 'Foyer2026', role: 'host' });
    if (!made.ok) throw new Error(made.error.code);
    await desk.data.setAuthorizations(made.value.id, [[eventId, true]]);
    doors.push(await (await tabOf(username)).open(eventId));
  }
  const guests = (doors[0]?.store.session(sessionId)?.clients ?? []).map(({ clientId }) => clientId);
  expect(guests).toHaveLength(GUESTS + 1);

  const marks: { at: number; resolve: () => void }[] = [];
  const passed = (share: number): Promise<void> =>
    new Promise((resolve) => {
      if (admitted >= GUESTS * share) resolve();
      else marks.push({ at: GUESTS * share, resolve });
    });
  let admitted = 0;
  let killed = (): void => undefined;
  const afterKill = new Promise<void>((resolve) => (killed = resolve));
  const storm = Promise.all(
    doors.map(async (door, index) => {
      for (let place = index; place < guests.length; place += DOORS) {
        // The last fifth comes once a server is gone.
        if (place >= GUESTS * 0.8) await afterKill;
        const result = await door.repository.checkIn(sessionId, guests[place] ?? '', 'list');
        if (!result.ok) throw new Error(result.error.code);
        admitted += 1;
        for (const mark of marks) if (admitted >= mark.at) mark.resolve();
        // As fast as people walk in, or all would be over before the first server is new.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }),
  );
  await passed(0.1);
  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  one = start();
  await use(two, one);
  await passed(0.4);
  two.child.kill('SIGTERM');
  expect(await two.ended).toBe(0);
  two = start();
  await use(one, two);
  await passed(0.7);
  one.child.kill('SIGKILL');
  killed();
  await storm;

  const all = [event, ...doors];
  const foldedAt = ({ store }: OpenEvent): number =>
    store.session(sessionId)?.clients.filter(({ checkInTime }) => checkInTime !== null).length ?? 0;
  await until(
    all.map(({ store }) => store),
    () => all.every((each) => foldedAt(each) === guests.length),
    { ms: 120_000, show: () => all.map(foldedAt) },
  );
  for (const tab of tabs) expect(tab.data.login.get()).not.toBeNull();
  expect(two.complaints()).toBe('');
});
