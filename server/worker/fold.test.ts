import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Checkin } from '#domain/documents/checkin.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { Database, Storage } from '../storage/types.ts';
import { createFolder, type Folder } from './fold.ts';
import { createSessionActs } from './sessionActs.ts';
import { checkin, entry, session, T0, World } from './testing/world.ts';

describe('how often a session is folded', () => {
  let storage: Storage;
  let db: Database;
  let folder: Folder;
  let now: number;
  let folds: number;

  beforeEach(async () => {
    storage = memoryStorage();
    db = await new World(storage).createEvent();
    await db.put(session([entry('Ada')]));
    now = 0;
    folds = 0;
    folder = createFolder({
      db,
      acts: createSessionActs(db),
      now: () => now,
      delay: () => 1000,
      onFold: () => undefined,
      onWrite: () => folds++,
      onResult: (_id, error) => {
        if (error !== null) throw error as Error;
      },
    });
  });
  afterEach(() => storage.close());

  /** A check-in or its cancellation every 100 ms, until a time. */
  async function storm(until: number): Promise<void> {
    for (; now < until; now += 100) {
      const doc = checkin('Ada', T0 + now, { action: now % 200 === 0 ? 'in' : 'out' });
      await db.put(doc);
      folder.add([doc as unknown as Checkin]);
      await folder.run(false);
    }
  }

  test('after its wait, counted from the first check-in since the fold before: a storm does not put it off', async () => {
    await storm(11_600);
    expect(folds).toBe(10);
    const due = folder.due() ?? 0;
    expect(due - now).toBeGreaterThan(0);
    now = due;
    await folder.run(false);
    expect(folder.due()).toBeNull();

    now += 60_000;
    folder.schedule('session_dinner');
    expect((folder.due() ?? 0) - now).toBe(1000);
  });

  test('the last check-in of a storm is folded too', async () => {
    await storm(5000);
    now = folder.due() ?? 0;
    await folder.run(false);
    const stored = await db.get<{ clients: { checkInTime: number | null }[] }>('session_dinner');
    expect(stored.clients[0]?.checkInTime).toBeNull();
    await db.put(checkin('Ada', T0 + 6000));
    folder.add([checkin('Ada', T0 + 6000) as unknown as Checkin]);
    now = folder.due() ?? 0;
    await folder.run(false);
    const later = await db.get<{ clients: { checkInTime: number | null }[] }>('session_dinner');
    expect(later.clients[0]?.checkInTime).toBe(T0 + 6000);
  });
});
