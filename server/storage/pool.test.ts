import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../base/root.ts';
import { openEmbedded } from './embedded.ts';
import { Pool } from './pool.ts';
import type { Storage } from './types.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pool-'));
  storage = await openEmbedded({ folder, keepOpen: 3 });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const NAMES = Array.from({ length: 20 }, (_, index) => `event-${index}`);

/** Databases of the folder that this process has files of open. */
async function openDatabases(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  const inside = links.filter((path) => path.startsWith(`${folder}/`));
  return [...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))]
    .filter((name) => name !== 'lock')
    .sort();
}

it('closes what nobody uses, and opens it again for whoever comes', async () => {
  for (const name of NAMES) await (await storage.open(name)).put({ _id: 'a', name });
  await expect.poll(async () => (await openDatabases()).length).toBeLessThanOrEqual(3);
  for (const name of NAMES) expect(await (await storage.open(name)).get('a')).toMatchObject({ name });
  await expect.poll(async () => (await openDatabases()).length).toBeLessThanOrEqual(3);
});

it('a follower, its listener and a kept handle outlive the closing', async () => {
  const [first = '', ...others] = NAMES;
  const kept = await storage.open(first);
  const feed = await storage.feed(first);
  await feed.ready();
  for (const name of others) await storage.open(name);
  await expect.poll(openDatabases).not.toContain(first);
  const told = new Promise((resolve) => feed.subscribe(({ id }) => resolve(id)));
  await kept.put({ _id: 'news' });
  expect(await told).toBe('news');
  expect(feed.after(0)).toHaveLength(1);
});

it('nobody who reads or writes loses the database, however many want another one', async () => {
  const work = NAMES.flatMap((name) =>
    Array.from({ length: 10 }, async (_, index) => {
      const db = await storage.open(name);
      await db.put({ _id: `d${index}` });
      await db.changes({ since: 0, style: 'all_docs', include_docs: true });
      return (await db.allDocs({ include_docs: true })).rows.some(({ id }) => id === `d${index}`);
    }),
  );
  expect((await Promise.all(work)).every(Boolean)).toBe(true);
  for (const name of NAMES) expect((await (await storage.open(name)).info()).doc_count).toBe(10);
});

it('a destroyed database does not come back through a kept handle', async () => {
  const kept = await storage.open('event-gone');
  await storage.destroy('event-gone');
  await expect(kept.put({ _id: 'a' })).rejects.toThrow('destroyed');
  expect(await storage.exists('event-gone')).toBe(false);
  expect((await (await storage.open('event-gone')).info()).doc_count).toBe(0);
});

it('what the adapter throws in a callback fails the calls of that database, and the next ones find it well', async () => {
  await storage.close();
  // PouchDB's adapter itself: asked for the newest descendant of a revision that it lacks it throws.
  const script = `
    import { openEmbedded } from './server/storage/embedded.ts';
    import { failCall } from './server/storage/calls.ts';
    process.on('uncaughtException', (error) => failCall(error) || process.exit(9));
    const storage = await openEmbedded({ folder: ${JSON.stringify(folder)} });
    const db = await storage.open('event-x');
    await db.put({ _id: 'a' });
    const trap = db.get('a', { rev: '1-' + 'b'.repeat(32), latest: true });
    const behind = db.put({ _id: 'b' });
    for (const call of [trap, behind]) console.log(await call.then(() => 'answered', () => 'failed'));
    await db.put({ _id: 'c' });
    console.log((await db.allDocs()).rows.map(({ id }) => id).join());
    await storage.close();
    process.exit(0);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: projectRoot,
  });
  const said = await text(child.stdout);
  storage = await openEmbedded({ folder });
  expect(said.split('\n')).toEqual([
    'failed',
    expect.stringMatching(/answered|failed/),
    expect.stringMatching(/a.*,c/),
    '',
  ]);
});

it('an opening that finds no descriptor waits for one', async () => {
  let tries = 0;
  const pool = new Pool({
    keep: 3,
    open: (name) =>
      ++tries < 4 ? Promise.reject(new Error('IO error: Too many open files')) : storage.open(name),
    onFailure: () => undefined,
  });
  const db = await pool.enter('event-late');
  expect(await db.put({ _id: 'a' })).toMatchObject({ ok: true });
  expect(tries).toBe(4);
});
