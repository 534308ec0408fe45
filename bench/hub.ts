import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import PouchDB from 'pouchdb-core';
import { PASSWORD } from '#data/testing/server.ts';
import { ADMIN, startFoyer, type Foyer } from '../e2e/support/foyer.ts';
import { createUser, login, type Api } from '../e2e/support/http.ts';
import { startLine, type Line } from '../server/testing/line.ts';
import { driver } from '../server/testing/server.ts';
import { openAppDevice } from './door/appDevice.ts';
import type { LoadDevice } from './door/device.ts';
import { figure, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const DOORS = 10;
/** Devices that stay with the central server. */
const DESKS = 2;
const CHECKINS = 2000;
const AT_CENTRAL = 100;
const PATIENCE_MS = 180_000;
const LOOK_AGAIN = 50;

/**
 * Ten doors on a hub that is cut off let in 2,000 guests, two devices at the central server 100 others; then the way is there
 * again. Measured: seconds until the central server and all twelve devices show all of them. The ten minutes are left out: what is
 * done in them is what counts. Baseline: the same doors, guests and servers, the two servers exchanged by PouchDB's own `sync`
 * with its defaults. `-- --checkins=500` makes it smaller, `--no-baseline` leaves that out.
 */
export default async function hub(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({
    options: { checkins: { type: 'string' }, baseline: { type: 'boolean', default: true } },
    allowNegative: true,
    allowPositionals: true,
  });
  const checkins = Number(values.checkins ?? CHECKINS);
  const ours = await measure('hub', checkins);
  const plain = values.baseline ? await measure('sync', checkins) : null;
  const common = { bench: 'hub', baselineName: 'PouchDB sync between the servers, defaults' };
  emit(
    figure({
      ...{ ...common, measure: `${checkins} check-ins, until all agree`, unit: 's' },
      ...{ ours: ours.seconds, baseline: plain?.seconds ?? NaN },
    }),
  );
  emit({
    ...figure({
      ...{ ...common, measure: `lost of ${checkins + AT_CENTRAL}`, unit: 'lost' },
      ...{ ours: ours.lost, baseline: plain?.lost ?? NaN },
    }),
    ...{ target: 'nothing lost', reached: ours.lost === 0 },
  });
}

interface Place {
  url: string;
  eventId: string;
  dbName: string;
  sessionId: string;
}

async function measure(kind: 'hub' | 'sync', checkins: number): Promise<{ seconds: number; lost: number }> {
  const central = await startFoyer({ LOG_LEVEL: 'error' });
  const line = await startLine(central.url);
  const devices: LoadDevice[] = [];
  let hall: Foyer | null = null;
  try {
    const api = await login(central.url, ADMIN.username, ADMIN.password);
    const guests = checkins + AT_CENTRAL;
    const seeded = await seedEvent(api, { clients: guests, sessions: 1, entriesPerSession: guests });
    const place: Place = { ...seeded, url: central.url, sessionId: seeded.sessionIds[0] ?? '' };
    const names = Array.from(
      { length: DOORS + DESKS },
      (_, index) => `door${String.fromCodePoint(97 + index)}`,
    );
    await admitPeople(api, names, place.eventId);
    hall = kind === 'hub' ? await joinHub(api, line, place.eventId) : await copyOf(api, place, names);
    for (const [index, username] of names.entries())
      devices.push(await openAppDevice({ ...place, username, url: index < DOORS ? hall.url : central.url }));
    line.cut();
    const ids = await letIn(devices, checkins);
    // As they are after ten minutes: the doors know of each other.
    await untilShown(devices.slice(0, DOORS), checkins, 0);
    await untilShown(devices.slice(DOORS), AT_CENTRAL, checkins);
    const start = performance.now();
    line.restore();
    const syncing = kind === 'hub' ? null : syncServers(api, central, hall, place.dbName);
    const lost = await agreed(api, place, devices, ids);
    await syncing;
    return { seconds: (performance.now() - start) / 1000, lost };
  } finally {
    for (const device of devices) await device.close();
    await line.close();
    await hall?.dispose();
    await central.dispose();
  }
}

async function admitPeople(api: Api, names: readonly string[], eventId: string): Promise<void> {
  for (const name of names) {
    const userId = await createUser(api, name, PASSWORD, 'host');
    await api.call('PUT', '/api/authorizations', { userId, authorizations: [[eventId, true]] });
  }
}

async function joinHub(api: Api, line: Line, eventId: string): Promise<Foyer> {
  const body = { name: 'Hall', eventIds: [eventId], until: Date.now() + 3_600_000 };
  const { code } = (await api.call('POST', '/api/hubs', body)).body as { code: string };
  const hub = await startFoyer({
    ...{ LOG_LEVEL: 'error', FOYER_UPSTREAM: line.url, FOYER_UPSTREAM_CODE: code },
  });
  for (;;) {
    const reply = await fetch(`${hub.url}/api/health`);
    if (Number(reply.headers.get('x-foyer-hub')) > 0) return hub;
    await delay(LOOK_AGAIN);
  }
}

/** Another server with the same event, which knows nothing of the first one. */
async function copyOf(api: Api, { eventId, dbName, url }: Place, names: readonly string[]): Promise<Foyer> {
  const copy = await startFoyer({ LOG_LEVEL: 'error' });
  const there = await login(copy.url, ADMIN.username, ADMIN.password);
  await there.call('PUT', '/api/event', { title: 'Benchmark', date: 0, eventId, bringsBack: true });
  await admitPeople(there, names, eventId);
  await PouchDB.replicate(remote(url, api, dbName), remote(copy.url, there, dbName));
  return copy;
}

const remote = (url: string, { token, userId }: Api, dbName: string): PouchDB.Database =>
  driver(url).remote(dbName, { token, id: userId, username: '' });

async function syncServers(api: Api, central: Foyer, hall: Foyer, dbName: string): Promise<void> {
  const there = await login(hall.url, ADMIN.username, ADMIN.password);
  await PouchDB.sync(remote(hall.url, there, dbName), remote(central.url, api, dbName));
}

/** Each guest once, the doors in turn and the desks what is left; resolves with the check-ins' ids when their servers have them. */
async function letIn(devices: readonly LoadDevice[], checkins: number): Promise<string[]> {
  const ids: string[] = [];
  const work = async (device: LoadDevice, from: number, to: number, step: number): Promise<void> => {
    for (let guest = from; guest < to; guest += step)
      ids.push((await device.act({ guest, action: 'in', word: 1, at: 0 })).id);
  };
  await Promise.all(
    devices.map((device, index) =>
      index < DOORS
        ? work(device, index, checkins, DOORS)
        : work(device, checkins + index - DOORS, checkins + AT_CENTRAL, DESKS),
    ),
  );
  return ids;
}

async function untilShown(devices: readonly LoadDevice[], count: number, from: number): Promise<void> {
  const guests = Array.from({ length: count }, (_, index) => from + index);
  const deadline = performance.now() + PATIENCE_MS;
  const shows = (device: LoadDevice): boolean => {
    device.look();
    return guests.every((guest) => device.words(guest) > 0);
  };
  while (!devices.every(shows)) {
    if (performance.now() > deadline) throw new Error('devices of one server do not come to agree');
    await delay(LOOK_AGAIN);
  }
}

/** Until the central server and all devices have them all; what is missing there when patience ends. */
async function agreed(
  api: Api,
  { dbName }: Place,
  devices: readonly LoadDevice[],
  ids: readonly string[],
): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const range = 'startkey=%22checkin_%22&endkey=%22checkin_%EF%BF%B0%22';
    const { rows } = (await api.call('GET', `/db/${dbName}/_all_docs?${range}`)).body as {
      rows: { id: string }[];
    };
    const there = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !there.has(id)).length;
    const shown = devices.map((device) => {
      device.look();
      return ids.filter((_id, guest) => device.words(guest) > 0).length;
    });
    const least = Math.min(...shown, ids.length - missing);
    if (least >= ids.length || performance.now() > deadline) return ids.length - least;
    await delay(LOOK_AGAIN);
  }
}
