import { readdir, readFile, stat } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEVICE_HEADER } from '#api/wire.ts';
import { ADMIN, startFoyer, type Foyer } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import { figure, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const BENCH = 'size';
const GUESTS = 5000;

/**
 * What one event takes: MB on the server's disk, MB of its memory after a device has pulled it whole, and kB on the wire of
 * a first pull, whole and as a browser tab keeps it. Embedded storage. Baseline: the documents as JSON. `-- --guests=1000`
 * makes it short.
 */
export default async function size(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({ options: { guests: { type: 'string' } }, allowPositionals: true });
  const guests = Number(values.guests ?? GUESTS);
  const foyer = await startFoyer({ LOG_LEVEL: 'fatal' });
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const empty = { disk: await bytesIn(foyer.dataDir), memory: await memory(foyer) };
    const { dbName } = await seedEvent(api, { clients: guests, sessions: 1, entriesPerSession: guests });
    const json = JSON.stringify(
      (await api.call('GET', `/db/${dbName}/_all_docs?include_docs=true`)).body,
    ).length;
    const pulled = {
      full: await pull(foyer, api, dbName, 'full'),
      light: await pull(foyer, api, dbName, 'light'),
    };
    const one = { bench: BENCH, baselineName: 'its documents as JSON' };
    const kB = (measure: string, ours: number): void =>
      emit(figure({ ...one, measure, ours: ours / 1000, baseline: json / 1000, unit: 'kB' }));
    const MB = (measure: string, ours: number): void =>
      emit(figure({ ...one, measure, ours: ours / 1e6, baseline: json / 1e6, unit: 'MB' }));
    kB('first pull, whole', pulled.full);
    kB('first pull of a tab', pulled.light);
    MB(`disk of ${guests} guests`, (await bytesIn(foyer.dataDir)) - empty.disk);
    MB('memory of a server without events', empty.memory);
    MB('memory after both pulls', await memory(foyer));
  } finally {
    await foyer.dispose();
  }
}

/** Bytes of the body as it comes, compressed as a browser asks for it. */
function pull({ url }: Foyer, { token }: Api, dbName: string, mode: 'full' | 'light'): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip', [DEVICE_HEADER]: 'bench' };
  return new Promise((resolve, reject) => {
    get(`${url}/db/${dbName}/_bundle?mode=${mode}`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Uint8Array) => (bytes += part.length));
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`answered ${String(answer.statusCode)}`)),
      );
      answer.on('error', reject);
    }).on('error', reject);
  });
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The database tidies its files up meanwhile.
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      (file) => file.size,
      () => 0,
    );
  }
  return bytes;
}

async function memory({ pid }: Foyer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) * 1000;
}
