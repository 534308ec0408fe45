import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { until } from '../src/data/testing/device.ts';
import { closeDoors, openDoor, type Door } from './support/doors.ts';
import { naiveStorm } from './support/naiveStorm.ts';
import { figure, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

export const DEVICES = 10;
export const CHECK_INS = 200;
/** Each device loses its network for this share of its check-ins, in the middle. */
const APART = 0.6;
const ENTRIES = DEVICES * CHECK_INS;
const GIVE_UP_MS = 120_000;

/**
 * Ten devices check in 200 guests each, every tenth guest at two doors, most of it while cut off from each other.
 * Measured: seconds from the last reconnect until every device and the server's folded session say the same, and how
 * many acknowledged check-ins are missing then. Baseline: each device rewrites the session document and PouchDB
 * replicates it, losing versions merged per entry by each device.
 */
export default async function storm(emit: (figure: Figure) => void): Promise<void> {
  const ours = await ourStorm();
  const naive = await naiveStorm({ devices: DEVICES, checkIns: CHECK_INS, giveUpMs: GIVE_UP_MS });
  const baselineName = 'the session document rewritten and replicated';
  emit(
    figure({
      bench: 'storm',
      measure: 'until all agree',
      ours: ours.seconds,
      baseline: naive.seconds,
      unit: 's',
      baselineName: naive.agreed ? baselineName : `${baselineName}: did not agree, given up`,
    }),
  );
  emit(
    figure({
      bench: 'storm',
      measure: `lost of ${ours.acknowledged}`,
      ours: ours.lost,
      baseline: naive.lost,
      unit: 'lost',
      baselineName,
      target: 'nothing lost',
      reached: ours.lost === 0,
    }),
  );
}

async function ourStorm(): Promise<{ seconds: number; lost: number; acknowledged: number }> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const doors: Door[] = [];
  try {
    const admin = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, sessionIds } = await seedEvent(admin, {
      clients: ENTRIES,
      sessions: 1,
      entriesPerSession: ENTRIES,
    });
    const sessionId = sessionIds[0] ?? '';
    for (let index = 0; index < DEVICES; index++) doors.push(await openDoor(foyer, admin, index, eventId));
    const acknowledged = new Set<string>();
    await Promise.all(doors.map((door, index) => work(door, index, sessionId, acknowledged)));
    const start = performance.now();
    for (const { device } of doors) device.online(true);
    const wanted = [...acknowledged];
    const missingAt = ({ event }: Door) =>
      wanted.filter((clientId) => event.store.checkinsOf(sessionId, clientId).length === 0).length;
    await until(
      doors.map(({ event }) => event.store),
      () => doors.every((door) => missingAt(door) === 0 && foldedAt(door, sessionId) === wanted.length),
      { ms: GIVE_UP_MS, show: () => doors.map((door) => [missingAt(door), foldedAt(door, sessionId)]) },
    ).catch((error: unknown) => console.error(error));
    const seconds = (performance.now() - start) / 1000;
    const lost = doors.reduce((sum, door) => sum + missingAt(door), 0);
    return { seconds, lost, acknowledged: acknowledged.size };
  } finally {
    await closeDoors(doors);
    await foyer.dispose();
  }
}

/** Guests that this device's copy shows as checked in. */
const foldedAt = ({ event }: Door, sessionId: string): number =>
  event.store.session(sessionId)?.clients.filter(({ checkInTime }) => checkInTime !== null).length ?? 0;

async function work(door: Door, index: number, sessionId: string, acknowledged: Set<string>): Promise<void> {
  const { device, event } = door;
  const all = event.store.session(sessionId)?.clients ?? [];
  for (let step = 0; step < CHECK_INS; step++) {
    if (step === Math.floor((CHECK_INS * (1 - APART)) / 2)) device.online(false);
    // Every tenth guest goes to the neighbour's door as well.
    const place = step % 10 === 9 ? ((index + 1) % DEVICES) * CHECK_INS + step : index * CHECK_INS + step;
    const entry = all[place];
    if (entry === undefined) continue;
    const result = await event.repository.checkIn(sessionId, entry.clientId, 'scan');
    if (result.ok) acknowledged.add(entry.clientId);
    else if (result.error.code !== 'already_checked_in') throw new Error(result.error.code);
  }
}
