import { describe, expect, test } from 'vitest';
import type { AnyDoc, Database } from '../storage/types.ts';
import { pausingBefore } from '../testing/pausing.ts';
import { WITH_EACH_STEP } from './testing/storages.ts';
import { checkin, client, entry, entryChange, meta, person, session, T0, World } from './testing/world.ts';

let revisions = 0;

/** Versions that devices made from the same revision, without knowing of each other. */
async function diverge(world: World, db: Database, id: string, versions: readonly AnyDoc[]): Promise<void> {
  const base = await world.get(db, id);
  const [generation = '', hash = ''] = base._rev.split('-');
  const start = Number(generation) + 1;
  const docs = versions.map((version) => {
    const own = `${++revisions}`.padStart(32, '0');
    return { ...base, ...version, _rev: `${start}-${own}`, _revisions: { start, ids: [own, hash] } };
  });
  await db.bulkDocs(docs as never, { new_edits: false });
}

const seated = (name: string, tableId: string, time: number) =>
  entry(name, { placement: { tableId }, updatedTime: time });

/** What has been told already, and what a worker finds to tell: edits, acts, and conflicts of each kind. */
async function scene(world: World): Promise<Database> {
  const db = await world.createEvent();
  await db.bulkDocs([
    ...[client('Ada'), client('Bo'), client('Cleo')],
    session([entry('Ada'), entry('Bo'), entry('Cleo')]),
    { _id: 'consumer_1', type: 'consumer', status: 'registered', metadata: meta(T0) },
    { _id: 'file_map', type: 'file', name: 'Map', metadata: {} },
  ]);
  const worker = world.start();
  await worker.idle();
  await worker.stop();
  await world.change(db, 'client_ada', () => ({ phone: '+41 1', metadata: meta(T0 + 1000) }));
  await db.bulkDocs([
    checkin('Ada', T0 + 2000),
    entryChange(T0 + 3000, [{ clientId: 'client_cleo', placement: { tableId: 'c' } }]),
  ]);
  await diverge(world, db, 'session_dinner', [
    { clients: [seated('Ada', 'a', T0 + 4000), entry('Bo'), entry('Cleo')], metadata: meta(T0 + 4000) },
    { clients: [entry('Ada'), seated('Bo', 'b', T0 + 5000), entry('Cleo')], metadata: meta(T0 + 5000) },
  ]);
  await diverge(world, db, 'client_bo', [
    { phone: '+41 2', metadata: meta(T0 + 6000, 'Dan') },
    { phone: '+41 3', metadata: meta(T0 + 7000, 'Eve') },
  ]);
  await diverge(world, db, 'consumer_1', [
    { status: 'pending', metadata: meta(T0 + 8000, 'Dan') },
    { status: 'canceled', metadata: meta(T0 + 9000, 'Eve') },
  ]);
  // Of a program that dates nothing.
  await diverge(world, db, 'file_map', [
    { name: 'Old map', metadata: {} },
    { name: 'New map', metadata: { updatedAt: T0 + 9500, author: person('Eve') } },
  ]);
  return db;
}

describe.each(WITH_EACH_STEP)('a worker that sleeps while another takes over, on %s', (name, open) => {
  test('and that goes on afterwards: each change is told once, none is lost', async () => {
    let handovers = 0;
    // Every step in memory, a few of them where each takes longer.
    for (let writes = 0; ; writes += name === 'memory' ? 1 : 7) {
      const storage = await open();
      const world = new World(storage);
      const db = await scene(world);
      const sleepy = pausingBefore(storage, writes);
      const first = new World(sleepy).start({ now: () => T0 });
      const idle = first.idle().then(() => false as const);
      const isPaused = await Promise.race([sleepy.paused, idle]);
      // Its lease has run out; the world goes on, and the next worker with it.
      world.now += 3_600_000;
      const second = world.start({ newId: () => 'the next worker' });
      await second.idle();
      await world.change(db, 'client_ada', () => ({ phone: '+41 9', metadata: meta(T0 + 10_000) }));
      await diverge(world, db, 'session_dinner', [
        { clients: await movedTo(world, db, 'Ada', 'd', T0 + 11_000), metadata: meta(T0 + 11_000) },
        { clients: await movedTo(world, db, 'Bo', 'e', T0 + 12_000), metadata: meta(T0 + 12_000) },
      ]);
      sleepy.resume();
      for (let pass = 0; pass < 3; pass++) await Promise.all([first.idle(), second.idle()]);

      expect(await toldOf(world, db), `held before write ${writes}`).toEqual({
        doubled: 0,
        tables: ['a', 'b', 'c', 'd', 'e'],
        ada: ['+41 1', '+41 9'],
        bo: '+41 3',
        counts: [3, 1, 1],
        overruledFiles: ['file '],
        conflicts: [],
      });
      await Promise.all([first.stop(), second.stop()]);
      await world.close();
      if (!isPaused) break;
      handovers++;
    }
    expect(handovers).toBeGreaterThan(name === 'memory' ? 12 : 1);
  }, 120_000);
});

/** The session's entries as they are by now, one of them at another table. */
async function movedTo(world: World, db: Database, name: string, tableId: string, time: number) {
  const { clients } = (await world.get(db, 'session_dinner')) as unknown as {
    clients: ReturnType<typeof entry>[];
  };
  return clients.map((one) =>
    one.clientId === `client_${name.toLowerCase()}` ? seated(name, tableId, time) : one,
  );
}

/** What the history says of it all. */
async function toldOf(world: World, db: Database) {
  const told = await world.history();
  const overruled = told.flatMap((one) =>
    one.code === 'version_overruled' ? [`${one.params.docType} ${one.author.name}`] : [],
  );
  const phones = (who: string) =>
    told.flatMap((one) =>
      one.code === 'client_updated' && one.params.client === `${who} Test`
        ? one.params.changes.map(({ to }) => to)
        : [],
    );
  const ids = ['session_dinner', 'client_bo', 'consumer_1', 'file_map'];
  const docs = await Promise.all(ids.map((id) => db.get(id, { conflicts: true })));
  const distinct = new Set(told.map(({ _id }) => _id)).size + new Set(overruled).size;
  return {
    doubled: told.length + overruled.length - distinct,
    tables: told
      .flatMap((one) => (one.code === 'placement_changed' ? [one.params.to?.table ?? ''] : []))
      .sort(),
    ada: phones('Ada'),
    bo: phones('Bo').at(-1),
    counts: ['client_created', 'session_created', 'checked_in'].map(
      (code) => told.filter((one) => one.code === code).length,
    ),
    overruledFiles: overruled.filter((one) => one.startsWith('file')),
    conflicts: docs.flatMap(({ _conflicts = [] }) => _conflicts),
  };
}
