import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeTrails } from '../events/trail.ts';
import { historyDatabase, type AnyDoc, type Database, type Storage } from '../storage/types.ts';
import { meta, person, T0, World, type NewDoc } from './testing/world.ts';
import { STORAGES } from './testing/storages.ts';
import type { Worker } from './types.ts';

const ID = 'consumer_ada';
const attempt = { ok: false, error: 'refused', date: T0 + 5 };
const note = { notifs: { notif_n: [attempt] } };
const consumer = (more: AnyDoc = {}): NewDoc => ({
  ...{ _id: ID, type: 'consumer', status: 'registered', person: { forename: 'Ada' }, metadata: meta(T0) },
  ...more,
});
const own = { ...meta(T0 + 1000), author: { id: 'foyer', name: 'Foyer' } };

let storage: Storage;
let world: World;
let db: Database;
let worker: Worker;

/** A device that knew no later version than this one deletes it. */
async function deleteAt(rev: string): Promise<string> {
  const [generation, hash] = rev.split('-') as [string, string];
  const [start, end] = [Number(generation) + 1, 'd'.repeat(32)];
  const deletion = {
    _id: ID,
    _rev: `${start}-${end}`,
    _revisions: { start, ids: [end, hash] },
    _deleted: true,
  };
  await db.bulkDocs([deletion] as NewDoc[], { new_edits: false });
  return deletion._rev;
}
const isGone = async (): Promise<boolean> => {
  const { rows } = await db.allDocs({ keys: [ID] });
  return (rows[0] as { value?: { deleted?: boolean } }).value?.deleted === true;
};

describe.each(STORAGES)('a registration that somebody deletes, on %s', (_name, open) => {
  beforeEach(async () => {
    storage = await open();
    world = new World(storage);
    db = await world.createEvent();
    worker = world.start();
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
  });
  /** As it is when a device reads it; the server writes to it, and hears of that device's deletion. */
  async function deletedMeanwhile(made: NewDoc, ...writes: AnyDoc[]): Promise<void> {
    const { rev } = await db.put(made);
    await worker.idle();
    for (const more of writes) await world.change(db, ID, () => more);
    await worker.idle();
    await deleteAt(rev);
    await worker.idle();
  }

  test('is gone also where the server noted at the same moment what became of messages to it', async () => {
    await deletedMeanwhile(consumer(), note, { notifs: { notif_n: [attempt, attempt] } });
    expect(await isGone()).toBe(true);
    expect(await world.codes()).toContain('consumer_removed');
  });

  test('is gone where a message’s new status came in that write; the history names who deleted it', async () => {
    const { rev } = await db.put(consumer({ metadata: meta(T0 + 500, 'Bo') }));
    await worker.idle();
    await world.change(db, ID, () => ({ ...note, status: 'invited', metadata: own }));
    const history = await storage.open(historyDatabase('gala'));
    await changeTrails(history, [ID], () => [
      { rev: `2-${'d'.repeat(32)}`, by: person('Dan'), claimed: null, signed: null },
    ]);
    await deleteAt(rev);
    await worker.idle();
    expect(await isGone()).toBe(true);
    const told = (await world.history()).filter(({ code }) => code === 'consumer_removed');
    expect(told).toMatchObject([{ author: person('Dan') }]);
  });

  test('stays where anybody has edited it meanwhile, also before or after a note, or money came', async () => {
    await deletedMeanwhile(consumer(), {
      ...note,
      person: { forename: 'Eve' },
      metadata: meta(T0 + 900, 'Eve'),
    });
    expect(await isGone()).toBe(false);
    await db.remove(await db.get(ID));
    const status = { ...note, status: 'invited', metadata: own };
    await deletedMeanwhile(consumer(), { status: 'canceled', metadata: meta(T0 + 900, 'Eve') }, status);
    expect(await isGone()).toBe(false);
    await db.remove(await db.get(ID));
    await deletedMeanwhile(consumer(), note, { settlement: { paid: 100, refunded: 0 } });
    expect(await isGone()).toBe(false);
  });

  test('stays where a script changed it without signing, and where only a losing version was closed', async () => {
    const { rev } = await db.put(consumer());
    await worker.idle();
    await world.change(db, ID, () => ({ ...note, person: { forename: 'Eve' } }));
    const { _rev } = await world.get(db, ID);
    const history = await storage.open(historyDatabase('gala'));
    await changeTrails(history, [ID], () => [{ rev: _rev, by: person('Eve'), claimed: null, signed: null }]);
    await deleteAt(rev);
    await worker.idle();
    expect(await isGone()).toBe(false);
    // Two servers noted what became of one message: merged, one of the two is closed.
    const [generation, hash] = _rev.split('-') as [string, string];
    const start = Number(generation) + 1;
    const leaves = ['a', 'b'].map((letter) => {
      const id = letter.repeat(32);
      return {
        ...consumer(note),
        _rev: `${start}-${id}`,
        _revisions: { start, ids: [id, hash] },
        more: letter,
      };
    });
    await db.bulkDocs(leaves as NewDoc[], { new_edits: false });
    await worker.idle();
    expect(await isGone()).toBe(false);
  });
});
