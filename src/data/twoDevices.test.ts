import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePastedRows } from '#domain/pastedRows.ts';
import { createDevice, until, type Tab } from './testing/device.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import type { EventInput, OpenEvent } from './types.ts';

const DAY = Date.UTC(2026, 5, 1, 12);

const input = (title: string): EventInput => ({
  title,
  titleFrench: '',
  company: '',
  location: '',
  paymentTypes: ['none'],
  invoicePrefix: '',
  adminContact: false,
  sessions: [
    { title: 'Dinner', titleFrench: 'Dîner', date: DAY, timeStart: null, timeEnd: null, status: 'ongoing' },
    {
      title: 'Ball',
      titleFrench: 'Bal',
      date: DAY + 86_400_000,
      timeStart: null,
      timeEnd: null,
      status: 'upcoming',
    },
  ],
});

describe('two devices and the real server', () => {
  let server: TestServer;
  let desk: Tab;
  let eventId: string;
  let sessionId: string;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    desk = createDevice(server.url).tab();
    tabs.push(desk);
    await desk.login('manager');
    const created = await desk.data.createEvent(input('Gala'));
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    eventId = created.value.eventId;
    const event = await desk.open(eventId);
    sessionId = event.store.sessions()[0]?._id ?? '';
    const rows = parsePastedRows('Ada\tLovelace\nGrace\tHopper\nAlan\tTuring', new Set());
    const added = await event.repository.addPastedClients(sessionId, rows);
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    await desk.data.sync.syncNow(eventId);
  });
  afterAll(async () => {
    for (const tab of tabs) await tab.stop();
    await server.close();
  });

  const entry = (event: OpenEvent, surname: string) => {
    const client = [...event.store.clients().values()].find((one) => one.surname === surname);
    const found = event.store.session(sessionId)?.clients.find((one) => one.clientId === client?._id);
    if (found === undefined) throw new Error(`no ${surname}`);
    return found;
  };

  it('a second device pulls the event by bundle and sees the same [SYNC-01, SYNC-03]', async () => {
    const door = createDevice(server.url);
    const tab = door.tab();
    tabs.push(tab);
    await tab.login('manager');
    const event = await tab.open(eventId);
    expect(event.store.event()?.title).toBe('Gala');
    expect(event.store.event()?.date).toBe(DAY);
    expect(event.store.clients().size).toBe(3);
    expect(event.store.counts(sessionId)).toEqual({ expected: 3, arrived: 0 });
    expect(door.errors).toEqual([]);
  });

  it('both check in the same guest offline: both learn of the double entry [CHECKIN-05, CHECKIN-06]', async () => {
    const one = createDevice(server.url);
    const two = createDevice(server.url);
    const [a, b] = [one.tab(), two.tab()];
    tabs.push(a, b);
    await a.login('manager');
    await b.login('manager');
    const [ea, eb] = [await a.open(eventId), await b.open(eventId)];
    one.online(false);
    two.online(false);
    const guest = entry(ea, 'Lovelace').clientId;
    const first = await ea.repository.checkIn(sessionId, guest, 'list');
    const second = await eb.repository.checkIn(sessionId, guest, 'scan');
    expect(first.ok && second.ok).toBe(true);
    expect(entry(ea, 'Lovelace').checkInTime).toBe(first.ok ? first.value.time : 0);
    expect(await ea.repository.checkIn(sessionId, guest, 'list')).toEqual({
      ok: false,
      error: { code: 'already_checked_in' },
    });
    one.online(true);
    two.online(true);
    for (const event of [ea, eb]) {
      await until(event.store, () => event.store.doubleEntries(sessionId).length === 1, {
        show: () => [a.data.sync.get(), b.data.sync.get(), one.errors.map(String), two.errors.map(String)],
      });
    }
    await until([a.data.sync], () => a.data.sync.get().waiting === 0);
    const out = await ea.repository.cancelCheckIn(sessionId, guest, 'list');
    expect(out.ok).toBe(true);
    await until(eb.store, () => entry(eb, 'Lovelace').checkInTime === null);
  });
});
