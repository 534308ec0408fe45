import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEVICE_HEADER } from '#api/wire.ts';
import { checkinId } from '#domain/ids.ts';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login, request } from '../e2e/support/http.ts';
import { figure, median, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const CHECKINS = 500;

/**
 * One check-in after the other through the gateway to CouchDB: from sending it until it is acknowledged. Baseline: the same
 * request to CouchDB itself, turn by turn, into a database beside it. COUCHDB_URL names the CouchDB.
 * `-- --checkins=100` makes it short.
 */
export default async function gatewayWrite(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({ options: { checkins: { type: 'string' } }, allowPositionals: true });
  const given = process.env['COUCHDB_URL'];
  if (given === undefined) {
    console.log('gateway-write needs COUCHDB_URL');
    return;
  }
  const { url: couch, authorization } = couchOf(given);
  const beside = `${couch}/foyer-bench-${randomBytes(6).toString('hex')}`;
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { dbName, sessionIds } = await seedEvent(api, {
      ...{ clients: 1000, sessions: 1, entriesPerSession: 1000 },
    });
    await fetch(beside, { method: 'PUT', headers: { authorization } });
    const through: number[] = [];
    const direct: number[] = [];
    for (let turn = 0; turn < Number(values.checkins ?? CHECKINS); turn++) {
      const doc = checkin(api.userId, sessionIds[0] ?? '', turn);
      const body = { new_edits: false, docs: [doc] };
      through.push(await timed(`${foyer.url}/db/${dbName}/_bulk_docs`, body, `Bearer ${api.token}`));
      direct.push(await timed(`${beside}/_bulk_docs`, body, authorization));
    }
    const { body: there } = await request(
      ...([foyer.url, 'GET', `/db/${dbName}/_all_docs?startkey="checkin_"&endkey="checkin_~"`] as const),
      ...([undefined, api.token] as const),
    );
    const { rows } = there as { rows: unknown[] };
    const bench = {
      bench: 'gateway-write',
      unit: 'ms' as const,
      baselineName: 'the same request to CouchDB',
    };
    for (const [measure, of] of [
      ['p50', median],
      ['p95', (samples: number[]) => percentile(samples, 95)],
    ] as const) {
      const ours = of(through);
      const target = measure === 'p50' ? { target: 'at most 8 ms', reached: ours <= 8 } : {};
      emit(figure({ ...bench, measure, ours, baseline: of(direct), ...target }));
    }
    emit(
      figure({
        ...{ ...bench, unit: 'lost', baseline: NaN, measure: 'acknowledged and not there' },
        ours: through.length - rows.length,
      }),
    );
  } finally {
    await fetch(beside, { method: 'DELETE', headers: { authorization } });
    await foyer.dispose();
  }
}

function couchOf(given: string): { url: string; authorization: string } {
  const { origin, username, password } = new URL(given.split(' ')[0] ?? given);
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: origin, authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
}

async function timed(url: string, body: object, authorization: string): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json', [DEVICE_HEADER]: 'bench' };
  const start = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const said = await answer.text();
  const took = performance.now() - start;
  if (answer.status !== 201 || /error/.test(said)) throw new Error(`${answer.status} ${said}`);
  return took;
}

function checkin(userId: string, sessionId: string, turn: number): object {
  const time = Date.now();
  const hash = randomBytes(16).toString('hex');
  return {
    ...{ _id: checkinId(sessionId, time, `bench${turn}`), _rev: `1-${hash}`, type: 'checkin' },
    _revisions: { start: 1, ids: [hash] },
    ...{ sessionId, clientId: `client_${turn}`, action: 'in', time, method: 'list' },
    device: { id: 'bench', name: 'bench' },
    author: { id: userId, name: ADMIN.username },
  };
}
