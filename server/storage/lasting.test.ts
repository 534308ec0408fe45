import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { historyDatabase, outboxDatabase } from './types.ts';

const ownRequire = createRequire(createRequire(import.meta.url).resolve('pouchdb-adapter-leveldb'));
const leveldown = ownRequire('leveldown') as {
  prototype: { _batch(writes: unknown, options: object): void };
};

it('what was sent to whom is on the disk before anybody counts on it, where the power may go as well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-lasting-'));
  // Before a database is opened, which holds the function as it is then.
  const writes = vi.spyOn(leveldown.prototype, '_batch');
  const storage = await openEmbedded({ folder });
  const synced = async (name: string): Promise<unknown[]> => {
    const db = await storage.open(name);
    writes.mockClear();
    const { rev } = await db.put({ _id: 'a', state: 'committing' });
    await db.bulkDocs([{ _id: 'a', _rev: rev, state: 'sent' }]);
    return writes.mock.calls.map(([, options]) => (options as { sync?: boolean }).sync ?? false);
  };
  try {
    expect(await synced(outboxDatabase('gala'))).toEqual([true, true]);
    // Devices bring what is missing of these (decision 14), and doors do not wait for the disk.
    expect(await synced('event-gala')).toEqual([false, false]);
    expect(await synced(historyDatabase('gala'))).toEqual([false, false]);
  } finally {
    await storage.close();
    writes.mockRestore();
    await rm(folder, { recursive: true, force: true });
  }
});
