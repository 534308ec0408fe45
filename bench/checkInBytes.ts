import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import { openBench } from './support/browser.ts';
import { quiet, startProxy } from './support/countingProxy.ts';
import { figure, median, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const ENTRIES = 5000;
const CHECK_INS = 10;

/**
 * Bytes on the wire from device to server for one check-in, headers and all, in a session of 5,000 entries: everything
 * that ten of them make the device send until it waits again, also for its own news and for the folded session, by ten.
 * Baseline: the session document, changed and pushed by PouchDB's replicator, the median of ten. Counted by a proxy
 * between browser and server.
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
    await quiet(proxy);
    proxy.reset();
    for (let index = 0; index < CHECK_INS; index++) {
      await bench.call('checkIns', sessionId, index, 1);
      // The next guest comes when this one is known: no two check-ins share a request.
      while ((await checkins(api, dbName)) <= index) await delay(20);
    }
    await quiet(proxy);
    const sent = proxy.sent / CHECK_INS;
    await bench.close();
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

async function checkins(api: Api, dbName: string): Promise<number> {
  const { body } = await api.call('GET', `/db/${dbName}/_all_docs?startkey="checkin_"&endkey="checkin_z"`);
  return z.object({ rows: z.array(z.unknown()) }).parse(body).rows.length;
}
