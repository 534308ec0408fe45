import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../base/root.ts';
import { FolderInUse, openEmbedded } from './embedded.ts';
import { Follower } from './feed.ts';
import { Ring } from './ring.ts';
import type { ChangeRow, Storage } from './types.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-storage-'));
  storage = await openEmbedded({ folder });
});
afterEach(async () => {
  vi.useRealTimers();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const row = (seq: number): ChangeRow => ({ seq, id: `d${seq}`, changes: [{ rev: '1-a' }] });

describe('embedded storage', () => {
  it('keeps one folder per database and finds them again', async () => {
    await (await storage.open('event-x')).put({ _id: 'a', n: 1 } as never);
    expect(await storage.list()).toEqual(['event-x']);
    await storage.close();
    storage = await openEmbedded({ folder });
    expect(await storage.exists('event-x')).toBe(true);
    expect(await storage.exists('event-y')).toBe(false);
    expect(await (await storage.open('event-x')).get('a')).toMatchObject({ n: 1 });
    await storage.destroy('event-x');
    expect(await storage.exists('event-x')).toBe(false);
    expect(await storage.list()).toEqual([]);
  });

  it.each(['', '..', '../x', 'a/b', 'A', 'x-mrview-y', 'x'.repeat(200), '_users', 'a\u0000'])(
    'never makes a path of the name %j',
    async (name) => {
      expect(await storage.exists(name)).toBe(false);
      expect(() => storage.open(name)).toThrow(RangeError);
    },
  );

  it('refuses a folder that is open in this process', async () => {
    await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse);
  });

  it('refuses a folder that another process has open, and takes it after that one was killed', async () => {
    await storage.close();
    const script = `import { openEmbedded } from './server/storage/embedded.ts';
      openEmbedded({ folder: ${JSON.stringify(folder)} }).then(() => { console.log('open'); setInterval(() => {}, 1000); });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: projectRoot,
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(openEmbedded({ folder })).rejects.toThrow('DATA_DIR');
    child.kill('SIGKILL');
    await ended;
    storage = await openEmbedded({ folder });
    expect(await storage.list()).toEqual([]);
  });

  it('tells followers of a change at once, in order', async () => {
    const db = await storage.open('event-x');
    const feed = await storage.feed('event-x');
    const seen: string[] = [];
    // A follower that polls would never hear of anything.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    for (let i = 0; i < 50; i++) {
      const told = new Promise<void>((resolve) => {
        const stop = feed.subscribe(({ id }) => {
          seen.push(id);
          stop();
          resolve();
        });
      });
      await db.put({ _id: `c${i}` } as never);
      await told;
    }
    vi.useRealTimers();
    expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => `c${i}`));
  });

  it('lets a cache know before the writer hears of it', async () => {
    const db = await storage.open('users');
    const order: string[] = [];
    const stop = storage.onWrite('users', (ids) => order.push(`cache ${ids?.join()}`));
    await db.put({ _id: 'a' } as never).then(() => order.push('writer'));
    await db.bulkDocs([{ _id: 'b' }, { _id: 'c' }]);
    stop();
    await db.put({ _id: 'd' } as never);
    expect(order).toEqual(['cache a', 'writer', 'cache b,c']);
  });

  it('survives readers of changes while documents are compacted away and the database is destroyed', async () => {
    const db = await storage.open('event-busy');
    await storage.feed('event-busy');
    let rev: string | undefined;
    const work: Promise<unknown>[] = [];
    for (let i = 0; i < 150; i++) {
      ({ rev } = await db.put({ _id: 'same', i, ...(rev === undefined ? {} : { _rev: rev }) } as never));
      work.push(db.changes({ since: 0, style: 'all_docs', include_docs: true }));
    }
    work.push(db.allDocs({ include_docs: true }));
    await storage.destroy('event-busy');
    await Promise.allSettled(work);
    const again = await storage.open('event-busy');
    expect((await again.info()).doc_count).toBe(0);
  });
});

describe('feed', () => {
  it('remembers the newest rows and admits what it has forgotten', () => {
    const ring = new Ring(0, 10);
    for (let seq = 1; seq <= 25; seq++) ring.push(row(seq));
    expect(ring.after(25)).toEqual([]);
    expect(ring.after(23)?.map(({ seq }) => seq)).toEqual([24, 25]);
    expect(ring.after(1)).toBeNull();
    expect(ring.after(26)).toBeNull();
    expect(ring.after('x')).toBeNull();
  });

  it('finds its place between numbers, and by equality among opaque positions', () => {
    const numbers = new Ring(0, 10);
    for (const seq of [2, 5, 9]) numbers.push(row(seq));
    expect(numbers.after(3)?.map(({ seq }) => seq)).toEqual([5, 9]);
    const texts = new Ring('0', 10);
    for (const seq of ['1-a', '2-b']) texts.push({ ...row(0), seq });
    expect(texts.after('0')).toHaveLength(2);
    expect(texts.after('1-a')?.map(({ seq }) => seq)).toEqual(['2-b']);
    expect(texts.after('1-x')).toBeNull();
  });

  it('starts again after a failure, loses nothing, and ends when closed', async () => {
    let reads = 0;
    const failures: unknown[] = [];
    const follower = new Follower(
      {
        waits: false,
        now: async () => 0,
        read: async (since) => {
          if (++reads === 1) throw new Error('trap');
          return since === 0 ? { rows: [row(1), row(2)], last: 2 } : { rows: [], last: since };
        },
      },
      { onFailure: (error) => failures.push(error), isGone: () => false },
    );
    await follower.ready();
    const seen: unknown[] = [];
    const both = new Promise<void>((resolve) => {
      follower.subscribe(({ seq }) => {
        seen.push(seq);
        if (seq === 2) resolve();
      });
    });
    follower.poke();
    await both;
    expect(seen).toEqual([1, 2]);
    expect(failures).toHaveLength(1);
    await follower.close();
    follower.poke();
    expect(reads).toBe(2);
  });
});
