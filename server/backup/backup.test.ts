import { cp, mkdtemp, open, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonical, digest } from '#domain/canonical.ts';
import { openEmbedded } from '../storage/embedded.ts';
import { continues } from '../storage/epochs.ts';
import { openStorage } from '../storage/factory.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { startCouchStandIn } from '../testing/couchStandIn.ts';
import { serverProcesses } from '../testing/process.ts';
import { driver } from '../testing/server.ts';
import { buildServer } from '../app.ts';
import { readConfig } from '../base/config.ts';
import { backup, move, restore } from './commands.ts';
import { readDatabase, readStorage } from './read.ts';

const quiet = (): void => undefined;
const NOW = Date.UTC(2027, 0, 1);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => ({ dataDir: join(folder, name), couchUrl: null });
const FILE = (): string => join(folder, 'copy.foyer');

async function withStorage<T>(
  where: Parameters<typeof openStorage>[0],
  work: (storage: Storage) => Promise<T>,
) {
  const storage = await openStorage(where);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
/** A storage with everything that documents can have: files, conflicts, deletions. */
async function fillSource(): Promise<void> {
  await withStorage(at('source'), async (storage) => {
    for (const name of Object.values(DATABASES))
      await (await storage.open(name)).put({ _id: `one-of-${name}` });
    const db = await storage.open('event-gala');
    const guests = Array.from({ length: 700 }, (_, index) => ({ _id: `client_${index}`, type: 'client' }));
    await db.bulkDocs(guests);
    await db.bulkDocs(
      [
        {
          _id: 'client_x',
          _rev: '2-a',
          _revisions: { start: 2, ids: ['a', '0'] },
          type: 'client',
          forename: 'A',
        },
        {
          _id: 'client_x',
          _rev: '2-b',
          _revisions: { start: 2, ids: ['b', '0'] },
          type: 'client',
          forename: 'B',
        },
      ] as never,
      { new_edits: false },
    );
    const { rev } = await db.put({ _id: 'client_gone' });
    await db.remove('client_gone', rev);
    await db.put({
      _id: 'file_terms',
      _attachments: { 'file.pdf': { content_type: 'application/pdf', data: btoa('%PDF-1.7 terms') } },
    } as never);
  });
  await writeFile(join(folder, 'source', 'token-secret'), 's'.repeat(64));
}
async function contentOf(where: Parameters<typeof openStorage>[0]): Promise<string[]> {
  return withStorage(where, async (storage) => {
    const lines: string[] = [];
    let name = '';
    for await (const one of readStorage(storage, folder, quiet)) {
      if ('database' in one) name = one.database;
      if ('doc' in one && one.doc._id !== 'instance')
        lines.push(`${name} ${one.doc._id} ${one.doc._rev} ${digest(canonical(one.doc))}`);
    }
    return lines.toSorted();
  });
}

async function startOn(couchUrl: string): Promise<string> {
  const config = readConfig({ DATA_DIR: join(folder, 'server'), COUCHDB_URL: couchUrl, LOG_LEVEL: 'silent' });
  const built = await buildServer({ config, worker: false });
  await built.close();
  return 'began';
}

describe('backup and restore', () => {
  it('bring back every leaf, history and file into an empty folder, and nowhere else', async () => {
    await fillSource();
    const said: string[] = [];
    await backup(at('source'), FILE(), (line) => said.push(line));
    expect((await stat(FILE())).mode & 0o077).toBe(0);
    await expect(backup(at('source'), FILE(), quiet)).rejects.toThrow('exists already');
    await restore(at('target'), FILE(), (line) => said.push(line));
    expect(await contentOf(at('target'))).toEqual(await contentOf(at('source')));
    expect(await readFile(join(folder, 'target', 'token-secret'), 'utf8')).toBe('s'.repeat(64));
    expect(said.at(-1)).toMatch(/Restored and compared: \d+ databases, \d+ documents/);
    const marker = await withStorage(at('target'), async (storage) =>
      (await storage.open('foyer-worker')).get('instance'),
    );
    expect(marker).toMatchObject({
      by: 'restore',
      confirmedAt: null,
      restoredAt: expect.any(Number) as number,
    });
    await expect(restore(at('target'), FILE(), quiet)).rejects.toThrow('is not empty');
  });

  it('a restored database is another one for those who knew the former', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    const life = (where: ReturnType<typeof at>) =>
      withStorage(where, async (storage) => storage.epochs('central'));
    const before = await life(at('source'));
    await restore(at('target'), FILE(), quiet);
    expect(continues(await life(at('target')), before.at(-1)?.id ?? '', 0)).toBe(false);
  });

  it('a file that is cut off, damaged or something else is refused before anything is written', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    const { size } = await stat(FILE());
    const spoil: [RegExp, (path: string) => Promise<void>][] = [
      [/cut off/, (path) => truncate(path, Math.floor(size / 2))],
      [/cut off/, (path) => truncate(path, size - 1)],
      [
        /damaged/,
        async (path) => {
          const bytes = new Uint8Array(await readFile(path));
          bytes[size >> 1] = (bytes[size >> 1] ?? 0) ^ 1;
          await writeFile(path, bytes);
        },
      ],
      [/damaged|no backup/, (path) => writeFile(path, 'something else')],
      [/does not exist/, (path) => rm(path)],
    ];
    for (const [words, damage] of spoil) {
      const path = join(folder, 'spoilt');
      await cp(FILE(), path);
      await damage(path);
      await expect(restore(at('target'), path, quiet)).rejects.toThrow(words);
      expect(await readdir(folder)).not.toContain('target');
    }
  });

  it('a document that changes while it is read comes as it is then', async () => {
    const storage = memoryStorage();
    const db = await storage.open('event-gala');
    const { rev } = await db.put({ _id: 'event', title: 'before' } as never);
    let writes = 0;
    const busy = {
      changes: (options: never) => db.changes(options),
      info: () => db.info(),
      async bulkGet(options: never) {
        if (writes++ === 0) await db.put({ _id: 'event', _rev: rev, title: 'meanwhile' } as never);
        return db.bulkGet(options);
      },
    } as unknown as Database;
    const titles: unknown[] = [];
    for await (const { title } of readDatabase(busy)) titles.push(title);
    expect(titles).toEqual(['meanwhile']);
    await storage.close();
  });

  it('a restore that fails leaves nothing behind', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    const opened = await openEmbedded({ folder: join(folder, 'target', 'databases') });
    await expect(restore(at('target'), FILE(), quiet)).rejects.toThrow('is in use');
    await opened.close();
    await restore(at('target'), FILE(), quiet);
    expect(await contentOf(at('target'))).toEqual(await contentOf(at('source')));
  });

  it('what was restored is on the disk when that is said: a loss of power takes none of it', async () => {
    await fillSource();
    const file = await open(join(at('source').dataDir, 'token-secret'));
    const handles = Object.getPrototypeOf(file) as typeof file;
    await file.close();
    const onDisk = new Set<number>();
    const { sync } = handles;
    vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof file) {
      onDisk.add((await this.stat()).ino);
      return sync.call(this);
    });
    try {
      await backup(at('source'), FILE(), quiet);
      await restore(at('target'), FILE(), quiet);
    } finally {
      vi.restoreAllMocks();
    }
    // Where the backup lies, by its name.
    expect(onDisk).toContain((await stat(folder)).ino);
    const target = join(folder, 'target');
    const names = await readdir(join(target, 'databases'), { recursive: true });
    const missing: string[] = [];
    for (const name of names.map((one) => join('databases', one)).concat(['', 'databases', 'token-secret']))
      if (!onDisk.has((await stat(join(target, name))).ino)) missing.push(name);
    expect(names.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('no server begins where a restore is under way: what it took would be thrown away', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    let refused: unknown = null;
    await restore(at('target'), FILE(), (line) => {
      if (!line.includes('written') || refused !== null) return;
      refused = openStorage(at('target')).then(
        async (storage) => storage.close(),
        (error: unknown) => error,
      );
    });
    expect(String(await refused)).toContain('has not ended');
    expect(await contentOf(at('target'))).toEqual(await contentOf(at('source')));
    expect((await readdir(join(folder, 'target'))).toSorted()).toEqual(['databases', 'token-secret']);
  });

  it('no server begins with nothing where a restore was killed; it is begun again', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    // As it lies there after a kill: the lock is free.
    await restore(at('killed'), FILE(), quiet);
    const { dataDir } = at('target');
    await cp(join(at('killed').dataDir, 'databases'), join(dataDir, 'databases.restoring'), {
      recursive: true,
    });
    for (const name of ['users', 'central'])
      await rm(join(dataDir, 'databases.restoring', name), { recursive: true });
    await expect(openStorage(at('target'))).rejects.toThrow('has not ended');
    await restore(at('target'), FILE(), quiet);
    expect(await contentOf(at('target'))).toEqual(await contentOf(at('source')));
  });

  it('a CouchDB whose restore was killed is served by nobody, and nobody copies it', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    const couch = await startCouchStandIn();
    const there = { dataDir: join(folder, 'other'), couchUrl: couch.url };
    let begun: unknown = null;
    await restore(there, FILE(), (line) => {
      if (!line.includes('written') || begun !== null) return;
      const again = restore({ ...there, dataDir: join(folder, 'third') }, FILE(), quiet);
      begun = Promise.allSettled([again, startOn(couch.url), backup(there, join(folder, 'b'), quiet)]);
    });
    const answers = (await begun) as PromiseSettledResult<unknown>[];
    const words = answers.map((one) => (one.status === 'rejected' ? String(one.reason) : 'taken'));
    for (const one of words) expect(one).toContain('has not ended');
    expect(await startOn(couch.url)).toBe('began');
    await couch.close();
  });

  it('a document that the database does not take is named', async () => {
    await fillSource();
    await withStorage(at('source'), async (storage) => {
      await (await storage.open('event-gala')).put({ _id: 'client_cut', forename: '\ud83d' } as never);
    });
    const couch = await startCouchStandIn();
    await expect(move({ dataDir: join(folder, 'source'), couchUrl: couch.url }, quiet)).rejects.toThrow(
      'event-gala: client_cut cannot be written',
    );
    await couch.close();
  });

  it('files are read one at a time, and what each leaf of a conflict has', async () => {
    const storage = memoryStorage();
    const db = await storage.open('event-gala');
    const leaf = (hash: string) => ({
      ...{ _id: 'file_terms', _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } },
      _attachments: { 'file.pdf': { content_type: 'application/pdf', data: btoa(`%PDF-1.7 ${hash}`) } },
    });
    await db.bulkDocs([leaf('a'), leaf('b')] as never, { new_edits: false });
    const asked: unknown[] = [];
    const watched = {
      changes: (options: never) => db.changes(options),
      info: () => db.info(),
      bulkGet: (options: { attachments?: boolean }) => {
        asked.push(options.attachments ?? false);
        return db.bulkGet(options as never);
      },
      get: (id: string, options: { rev: string }) => {
        asked.push(options.rev);
        return db.get(id, options);
      },
    } as unknown as Database;
    const found: string[] = [];
    for await (const { _attachments } of readDatabase(watched)) {
      const { data } = (_attachments as Record<string, { data: string }>)['file.pdf'] ?? { data: '' };
      found.push(atob(data));
    }
    expect(found.toSorted()).toEqual(['%PDF-1.7 a', '%PDF-1.7 b']);
    expect(asked.map(String).toSorted()).toEqual(['1-a', '1-b', 'false']);
    await storage.close();
  });

  it('of nothing is none: a DATA_DIR that was misspelt is not copied in silence, nor made', async () => {
    await expect(backup(at('misspelt'), FILE(), quiet)).rejects.toThrow(
      /^there is nothing to copy: DATA_DIR/,
    );
    await expect(stat(FILE())).rejects.toThrow('ENOENT');
    await expect(stat(at('misspelt').dataDir)).rejects.toThrow('ENOENT');
  });

  it.each([
    [
      'of one that was killed, while the next one starts',
      JSON.stringify({ port: 1, key: 'x' }),
      'does not answer',
    ],
    ['of which a power cut left nothing', '', 'cannot be asked'],
  ])(
    'what says where a running server is asked, %s, is no fault of the file that was to be made',
    async (_, left, why) => {
      const { dataDir } = at('source');
      await withStorage(at('source'), async () => {
        await writeFile(join(dataDir, 'backup-channel'), left);
        await expect(backup(at('source'), FILE(), quiet)).rejects.toThrow(
          new RegExp(`^the server that uses DATA_DIR .+ ${why}`),
        );
      });
      expect(await readdir(folder)).toEqual(['source']);
    },
  );

  it('a folder in which nothing can be made is named, and the restore comes to an end', async () => {
    await fillSource();
    await backup(at('source'), FILE(), quiet);
    await expect(restore({ dataDir: '/proc/x', couchUrl: null }, FILE(), quiet)).rejects.toThrow('/proc/x');
  });

  it('move to CouchDB and back, to where there is nothing yet', { timeout: 90_000 }, async () => {
    await fillSource();
    const couch = await startCouchStandIn();
    const both = { dataDir: join(folder, 'source'), couchUrl: couch.url };
    await move(both, quiet);
    const there = await contentOf({ dataDir: folder, couchUrl: couch.url });
    expect(there).toEqual(await contentOf(at('source')));
    await expect(move(both, quiet)).rejects.toThrow('not empty');
    const back = { dataDir: join(folder, 'back'), couchUrl: couch.url };
    await move(back, quiet);
    expect(await contentOf(at('back'))).toEqual(there);
    await couch.close();
  });
});

describe('while the server runs', () => {
  const processes = serverProcesses();

  it(
    'whoever reads DATA_DIR gets a backup, and logins go on after its restore',
    { timeout: 90_000 },
    async () => {
      const first = processes.start();
      const { call, login } = driver(await first.url);
      const chief = await login('chief');
      const { body } = await call<{ eventId: string }>('PUT', '/api/event', {
        as: chief,
        body: { title: 'Gala', date: NOW },
      });
      const { port, key } = JSON.parse(await readFile(join(processes.dataDir, 'backup-channel'), 'utf8')) as {
        port: number;
        key: string;
      };
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401);
      expect(key.length).toBeGreaterThan(40);
      await backup({ dataDir: processes.dataDir, couchUrl: null }, FILE(), quiet);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(await readdir(processes.dataDir)).not.toContain('backup-channel');

      await restore(at('target'), FILE(), quiet);
      const second = driver(await processes.start({ DATA_DIR: join(folder, 'target') }).url);
      const found = await second.call('GET', `/db/event-${body.eventId}/event`, { as: chief });
      expect(found.status).toBe(200);
    },
  );
});
