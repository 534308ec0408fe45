import { setTimeout as delay } from 'node:timers/promises';
import { checkinId } from '#domain/ids.ts';
import { ADMIN, startFoyer, type Foyer } from '../e2e/support/foyer.ts';
import { login, writeDocs, type Api } from '../e2e/support/http.ts';
import { emptyCouch, testCouchUrl } from '../server/testing/storage.ts';
import { figure, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const LOOK_AGAIN = 20;

/**
 * Two servers on one CouchDB, of which the one that folds is stopped, or killed as a power switch would: seconds until a
 * check-in that the other one took is folded into its session. COUCHDB_URL names the CouchDB.
 */
export default async function takeover(emit: (figure: Figure) => void): Promise<void> {
  const given = process.env['COUCHDB_URL'];
  if (given === undefined) {
    console.log('takeover needs COUCHDB_URL');
    return;
  }
  const url = testCouchUrl(given);
  const env = { COUCHDB_URL: url, TOKEN_SECRET: 'takeover-takeover-takeover-takeover', LOG_LEVEL: 'error' };
  try {
    for (const [way, goal] of [
      ['stopped', 1],
      ['killed', 12],
    ] as const) {
      // The first one folds; the second one is there for a while before it has to.
      const first = await startFoyer(env);
      const second = await startFoyer(env);
      try {
        const ours = await seconds(first, second, way);
        const common = { bench: 'takeover', unit: 's' as const, baselineName: '', baseline: NaN };
        emit({
          ...figure({ ...common, measure: `folds after one was ${way}`, ours }),
          ...{ target: `${goal} s`, reached: ours <= goal },
        });
      } finally {
        await Promise.all([first.dispose(), second.dispose()]);
      }
    }
  } finally {
    await emptyCouch(url);
  }
}

async function seconds(first: Foyer, second: Foyer, way: 'stopped' | 'killed'): Promise<number> {
  const api = await login(second.url, ADMIN.username, ADMIN.password);
  const event = await seedEvent(api, { clients: 10, sessions: 1, entriesPerSession: 10 });
  const place = { dbName: event.dbName, sessionId: event.sessionIds[0] ?? '' };
  const [one, other] = (await session(api, place)).clients;
  // The first one is at work.
  await checkIn(api, place, one);
  await folded(api, place, one);
  const start = performance.now();
  if (way === 'killed') await first.kill();
  else await first.stop();
  await checkIn(api, place, other);
  await folded(api, place, other);
  return (performance.now() - start) / 1000;
}

interface Place {
  dbName: string;
  sessionId: string;
}
interface Entry {
  clientId: string;
  checkInTime?: number | null;
}

const session = async (api: Api, { dbName, sessionId }: Place): Promise<{ clients: Entry[] }> =>
  (await api.call('GET', `/db/${dbName}/${sessionId}`)).body as { clients: Entry[] };

async function checkIn(api: Api, { dbName, sessionId }: Place, entry: Entry | undefined): Promise<void> {
  const time = Date.now();
  const base = { type: 'checkin', sessionId, clientId: entry?.clientId, action: 'in', time, method: 'list' };
  const author = { id: api.userId, name: ADMIN.username };
  const _id = checkinId(sessionId, time, 'bench');
  await writeDocs(api, dbName, [{ _id, ...base, device: { id: 'bench', name: 'Bench' }, author }]);
}

async function folded(api: Api, place: Place, entry: Entry | undefined): Promise<void> {
  for (;;) {
    const { clients } = await session(api, place);
    if (clients.some(({ clientId, checkInTime }) => clientId === entry?.clientId && checkInTime != null))
      return;
    await delay(LOOK_AGAIN);
  }
}
