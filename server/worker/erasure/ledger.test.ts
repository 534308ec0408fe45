import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestStorage } from '../../testing/storage.ts';
import { noteDone, readRows, takeUp, writeDown } from './ledger.ts';

it('names an event at each start until all traces are gone: the one before may have died just after its notes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-erased-'));
  const storage = await openTestStorage('memory');
  try {
    await writeDown(dataDir, [{ eventId: 'gala', docId: 'client_ada', erasedAt: 5 }]);
    expect(await takeUp(storage, dataDir)).toEqual(['gala']);
    expect(await takeUp(storage, dataDir)).toEqual(['gala']);
    await noteDone(storage, await readRows(storage, 'gala'), 6);
    expect(await takeUp(storage, dataDir)).toEqual([]);
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
