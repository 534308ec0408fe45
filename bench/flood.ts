import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import type { Answers, Flood } from './flood/attack.ts';
import { workDoors, type Doors } from './flood/doors.ts';
import { guestsOf, openHost } from './flood/guests.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const BENCH = 'flood';
const DOORS = 10;
/** Quiet and flood take turns, so that what else the machine does touches both. */
const ROUNDS = 4;
const ROUND_SECONDS = 5;
const GUESTS = 1000;
/** Of all rounds together; the idle connections stand in each of them. */
const FLOOD = { logins: 2000, amplified: 200, idle: 1000 };
const TARGET = 2;

/**
 * Ten doors check in twice a second each, 20 s in quiet and 20 s while 2,000 logins, 200 requests for one document
 * 20,000 times and 1,000 idle connections come, from the same address and on the same machine. Measured: ms from sending
 * a check-in, as the app does, to its acknowledgement. Only ever against a server of its own on 127.0.0.1.
 *
 * `-- --rounds=1` makes it short; the flood is as dense. `--without=logins,idle` leaves parts of it out.
 */
export default async function flood(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, without: { type: 'string', default: '' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds ?? ROUNDS);
  const part = (name: keyof typeof FLOOD): number => (values.without.includes(name) ? 0 : FLOOD[name]);
  const foyer = await startFoyer({ LOG_LEVEL: 'fatal' });
  const attacker = startAttacker();
  try {
    const admin = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, sessionIds } = await seedEvent(admin, {
      ...{ clients: GUESTS, sessions: 1, entriesPerSession: GUESTS },
    });
    const host = (index: number): Promise<Api> => openHost(foyer.url, admin, index, eventId);
    const doors: Api[] = [];
    for (let index = 0; index < DOORS; index++) doors.push(await host(index));
    const greedy = await host(DOORS);
    const guests = await guestsOf(admin, dbName);
    const event = { url: foyer.url, dbName, sessionId: sessionIds[0] ?? '', guests };
    const quiet: Doors = { times: [], refused: 0 };
    const flooded: Doors = { times: [], refused: 0 };
    for (let round = 0; round < rounds; round++) {
      await workDoors(doors, event, ROUND_SECONDS, quiet);
      const answers = attacker.attack({
        ...{ url: foyer.url, token: greedy.token, dbName, key: guests[0] ?? '', idle: part('idle') },
        ...{ logins: part('logins') / ROUNDS, amplified: part('amplified') / ROUNDS },
        within: ROUND_SECONDS * 1000,
      });
      await workDoors(doors, event, ROUND_SECONDS, flooded);
      console.log(`the flood was answered with ${JSON.stringify(await answers)}`);
    }
    report(emit, quiet, flooded);
  } finally {
    attacker.end();
    await foyer.dispose();
  }
}

function report(emit: (figure: Figure) => void, quiet: Doors, flooded: Doors): void {
  const baselineName = 'the same in quiet';
  for (const p of [50, 95, 100]) {
    const ours = percentile(flooded.times, p);
    const baseline = percentile(quiet.times, p);
    const measure = `${p === 100 ? 'longest' : `p${p}`} of a check-in`;
    const parts = figure({ bench: BENCH, measure, ours, baseline, unit: 'ms', baselineName });
    if (p !== 95) emit(parts);
    else emit({ ...parts, target: `at most ${TARGET} times`, reached: ours <= TARGET * baseline });
  }
  emit({
    ...figure({
      ...{ bench: BENCH, measure: `turned away of ${flooded.times.length + flooded.refused}`, unit: 'lost' },
      ...{ ours: flooded.refused, baseline: quiet.refused, baselineName },
    }),
    target: 'no door turned away',
    reached: flooded.refused === 0,
  });
}

/** A process of its own, so that what it takes is not taken from the doors' clock. */
function startAttacker(): { attack(flood: Flood): Promise<Answers>; end(): void } {
  const child = fork(fileURLToPath(new URL('./flood/attack.ts', import.meta.url)));
  const ready = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the flood ended with ${String(code)}`);
  });
  // Only an end in the middle of an attack is one to complain of.
  ended.catch(() => undefined);
  return {
    async attack(flood) {
      await Promise.race([ready, ended]);
      const answered = once(child, 'message');
      child.send(flood);
      const [answers] = (await Promise.race([answered, ended])) as [Answers];
      return answers;
    },
    end: () => void child.kill(),
  };
}
