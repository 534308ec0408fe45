import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import { setPlan } from '#domain/sessions/sessionEdits.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { Database, Storage } from '../storage/types.ts';
import { readLeaves, writeResolutions } from './conflicts.ts';
import { createFolder, type Folder } from './fold.ts';
import { createSessionActs } from './sessionActs.ts';
import {
  checkin,
  entry,
  entryChange,
  meta,
  person,
  session,
  T0,
  World,
  type NewDoc,
} from './testing/world.ts';

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

  test('not while its versions are apart: whoever sits at a table that only one of them has keeps the place', async () => {
    const table = { type: 'circle', position: { x: 1, y: 1 }, rotation: 0, scale: 1, seats: 8 };
    const planOf = (tables: object): Plan =>
      ({ ratio: 1.6, state: { nextTableIndex: 9, tables } }) as unknown as Plan;
    const base = await db.get<Session>('session_dinner');
    const planned = { ...base, plan: planOf({ a: table }), metadata: { ...meta(T0), planAt: T0 } };
    const { rev } = await db.put(planned);
    const apart = [
      [planOf({ a: table, b: table }), T0 + 1000],
      [planOf({ a: { ...table, seats: 6 } }), T0 + 3000],
    ] as const;
    const leaves = apart.map(([plan, time], index) => {
      const own = String(index + 1).repeat(32);
      const start = Number.parseInt(rev, 10) + 1;
      const ids = [own, rev.slice(rev.indexOf('-') + 1)];
      const next = setPlan(planned as Session, plan, { author: person('Cleo'), time });
      return { ...next, _rev: `${start}-${own}`, _revisions: { start, ids } };
    });
    await db.bulkDocs(leaves as unknown as NewDoc[], { new_edits: false });
    const act = entryChange(T0 + 2000, [{ clientId: 'client_ada', placement: { tableId: 'b' } }]);
    await db.put(act);
    folder.add([act as unknown as EntryChange]);
    await folder.run(true);
    const [found] = (await readLeaves(db, ['session_dinner'])).values();
    await writeResolutions(db, [found ?? []]);
    await folder.check(await db.get('session_dinner'));
    await folder.run(true);
    expect(await db.get('session_dinner')).toMatchObject({
      clients: [{ clientId: 'client_ada', placement: { tableId: 'b' } }],
      plan: { state: { tables: { a: { seats: 6 }, b: { seats: 8 } } } },
    });
  });
});
