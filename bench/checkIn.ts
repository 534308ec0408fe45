import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { openBench } from './support/browser.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const ENTRIES = 5000;
const CHECK_INS = 200;
const NAIVE = 60;

/**
 * A check-in in a session of 5,000 entries, in Chromium: time until it is durable on the device, with the sync
 * manager at work, against reading, changing and writing the session document. p50 and p95.
 */
export default async function checkIn(emit: (figure: Figure) => void): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, sessionIds } = await seedEvent(api, {
      clients: ENTRIES,
      sessions: 1,
      entriesPerSession: ENTRIES,
    });
    const bench = await openBench(foyer.url);
    await bench.call('openEvent', ADMIN.username, ADMIN.password, eventId);
    await bench.call('settled');
    const sessionId = sessionIds[0] ?? '';
    // Both are warm before they are measured.
    await bench.call('checkIns', sessionId, 0, 20);
    const ours = await bench.call('checkIns', sessionId, 20, CHECK_INS);
    await bench.call('settled');
    const naive = (await bench.call('naiveCheckIns', ENTRIES, NAIVE + 5)).slice(5);
    await bench.close();
    for (const p of [50, 95]) {
      const parts = figure({
        bench: 'check-in',
        measure: `p${p}`,
        ours: percentile(ours, p),
        baseline: percentile(naive, p),
        unit: 'ms',
        baselineName: 'read, change and write the session document',
        target: p === 50 ? '5× faster' : '5× faster, at most 12 ms',
      });
      emit({ ...parts, reached: (parts.ratio ?? 0) >= 5 && (p === 50 || parts.ours <= 12) });
    }
  } finally {
    await foyer.dispose();
  }
}
