import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { whenIdle } from './door/meter.ts';
import { openBench, type Bench } from './support/browser.ts';
import { startProxy } from './support/countingProxy.ts';
import { figure, median, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const CLIENTS = 10_000;
const ROUNDS = 3;

/**
 * The first pull of an event of 10,000 clients into an empty Chromium: ours against `replicate.from` with PouchDB's
 * defaults, from the same server, in turns and each in a browser of its own; without latency and with a round trip of
 * 50 ms more. Median of 3 rounds.
 */
export default async function firstPull(emit: (figure: Figure) => void): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, docs } = await seedEvent(api, {
      clients: CLIENTS,
      sessions: 1,
      entriesPerSession: 0,
    });
    // What follows from 10,000 new clients (history, projections) is not what a first pull takes.
    await whenIdle(foyer.pid);
    for (const [roundTrip, target] of [
      [0, 4],
      [50, 6],
    ] as const) {
      const proxy = await startProxy(foyer.port, roundTrip / 2);
      const ours: number[] = [];
      const baseline: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const first = await inFresh(proxy.url, (bench) => bench.call('pullOurs', eventId, api.token));
        const second = await inFresh(proxy.url, (bench) => bench.call('pullBaseline', dbName, api.token));
        if (first.docs < docs || second.docs < docs)
          throw new Error(`${first.docs}, ${second.docs} of ${docs} arrived`);
        ours.push(first.ms);
        baseline.push(second.ms);
      }
      await proxy.close();
      const parts = figure({
        bench: 'first-pull',
        measure: roundTrip === 0 ? 'no latency added' : `${roundTrip} ms added`,
        ours: median(ours),
        baseline: median(baseline),
        unit: 'ms',
        baselineName: 'PouchDB replicate.from defaults',
        target: `${target}× or better`,
      });
      emit({ ...parts, reached: (parts.ratio ?? 0) >= target });
    }
  } finally {
    await foyer.dispose();
  }
}

/** In a browser of its own: no cache, no warm database, no code that the other one has made fast. */
async function inFresh<T>(url: string, work: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await openBench(url);
  try {
    return await work(bench);
  } finally {
    await bench.close();
  }
}
