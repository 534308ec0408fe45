import { parsePastedRows } from '#domain/import/pastedRows.ts';
import type { EventInput, OpenEvent } from '../types.ts';
import { createDevice, type Device, type Tab, until } from './device.ts';
import { startTestServer, type TestServer } from './server.ts';

export const DAY = Date.UTC(2026, 5, 1, 12);

export const eventInput = (title: string): EventInput => ({
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

/** A server with one event of three guests, and devices that end with it. */
export interface Scene {
  server: TestServer;
  eventId: string;
  /** The session `Dinner`. */
  sessionId: string;
  /** A manager at a desk, always on line. */
  desk: Tab;
  event: OpenEvent;
  device(options?: { standalone?: boolean }): Device;
  /** A tab that ends with the scene. */
  tab(device: Device): Tab;
  close(): Promise<void>;
}

export async function createScene(options: { couchUrl?: string } = {}): Promise<Scene> {
  const server = await startTestServer(options);
  const tabs: Tab[] = [];
  const tab = (device: Device): Tab => {
    const opened = device.tab();
    tabs.push(opened);
    return opened;
  };
  const device = (options?: { standalone?: boolean }): Device => createDevice(server.url, options);
  const desk = tab(device());
  await desk.login('manager');
  return {
    ...{
      server,
      desk,
      device,
      tab,
      ...(await eventWith(desk, 'Ada\tLovelace\nGrace\tHopper\nAlan\tTuring')),
    },
    async close() {
      for (const [index, one] of tabs.entries()) await soon(one.stop(), `tab ${index} does not stop`);
      await soon(server.close(), 'the server does not close');
    },
  };
}

/** Two devices of a manager with the event open, both without network. */
export async function apart(scene: Scene, prepare: (one: Device) => void = () => undefined) {
  const [one, two] = [scene.device(), scene.device()];
  prepare(one);
  const [a, b] = [scene.tab(one), scene.tab(two)];
  await a.login('manager');
  await b.login('manager');
  const [ea, eb] = [await a.open(scene.eventId), await b.open(scene.eventId)];
  one.online(false);
  two.online(false);
  return { one, two, a, b, ea, eb };
}

/** A new event `Gala` of these guests (pasted rows) in its session `Dinner`, open in the tab and known to the server. */
export async function eventWith(tab: Tab, guests: string) {
  const created = await tab.data.createEvent(eventInput('Gala'));
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  const { eventId } = created.value;
  const event = await tab.open(eventId);
  const sessionId = event.store.sessions()[0]?._id ?? '';
  const added = await event.repository.addPastedClients(sessionId, parsePastedRows(guests, new Set()));
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  await tab.data.sync.syncNow(eventId);
  // A busy server may have put it off.
  await until(tab.data.sync, () => event.sync.get().state === 'synced' && event.sync.get().waiting === 0);
  return { eventId, event, sessionId, clientIds: [...event.store.clients().keys()] };
}

/** The guest's entry in the session, as screens see it. */
export function entryOf(event: OpenEvent, sessionId: string, surname: string) {
  const client = [...event.store.clients().values()].find((one) => one.surname === surname);
  const found = event.store.session(sessionId)?.clients.find((one) => one.clientId === client?._id);
  if (found === undefined) throw new Error(`no ${surname}`);
  return found;
}

/** Sooner than a hook's own time-out, ms: a cluster that has just got a node back answers slowly. */
const CLOSES_WITHIN = 25_000;

/** Says what hangs, instead of a time-out that does not. */
async function soon(work: Promise<void>, complaint: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), CLOSES_WITHIN);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
