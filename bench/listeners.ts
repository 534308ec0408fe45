import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createEvent, login, writeDocs, type Api } from '../e2e/support/http.ts';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { parsePrometheus } from '../server/testing/prometheus.ts';
import { startNaiveFeed } from './support/naiveFeed.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const LISTENERS = 1000;
const ROUNDS = 5;
/** ms. A CouchDB, the one of COUCHDB_URL, adds the write and the news of it. */
const AIM = process.env['COUCHDB_URL'] ? { ms: 150, on: ', CouchDB' } : { ms: 100, on: '' };

/**
 * 1,000 devices wait for changes of one event in long polls; one document is written. Measured: from sending the
 * write until each listener has its answer, p95 over all listeners of all rounds. Baseline: a server that gives each
 * waiting request a live changes feed of its own, which is what express-pouchdb does.
 */
export default async function listeners(emit: (figure: Figure) => void): Promise<void> {
  const ours = await measureOurs();
  const baseline = await measureBaseline();
  emit(
    figure({
      bench: 'listeners',
      measure: `p95, ${LISTENERS} listeners${AIM.on}`,
      ours: percentile(ours, 95),
      baseline: percentile(baseline, 95),
      unit: 'ms',
      baselineName: 'a live PouchDB feed per waiting request',
      target: `at most ${AIM.ms} ms`,
      reached: percentile(ours, 95) <= AIM.ms,
    }),
  );
}

async function measureOurs(): Promise<number[]> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { dbName } = await createEvent(api, 'Listeners', Date.now());
    return await rounds(LISTENERS, {
      since: () => lastSeq(api, dbName),
      listen: (since, device) =>
        poll(`${foyer.url}/db/${dbName}/_changes?feed=longpoll&timeout=60000&since=${since}`, {
          authorization: `Bearer ${api.token}`,
          'x-foyer-device': device,
        }),
      write: (round) => writeDocs(api, dbName, [client(round)]),
      waiting: () => waitingAt(api),
    });
  } finally {
    await foyer.dispose();
  }
}

async function measureBaseline(): Promise<number[]> {
  const naive = await startNaiveFeed();
  try {
    return await rounds(LISTENERS, {
      since: async () => String((await naive.db.info()).update_seq),
      listen: (since) => poll(`${naive.url}/?since=${since}`, {}),
      write: async (round) => void (await naive.db.put(client(round))),
      waiting: async () => naive.waiting,
    });
  } finally {
    await naive.close();
  }
}

interface Subject {
  since(): Promise<string>;
  /** Resolves with the time of the answer. */
  listen(since: string, device: string): Promise<number>;
  write(round: number): Promise<void>;
  /** How many wait by now: a request that was sent may still be on its way, on a busy machine for seconds. */
  waiting(): Promise<number>;
}

async function rounds(count: number, subject: Subject): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const since = await subject.since();
    const polls = Array.from({ length: count }, (_, index) => subject.listen(since, `device-${index}`));
    while ((await subject.waiting()) < count) await delay(50);
    const start = performance.now();
    await subject.write(round);
    for (const answered of polls) samples.push((await answered) - start);
  }
  return samples;
}

const client = (round: number) => ({
  _id: `client_listener${round}`,
  type: 'client',
  forename: 'Ada',
  surname: 'Lovelace',
  language: 'en',
  category: 'indiv',
});

async function waitingAt(api: Api): Promise<number> {
  const { body } = await api.call('GET', '/metrics');
  return parsePrometheus(String(body)).find(({ name }) => name === 'foyer_waiting_devices')?.value ?? 0;
}

async function lastSeq(api: Api, dbName: string): Promise<string> {
  const { body } = await api.call('GET', `/db/${dbName}`);
  return String((body as { update_seq: number | string }).update_seq);
}

/** A device that waits: a bare socket, so that what is measured is the server and not a thousand HTTP clients here. */
function poll(url: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const lines = Object.entries({ host: 'bench', connection: 'close', ...headers }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  socket.write([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return new Promise<number>((resolve, reject) => {
    let text = '';
    socket.once('error', reject);
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!text.includes('"last_seq"')) return;
      if (text.startsWith('HTTP/1.1 200') && text.includes('client_listener')) resolve(performance.now());
      else reject(new Error(text.slice(0, 400)));
      socket.destroy();
    });
    socket.once('end', () => reject(new Error(text.slice(0, 400))));
  });
}
