import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../base/root.ts';
import { checkinDoc, replicated } from '../testing/documents.ts';
import { serverProcesses, type ServerProcess } from '../testing/process.ts';
import { driver, type Login } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';

/*
 * The commands as an operator gives them, from the build, on a real CouchDB with servers of their own before and after:
 * only where there is one. What they do with documents is proved in backup.test.ts.
 */
const couch = process.env['COUCHDB_URL'];

interface Told {
  code: number | null;
  text: string;
}

/** `npm run NAME -- ARGS`, which builds first what is old. */
function run(name: string, args: readonly string[], env: Record<string, string>): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/start.mjs', name, ...args], {
      cwd: projectRoot,
      env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('close', (code) => resolve({ code, text }));
  });
}

describe.skipIf(couch === undefined)('on a CouchDB, as commands', () => {
  const processes = serverProcesses();
  let folder = '';
  let urls: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-commands-'));
    urls = [testCouchUrl(couch ?? ''), testCouchUrl(couch ?? '')];
  });
  afterEach(async () => {
    for (const url of urls) await emptyCouch(url);
    await rm(folder, { recursive: true, force: true });
  });

  interface Standing {
    epoch: string;
    since: string;
  }
  interface Place {
    server: ServerProcess;
    as: Login;
    ids(): Promise<string[]>;
    checkIn(): Promise<string>;
    /** What a device hears that stands at the end of the changes of that epoch. */
    goesOn(standing: Standing): Promise<boolean>;
    standing(): Promise<Standing>;
    stop(): Promise<void>;
  }
  async function start(env: Record<string, string>, token: string | null, dbName: string): Promise<Place> {
    const server = processes.start(env);
    const { call, login } = driver(await server.url);
    const fresh = await login('chief');
    // A token of before, where the secret came along.
    const as = token === null ? fresh : { ...fresh, token };
    const changes = async (query: Partial<Standing>) => {
      const path = `/db/${dbName}/_changes?${new URLSearchParams({ ...query }).toString()}`;
      const { status, body } = await call<{ epoch?: string; continues?: boolean; last_seq: unknown }>(
        'GET',
        path,
        { as },
      );
      expect(status).toBe(200);
      return body;
    };
    return {
      server,
      as,
      async ids() {
        const { body } = await call<{ rows: { id: string }[] }>('GET', `/db/${dbName}/_all_docs`, { as });
        return body.rows.map(({ id }) => id);
      },
      async checkIn() {
        const doc = checkinDoc(as);
        const body = { new_edits: false, docs: [replicated(doc)] };
        const reply = await call('POST', `/db/${dbName}/_bulk_docs`, { as, body });
        expect(reply).toMatchObject({ status: 201, body: [{ ok: true }] });
        return doc._id;
      },
      async goesOn(standing) {
        const { epoch, continues } = await changes(standing);
        return epoch === undefined || continues === true;
      },
      async standing() {
        const { epoch = '' } = await changes({ epoch: 'none', since: '0' });
        return { epoch, since: String((await changes({ since: 'now' })).last_seq) };
      },
      async stop() {
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
      },
    };
  }

  it(
    'move there, backup while the server runs, restore, and move back: all is there, and devices compare',
    { timeout: 600_000 },
    async () => {
      const [first = '', second = ''] = urls;
      const { dataDir } = processes;
      // Embedded.
      const begin = processes.start();
      const { call, login } = driver(await begin.url);
      const chief = await login('chief');
      const event = { title: 'Gala', date: Date.UTC(2027, 4, 1) };
      const { dbName } = (await call<{ dbName: string }>('PUT', '/api/event', { as: chief, body: event }))
        .body;
      begin.child.kill('SIGTERM');
      await begin.ended;
      const embedded = await start({}, chief.token, dbName);
      const early = await embedded.checkIn();
      const atEmbedded = await embedded.standing();
      await embedded.stop();

      expect(await run('move', [], { DATA_DIR: dataDir, COUCHDB_URL: first })).toMatchObject({
        code: 0,
        text: expect.stringContaining('Moved and compared') as string,
      });
      const moved = await start({ COUCHDB_URL: first }, chief.token, dbName);
      expect(await moved.ids()).toContain(early);
      expect(await moved.goesOn(atEmbedded)).toBe(false);
      const atMoved = await moved.standing();
      expect(await moved.goesOn(atMoved)).toBe(true);

      const file = join(folder, 'copy.backup');
      const middle = await moved.checkIn();
      expect(await run('backup', [file], { DATA_DIR: dataDir, COUCHDB_URL: first })).toMatchObject({
        code: 0,
      });
      const late = await moved.checkIn();
      // Nobody copies what a server is writing to.
      expect(await run('move', [], { DATA_DIR: join(folder, 'no'), COUCHDB_URL: first })).toMatchObject({
        code: 1,
        text: expect.stringContaining('a server works on COUCHDB_URL') as string,
      });
      await moved.stop();

      const restoredDir = join(folder, 'restored');
      const where = { DATA_DIR: restoredDir, COUCHDB_URL: second };
      expect(await run('restore', [file], where)).toMatchObject({
        code: 0,
        text: expect.stringContaining('Restored and compared') as string,
      });
      expect((await run('restore', [file], where)).text).toContain('is not empty');
      const restored = await start(where, chief.token, dbName);
      expect(await restored.ids()).toEqual(expect.arrayContaining([early, middle]));
      expect(await restored.ids()).not.toContain(late);
      // The device of before compares, and so brings the late one.
      for (const standing of [atEmbedded, atMoved]) expect(await restored.goesOn(standing)).toBe(false);
      await restored.stop();

      const backDir = join(folder, 'back');
      expect(await run('move', [], { DATA_DIR: backDir, COUCHDB_URL: first })).toMatchObject({ code: 0 });
      expect(await readdir(backDir)).toContain('databases');
      const back = await start({ DATA_DIR: backDir }, null, dbName);
      expect(await back.ids()).toEqual(expect.arrayContaining([early, middle, late]));
      for (const standing of [atEmbedded, atMoved]) expect(await back.goesOn(standing)).toBe(false);
      await back.stop();
    },
  );
});
