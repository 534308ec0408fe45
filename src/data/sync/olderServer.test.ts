import { afterEach, expect, it } from 'vitest';
import { raise } from '#domain/documents/testing/raised.ts';
import { createDevice, until, type Tab } from '../testing/device.ts';
import { eventWith } from '../testing/scene.ts';
import { startTestServer } from '../testing/server.ts';
import { ServerPast } from '../testing/serverPast.ts';

let tabs: Tab[] = [];
let past: ServerPast | null = null;
const lowers: (() => void)[] = [];
afterEach(async () => {
  for (const tab of tabs) await tab.stop();
  tabs = [];
  for (const lower of lowers.splice(0)) lower();
  await past?.close();
});

it('what a server was put back without, to the version before too, waits for its update: also after the app began anew [SYNC-10]', async () => {
  past = new ServerPast(await startTestServer());
  const device = createDevice(past.current.url);
  const open = (): Tab => {
    const tab = device.tab();
    tabs = [tab];
    return tab;
  };
  const first = open();
  await first.login('manager');
  const { eventId, event, clientIds } = await eventWith(first, 'Ada\tLovelace');
  const [ada = ''] = clientIds;
  await past.backup();
  const lower = raise('client', (doc) => doc);
  lowers.push(lower);
  expect(await event.repository.updateClient(ada, { notes: 'since' })).toMatchObject({ ok: true });
  await first.data.sync.syncNow(eventId);
  await until(first.data.sync, () => event.sync.get().state === 'synced' && event.sync.get().waiting === 0);
  await first.stop();

  lower();
  await past.restore();
  Object.assign(device.deps, { baseUrl: past.current.url });
  const waits = async (): Promise<Tab> => {
    const tab = open();
    const { sync } = await tab.open(eventId);
    await until(tab.data.sync, () => sync.get().error === 'server_outdated', { show: () => sync.get() });
    expect(sync.get()).toMatchObject({ state: 'attention', waiting: 1, refused: [] });
    return tab;
  };
  await (await waits()).stop();
  const last = await waits();

  lowers.push(raise('client', (doc) => doc));
  await last.data.sync.syncNow(eventId);
  const db = await past.current.built.storage.open(`event-${eventId}`);
  await expect.poll(async () => ((await db.get(ada)) as { notes?: string }).notes).toBe('since');
});
