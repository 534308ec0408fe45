import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ADMIN, startFoyer, type Foyer } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import { until } from '../src/data/testing/device.ts';
import { closeDoors, openDoor, type Door } from './support/doors.ts';
import { figure, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const BENCH = 'restore';
const GUESTS = 10_000;
const DEVICES = 20;
/** What each device does in the hour that the server forgets. */
const CHECK_INS = 50;
const GIVE_UP_MS = 300_000;

/**
 * 20 devices hold an event of 10,000 guests. A backup is made; then each device checks 50 guests in, and all have arrived
 * everywhere. The server is stopped, the backup put back (`npm run restore`), the server started. Measured: seconds from
 * the devices' meeting it until all of them say 'synced', and how many acknowledged check-ins the server or a device lacks then.
 * Baseline: the same devices and server after a stop and start without a restore; there nothing has to be sent.
 *
 * `-- --guests=1000 --devices=5` makes it short.
 */
export default async function restore(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({
    options: { guests: { type: 'string' }, devices: { type: 'string' } },
    allowPositionals: true,
  });
  const guests = Number(values.guests ?? GUESTS);
  const devices = Number(values.devices ?? DEVICES);
  if (process.env['COUCHDB_URL']) throw new Error('the bench restore is of embedded databases');
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const doors: Door[] = [];
  try {
    const admin = await login(foyer.url, ADMIN.username, ADMIN.password);
    const entries = Math.min(guests, devices * CHECK_INS);
    const { eventId, dbName, sessionIds } = await seedEvent(admin, {
      ...{ clients: guests, sessions: 1, entriesPerSession: entries },
    });
    for (let index = 0; index < devices; index++) doors.push(await openDoor(foyer, admin, index, eventId));
    const file = join(foyer.dataDir, 'hour-ago.backup');
    await command(foyer, 'backup', file);

    const sessionId = sessionIds[0] ?? '';
    const acknowledged = (await Promise.all(doors.map((door, index) => work(door, index, sessionId)))).flat();
    await allSynced(doors);
    await until(
      doors.map(({ event }) => event.store),
      () => doors.every(({ event }) => event.store.counts(sessionId).arrived === acknowledged.length),
      { ms: GIVE_UP_MS },
    );

    const plain = await apart(doors, async () => {
      await foyer.stop();
      await foyer.restart();
    });
    const ours = await apart(doors, async () => {
      await foyer.stop();
      await rm(join(foyer.dataDir, 'databases'), { recursive: true });
      await command(foyer, 'restore', file);
      await foyer.restart();
      const forgotten = acknowledged.length - (await stored(admin, dbName)).size;
      console.log(`the restored server has forgotten ${forgotten} of ${acknowledged.length} check-ins`);
    });
    const found = await stored(admin, dbName);
    const unseen = doors.map(({ event }) => acknowledged.length - event.store.counts(sessionId).arrived);
    const lost =
      acknowledged.filter((id) => !found.has(id)).length + unseen.reduce((sum, one) => sum + one, 0);
    const baselineName = 'a restart without a restore';
    const measure = `until all ${devices} devices are synced`;
    emit(figure({ bench: BENCH, measure, ours, baseline: plain, unit: 's', baselineName }));
    emit({
      ...figure({
        ...{ bench: BENCH, measure: `lost of ${acknowledged.length}`, unit: 'lost', baselineName },
        ...{ ours: lost, baseline: NaN },
      }),
      target: 'nothing lost',
      reached: lost === 0,
    });
  } finally {
    await closeDoors(doors);
    await foyer.dispose();
  }
}

/** The ids of the check-ins that this device was told are saved. */
async function work({ event }: Door, index: number, sessionId: string): Promise<string[]> {
  const all = event.store.session(sessionId)?.clients ?? [];
  const ids: string[] = [];
  for (const { clientId } of all.slice(index * CHECK_INS, (index + 1) * CHECK_INS)) {
    const result = await event.repository.checkIn(sessionId, clientId, 'scan');
    if (!result.ok) throw new Error(result.error.code);
    ids.push(result.value._id);
  }
  return ids;
}

const states = (doors: readonly Door[]): string[] => doors.map(({ event }) => event.sync.get().state);

async function allSynced(doors: readonly Door[]): Promise<void> {
  const isSynced = ({ event }: Door): boolean => {
    const { state, waiting } = event.sync.get();
    return state === 'synced' && waiting === 0;
  };
  const sources = doors.map(({ event }) => event.sync);
  await until(sources, () => doors.every(isSynced), { ms: GIVE_UP_MS, show: () => states(doors) });
}

/** Seconds until all are synced again after something that they were not there for. */
async function apart(doors: readonly Door[], meanwhile: () => Promise<void>): Promise<number> {
  for (const { device } of doors) device.online(false);
  const sources = doors.map(({ event }) => event.sync);
  await until(sources, () => states(doors).every((state) => state === 'offline'), { ms: GIVE_UP_MS });
  await meanwhile();
  const start = performance.now();
  for (const { device } of doors) device.online(true);
  await allSynced(doors);
  return (performance.now() - start) / 1000;
}

async function stored(admin: Api, dbName: string): Promise<Set<string>> {
  const range = 'startkey="checkin_"&endkey="checkin_%EF%BF%B0"';
  const { body } = await admin.call('GET', `/db/${dbName}/_all_docs?${range}`);
  return new Set((body as { rows: { id: string }[] }).rows.map(({ id }) => id));
}

/** `npm run backup` and `restore`, without npm. */
async function command({ dataDir }: Foyer, name: 'backup' | 'restore', file: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [`dist/server/${name}.js`, file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}
