import { cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { continues, isStillRead } from './epochs.ts';
import type { Epoch, Storage } from './types.ts';

const NAME = 'event-x';

describe('epochs of an embedded database', () => {
  let folder = '';
  let open: Storage[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-epochs-'));
    open = [];
  });
  afterEach(async () => {
    for (const storage of [...open]) await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(at = 'data'): Promise<Storage> {
    const opened = await openEmbedded({ folder: join(folder, at) });
    const storage: Storage = {
      ...opened,
      async close() {
        if (!open.includes(storage)) return;
        open = open.filter((one) => one !== storage);
        await opened.close();
      },
    };
    open.push(storage);
    return storage;
  }
  async function write(storage: Storage, ...ids: string[]): Promise<void> {
    const db = await storage.open(NAME);
    for (const _id of ids) await db.put({ _id });
  }
  async function now(storage: Storage): Promise<{ epoch: string; seq: number; life: readonly Epoch[] }> {
    const life = await storage.epochs(NAME);
    const { update_seq } = await (await storage.open(NAME)).info();
    return { epoch: life.at(-1)?.id ?? '', seq: Number(update_seq), life };
  }

  it('a restart in order goes on: nobody has to compare', async () => {
    const first = await start();
    await write(first, 'a', 'b');
    const before = await now(first);
    await first.close();
    const after = await now(await start());
    expect(after.epoch).not.toBe(before.epoch);
    expect(continues(after.life, before.epoch, before.seq)).toBe(true);
    expect(isStillRead(after.life, before.epoch, before.seq)).toBe(true);
  });

  it('a copy made while the server ran, put back: a crash, as far as anybody can tell', async () => {
    const first = await start();
    await write(first, 'a');
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
    const atCopy = await now(first);
    await write(first, 'b');
    const later = await now(first);
    await first.close();
    const restored = await now(await start('copy'));
    expect(restored.seq).toBe(atCopy.seq);
    expect(continues(restored.life, later.epoch, later.seq)).toBe(false);
    expect(continues(restored.life, later.epoch, atCopy.seq)).toBe(false);
    // Whoever only read up to there has read nothing that is gone.
    expect(isStillRead(restored.life, later.epoch, atCopy.seq)).toBe(true);
    expect(isStillRead(restored.life, later.epoch, later.seq)).toBe(false);
  });

  it('a copy of a server at rest, put back after later starts', async () => {
    const first = await start();
    await write(first, 'a');
    const early = await now(first);
    await first.close();
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
    const second = await start();
    await write(second, 'b');
    const later = await now(second);
    await second.close();
    const restored = await start('copy');
    await write(restored, 'c', 'd');
    const { life } = await now(restored);
    expect(continues(life, early.epoch, early.seq)).toBe(true);
    expect(continues(life, later.epoch, later.seq)).toBe(false);
    expect(isStillRead(life, later.epoch, later.seq)).toBe(false);
  });

  it('acknowledged writes that a power cut took from the end of the log', async () => {
    const first = await start();
    await write(first, 'a', 'b', 'c');
    const before = await now(first);
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
    await first.close();
    const place = join(folder, 'copy', NAME);
    const log = (await readdir(place)).find((name) => name.endsWith('.log')) ?? '';
    await truncate(join(place, log), (await stat(join(place, log))).size - 400);
    const cut = await now(await start('copy'));
    expect(cut.seq).toBeLessThan(before.seq);
    expect(continues(cut.life, before.epoch, before.seq)).toBe(false);
    expect(continues(cut.life, before.epoch, 0)).toBe(false);
  });

  it('a database deleted and made anew is another one', async () => {
    const storage = await start();
    await write(storage, 'a');
    const before = await now(storage);
    await storage.destroy(NAME);
    await write(storage, 'a');
    const { life } = await now(storage);
    expect(life).toHaveLength(1);
    expect(continues(life, before.epoch, before.seq)).toBe(false);
  });
});
