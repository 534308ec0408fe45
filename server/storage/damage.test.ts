import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCouch } from './couchdb.ts';
import { DatabaseUnusable, openEmbedded } from './embedded.ts';
import { openStorage } from './factory.ts';

/* Databases that cannot be opened: said clearly, and left as they are for whoever can mend them. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-damage-'));
  const storage = await openEmbedded({ folder });
  await (await storage.open('central')).put({ _id: 'events' });
  await storage.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const central = () => join(folder, 'central');

async function openCentral(): Promise<unknown> {
  const storage = await openEmbedded({ folder });
  try {
    return await storage.open('central');
  } finally {
    await storage.close();
  }
}

it('a database whose CURRENT is missing is refused, not replaced by an empty one', async () => {
  await rm(join(central(), 'CURRENT'));
  const before = await readdir(central());
  await expect(openCentral()).rejects.toThrow(/^DATA_DIR .+central is damaged/);
  expect(await readdir(central())).toEqual(before);
});

it('a database that LevelDB cannot read is named', async () => {
  await writeFile(join(central(), 'CURRENT'), 'MANIFEST-999999\n');
  await expect(openCentral()).rejects.toThrow(/^DATA_DIR .+central is damaged/);
});

it('a creation that a crash has cut off is begun again', async () => {
  for (const name of await readdir(central())) {
    if (name !== 'LOCK' && name !== 'LOG') await rm(join(central(), name));
  }
  await expect(openCentral()).resolves.toBeDefined();
});

it('a damaged lock is not taken for another server', async () => {
  await rm(join(folder, 'lock', 'CURRENT'));
  await expect(openCentral()).rejects.toThrow(DatabaseUnusable);
});

it('a copy of the data folder that lacks what its events need is refused, and left as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-part-'));
  const open = () => openStorage({ couchUrl: null, dataDir });
  try {
    const storage = await open();
    for (const name of ['central', 'users', 'foyer-auth', 'event-a0123456789abcde']) await storage.open(name);
    await storage.close();
    await (await open()).close();
    await rm(join(dataDir, 'databases', 'foyer-auth'), { recursive: true });
    await rm(join(dataDir, 'databases', 'users'), { recursive: true });
    await expect(open()).rejects.toThrow(/is not whole: it has events, but not users, foyer-auth/);
    expect(await readdir(join(dataDir, 'databases'))).not.toContain('users');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('something else at the address of CouchDB is refused', async () => {
  const answer: RequestListener = (_request, reply) => reply.end('<h1>It works!</h1>');
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(openCouch({ url: `http://a:b@127.0.0.1:${port}` })).rejects.toThrow('is no CouchDB');
  } finally {
    server.close();
  }
});
