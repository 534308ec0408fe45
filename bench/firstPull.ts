import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { openBench } from './support/browser.ts';
import { startProxy } from './support/countingProxy.ts';
import { figure, median, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const CLIENTS = 10_000;
const ROUNDS = 3;

/**
 * The first pull of an event of 10,000 clients into an empty Chromium: ours against `replicate.from` with PouchDB's
 * defaults, from the same server, in turns; without latency and with a round trip of 50 ms more. Median of 3 rounds.
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
    for (const [roundTrip, target] of [
      [0, 3],
      [50, 6],
    ] as const) {
      const proxy = await startProxy(foyer.port, roundTrip / 2);
      const ours: number[] = [];
      const baseline: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // A fresh browser for each round: no cache, no warm database.
        const bench = await openBench(proxy.url);
        const first = await bench.call('pullOurs', eventId, api.token);
        const second = await bench.call('pullBaseline', dbName, api.token);
        if (first.docs < docs || second.docs < docs)
          throw new Error(`${first.docs}, ${second.docs} of ${docs} arrived`);
        ours.push(first.ms);
        baseline.push(second.ms);
        await bench.close();
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
