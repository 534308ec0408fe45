import { parseArgs } from 'node:util';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import { A_SECOND, register, type Desk } from './desk/crowd.ts';
import { now } from './door/device.ts';
import { runLoad } from './door/load.ts';
import { workDoors, type Doors } from './flood/doors.ts';
import { guestsOf, openHost } from './flood/guests.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const DOORS = 10;
const ENTRIES = 5000;
const SECONDS = 60;
const P95_MS = 300;
const MOST_TIMES = 1.5;
const one = { bench: 'desk-load', unit: 'ms', baselineName: 'nobody at the desk' } as const;
const env = { TRUST_PROXY: 'loopback' };

/**
 * 100 people register a second for 60 seconds over HTTP, each from an address of their own, while 10 doors check in in the same
 * session of 5,000, twice a second each: ms from when somebody sent until the answer, and what is missing afterwards.
 * Of the doors twice, each beside the same without anybody at the desk: ms from sending a check-in, as the app does, to its
 * acknowledgement (as in `flood`), and, of ten copies of the app on this machine, until another one shows it. The second
 * measures those ten as much as the server. Embedded storage; `-- --seconds=20` makes it short.
 */
export default async function deskLoad(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string' } }, allowPositionals: true });
  const seconds = Number(values.seconds ?? SECONDS);
  await answeredDoors(emit, seconds);
  await knowingDoors(emit, seconds);
}

/** Quiet before and after, so that what else the machine does touches both. */
async function answeredDoors(emit: (figure: Figure) => void, seconds: number): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error', ...env });
  try {
    const { url } = foyer;
    const api = await login(url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, sessionIds } = await seedEvent(api, {
      ...{ clients: ENTRIES, sessions: 1, entriesPerSession: ENTRIES },
    });
    const sessionId = sessionIds[0] ?? '';
    const doors: Api[] = [];
    for (let index = 0; index < DOORS; index++) doors.push(await openHost(url, api, index, eventId));
    const place = { dbName, sessionId, guests: await guestsOf(api, dbName) };
    const quiet: Doors = { times: [], refused: 0 };
    const beside: Doors = { times: [], refused: 0 };
    await workDoors(doors, place, seconds / 2, quiet);
    const [{ times, missing }] = await Promise.all([
      register(now(), seconds, { url, api, dbName, sessionId }),
      workDoors(doors, place, seconds, beside),
    ]);
    await workDoors(doors, place, seconds / 2, quiet);
    emitAnswers(emit, times, `p95 at ${A_SECOND} a second`);
    const p95 = figure({
      ...{ ...one, measure: 'p95 of a check-in' },
      ...{ ours: percentile(beside.times, 95), baseline: percentile(quiet.times, 95) },
    });
    const reached = p95.ours <= MOST_TIMES * p95.baseline;
    emit({ ...p95, target: `at most ${MOST_TIMES} times the baseline`, reached });
    const acts = beside.times.length + quiet.times.length;
    emitLost(emit, missing + beside.refused + quiet.refused, `lost of ${times.length}, ${acts} check-ins`);
  } finally {
    await foyer.dispose();
  }
}

async function knowingDoors(emit: (figure: Figure) => void, seconds: number): Promise<void> {
  const options = { kind: 'app', devices: DOORS, seconds, crash: null, env } as const;
  const alone = await runLoad(options);
  let desk: Desk | null = null;
  const both = await runLoad({
    ...options,
    onStart: async (start, place) => void (desk = await register(start, seconds, place)),
  });
  const { times, missing } = desk as unknown as Desk;
  emitAnswers(emit, times, `the same beside ${DOORS} copies of the app`);
  emit(
    figure({
      ...{ ...one, measure: 'p95 until another door shows it' },
      ...{ ours: percentile(both.known, 95), baseline: percentile(alone.known, 95) },
    }),
  );
  // Where devices and server share few cores, this tells whose limit it was.
  emit(
    figure({
      ...{ ...one, unit: 's', measure: `server's processor time, ${seconds} s and until all know` },
      ...{ ours: both.server?.cpu ?? NaN, baseline: alone.server?.cpu ?? NaN },
    }),
  );
  emit(
    figure({
      ...{ ...one, unit: 's', measure: `processor time of ${DOORS} devices` },
      ...{ ours: both.devicesCpu, baseline: alone.devicesCpu },
    }),
  );
  const { lost, wrong, strange, acknowledged } = both.verdict;
  emitLost(
    emit,
    missing + lost + wrong + strange,
    `lost of ${times.length} registrations, ${acknowledged} acts of doors`,
  );
}

function emitAnswers(emit: (figure: Figure) => void, times: readonly number[], measure: string): void {
  const p95 = figure({ ...one, measure, ours: percentile(times, 95), baseline: NaN });
  emit({ ...p95, target: `at most ${P95_MS} ms`, reached: p95.ours <= P95_MS });
}

function emitLost(emit: (figure: Figure) => void, count: number, measure: string): void {
  const lost = figure({ ...one, unit: 'lost', measure, ours: count, baseline: NaN });
  emit({ ...lost, target: 'nothing lost', reached: count === 0 });
}
