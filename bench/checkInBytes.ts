import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login } from '../e2e/support/http.ts';
import { openBench } from './support/browser.ts';
import { startProxy } from './support/countingProxy.ts';
import { figure, median, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const ENTRIES = 5000;
const CHECK_INS = 10;

/**
 * Bytes on the wire from device to server for one check-in, headers and all, in a session of 5,000 entries: from the
 * tap until the server has acknowledged and the device waits again. Baseline: the session document, changed and
 * pushed by PouchDB's replicator. Counted by a proxy between browser and server; median of 10.
 */
export default async function checkInBytes(emit: (figure: Figure) => void): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const proxy = await startProxy(foyer.port);
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, sessionIds } = await seedEvent(api, {
      clients: ENTRIES,
      sessions: 1,
      entriesPerSession: ENTRIES,
    });
    const sessionId = sessionIds[0] ?? '';
    const bench = await openBench(proxy.url);
    await bench.call('naiveReplica', `${proxy.url}/db/${dbName}`, api.token, sessionId);
    const naive: number[] = [];
    for (let index = 0; index < CHECK_INS; index++) {
      proxy.reset();
      await bench.call('naivePush', sessionId, index);
      naive.push(proxy.sent);
    }
    await bench.call('openEvent', ADMIN.username, ADMIN.password, eventId);
    await bench.call('settled');
    const ours: number[] = [];
    for (let index = 0; index < CHECK_INS; index++) {
      proxy.reset();
      await bench.call('checkIns', sessionId, index, 1);
      await bench.call('settled');
      ours.push(proxy.sent);
    }
    await bench.close();
    const sent = median(ours);
    emit(
      figure({
        bench: 'check-in-bytes',
        ours: sent,
        baseline: median(naive),
        unit: 'bytes',
        baselineName: 'the session document by PouchDB replicate.to',
        target: 'under 2,000 bytes',
        reached: sent < 2000,
      }),
    );
  } finally {
    await proxy.close();
    await foyer.dispose();
  }
}
