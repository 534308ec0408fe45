import { readdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ADMIN, startFoyer, type Foyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { guestsOf, openHost } from './flood/guests.ts';
import { workDoors, type Doors } from './flood/doors.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const BENCH = 'events';
const MANY = 1000;
const FEW = 10;
const GUESTS = 200;
const DOORS = 5;
/** Both servers take turns, so that what else the machine does touches both. */
const ROUNDS = 4;
const ROUND_SECONDS = 5;
const TARGETS = { start: 5, times: 1.5, descriptors: 500 };

/**
 * A server with 1,000 events of 200 guests against one with 10: seconds from its start to its first answer, memory, open
 * files, and how long a check-in in one of the events takes. Embedded storage. `-- --events=100` makes it short.
 */
export default async function events(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({ options: { events: { type: 'string' } }, allowPositionals: true });
  const many = Number(values.events ?? MANY);
  const large = await prepare(many);
  const small = await prepare(FEW);
  try {
    const starts = { large: await startOf(large.foyer), small: await startOf(small.foyer) };
    const doors = { large: await doorsOf(large), small: await doorsOf(small) };
    const times: Record<'large' | 'small', Doors> = {
      large: { times: [], refused: 0 },
      small: { times: [], refused: 0 },
    };
    const held = { large: 0, small: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      for (const size of ['large', 'small'] as const) {
        await workDoors(doors[size].apis, doors[size].place, ROUND_SECONDS, times[size]);
        const { foyer } = size === 'large' ? large : small;
        held[size] = Math.max(held[size], await descriptors(foyer.pid));
      }
    }
    const baselineName = `${FEW} events`;
    const one = { bench: BENCH, baselineName };
    const p95 = { ours: percentile(times.large.times, 95), baseline: percentile(times.small.times, 95) };
    const memory = { ours: await megabytes(large.foyer.pid), baseline: await megabytes(small.foyer.pid) };
    emit({
      ...figure({ ...one, measure: 'start', ours: starts.large, baseline: starts.small, unit: 's' }),
      target: `${TARGETS.start} s`,
      reached: starts.large <= TARGETS.start,
    });
    emit({
      ...figure({ ...one, measure: 'p95 of a check-in', ...p95, unit: 'ms' }),
      target: `at most ${TARGETS.times} times`,
      reached: p95.ours <= TARGETS.times * p95.baseline && times.large.refused === 0,
    });
    emit({
      ...figure({ ...one, measure: 'open files', ours: held.large, baseline: held.small, unit: 'found' }),
      target: `at most ${TARGETS.descriptors}`,
      reached: held.large <= TARGETS.descriptors,
    });
    emit(figure({ ...one, measure: 'memory', ...memory, unit: 'MB' }));
  } finally {
    await large.foyer.dispose();
    await small.foyer.dispose();
  }
}

interface Prepared {
  foyer: Foyer;
  /** Where the doors work. */
  event: { eventId: string; dbName: string; sessionId: string };
}

async function prepare(count: number): Promise<Prepared> {
  const foyer = await startFoyer({ LOG_LEVEL: 'fatal' });
  const admin = await login(foyer.url, ADMIN.username, ADMIN.password);
  let event = { eventId: '', dbName: '', sessionId: '' };
  for (let made = 0; made < count; made++) {
    const seeded = await seedEvent(admin, { clients: GUESTS, sessions: 1, entriesPerSession: GUESTS });
    event = { eventId: seeded.eventId, dbName: seeded.dbName, sessionId: seeded.sessionIds[0] ?? '' };
    if ((made + 1) % 100 === 0) console.log(`${made + 1} events`);
  }
  return { foyer, event };
}

/** Seconds until the server answers after a restart. */
async function startOf(foyer: Foyer): Promise<number> {
  await foyer.stop();
  const begun = performance.now();
  await foyer.restart();
  return (performance.now() - begun) / 1000;
}

async function doorsOf({ foyer, event }: Prepared) {
  const admin = await login(foyer.url, ADMIN.username, ADMIN.password);
  const apis = [];
  for (let index = 0; index < DOORS; index++) {
    apis.push(await openHost(foyer.url, admin, index, event.eventId));
  }
  return { apis, place: { ...event, guests: await guestsOf(admin, event.dbName) } };
}

const descriptors = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1000;
}
