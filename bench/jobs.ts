import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked } from '../server/jobs/decide.ts';
import { startDispatcher } from '../server/jobs/dispatcher.ts';
import type { JobKind } from '../server/jobs/job.ts';
import { Jobs } from '../server/jobs/jobs.ts';
import { openCouch } from '../server/storage/couchdb.ts';
import { openEmbedded } from '../server/storage/embedded.ts';
import { DATABASES, type Storage } from '../server/storage/types.ts';
import { testCouchUrl } from '../server/testing/storage.ts';
import { figure, type Figure } from './support/report.ts';

const BENCH = 'jobs';
const WAITING = 10_000;
const DUE = 200;
const EVENTS = 50;

/**
 * 10,000 jobs of 50 events wait, 200 of them fall due. Measured: milliseconds until a server that starts knows them all, and per
 * job from its time until it is done. Baseline: the same 200 with no others waiting. On the CouchDB of COUCHDB_URL if given, else
 * on embedded databases.
 */
export default async function jobs(emit: (figure: Figure) => void): Promise<void> {
  const alone = await measure(0);
  const among = await measure(WAITING - DUE);
  const baselineName = 'no others wait';
  const compared = { bench: BENCH, unit: 'ms' as const, baselineName };
  emit(figure({ ...compared, measure: 'a start reads all', ours: among.start, baseline: alone.start }));
  emit(figure({ ...compared, measure: 'each, from due to done', ours: among.each, baseline: alone.each }));
}

async function measure(others: number): Promise<{ start: number; each: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-jobs-'));
  const storage = await open(folder);
  try {
    let now = 1_700_000_000_000;
    const all = Array.from({ length: others + DUE }, (_, index) => {
      const at = now + (index < DUE ? 1000 : 1_000_000 + index);
      const request = {
        kind: 'mail',
        eventId: `event${index % EVENTS}`,
        key: String(index),
        payload: null,
        at,
      };
      return asked(null, request, now);
    });
    await (await storage.open(DATABASES.jobs)).bulkDocs(all as never);
    const mail: JobKind<null> = {
      ...{ name: 'mail', atOnce: 4, attempts: 3, firstWait: 1000, longestWait: 60_000 },
      run: () => Promise.resolve(),
    };
    const log = { warn: console.warn, error: console.error };
    const options = { storage, now: () => now, log };
    const jobs = new Jobs({ ...options, holder: 'bench' });
    const began = performance.now();
    const dispatcher = startDispatcher({ ...options, jobs, kinds: [mail], alone: true });
    await dispatcher.idle();
    const known = performance.now();
    now += 1000;
    await dispatcher.idle();
    const done = performance.now();
    if (dispatcher.status().waiting !== others) throw new Error('not all that were due are done');
    await dispatcher.stop();
    return { start: known - began, each: (done - known) / DUE };
  } finally {
    if (storage.kind === 'couchdb') for (const name of await storage.list()) await storage.destroy(name);
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const open = (folder: string): Promise<Storage> => {
  const couchUrl = process.env['COUCHDB_URL'];
  return couchUrl === undefined ? openEmbedded({ folder }) : openCouch({ url: testCouchUrl(couchUrl) });
};
