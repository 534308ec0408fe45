import fc from 'fast-check';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { describe, expect, it, vi } from 'vitest';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal, type LocalDatabase } from '../local/database.ts';
import { createEventStore, type FilledStore } from './eventStore.ts';
import { fillStore, loadAll, type Filling } from './fill.ts';
import { readSnapshot } from './snapshot.ts';

PouchDB.plugin(memory);

const MANY = 600;
/** On a machine under load. */
const PATIENCE = { timeout: 30_000, interval: 20 };
const id = (index: number): string => `client_${String(index).padStart(4, '0')}`;
const consumer = (index: number) => ({
  _id: `consumer_${index}`,
  type: 'consumer',
  person: { surname: `Payer ${index}` },
});
const client = (index: number, surname: string): AnyDoc & { _id: string } => ({
  ...{
    _id: id(index),
    type: 'client',
    forename: 'A',
    surname,
    category: 'indiv',
    language: 'en',
    metadata: {},
  },
});

/** Opens the app again and again on one database; its timer runs when the test says so. */
class Tab {
  readonly db: LocalDatabase;
  store!: FilledStore; // set by `open`, which every use follows
  /** Documents that came into the store one call after the other. */
  taken: number[] = [];
  private filling: Filling | null = null;
  private timer: (() => void) | null = null;
  private readonly deps: Pick<Deps, 'report' | 'wall' | 'timers'>;

  constructor(db: LocalDatabase, report: (error: unknown) => void) {
    this.db = db;
    this.deps = {
      report,
      wall: () => 1,
      timers: {
        set: (callback, ms) => (ms < 1000 ? setImmediate(callback) : (this.timer = callback)),
        clear: (handle) => {
          if (handle === this.timer) this.timer = null;
          else clearImmediate(handle as NodeJS.Immediate);
        },
      },
    };
  }

  async open(): Promise<void> {
    this.filling?.stop();
    this.taken = [];
    this.store = createEventStore('gala', this.deps.report);
    const { apply } = this.store;
    this.store.apply = (docs) => {
      this.taken.push([...docs].length);
      apply(docs);
    };
    this.filling = await fillStore(this.db, this.store, this.deps);
  }
  /** Lets the time pass after which a snapshot is written, if the app has come to rest. */
  pass(): void {
    const callback = this.timer;
    this.timer = null;
    callback?.();
  }
  /** Lets the time pass after which a snapshot is written; false when none was due. */
  async rest(): Promise<boolean> {
    const [callback, before] = [this.timer, await this.db.readLocal('snapshot')];
    this.timer = null;
    if (callback === null) return false;
    callback();
    await vi.waitFor(async () => {
      if (JSON.stringify(await this.db.readLocal('snapshot')) === JSON.stringify(before))
        throw new Error('not yet');
    }, PATIENCE);
    return true;
  }
  get conflicts(): readonly string[] {
    return [...(this.filling?.conflicts.keys() ?? [])];
  }
  close(): void {
    this.filling?.stop();
  }
}

const contents = (store: FilledStore): string[] =>
  store
    .dump()
    .map((doc) => JSON.stringify(doc))
    .sort();

/** What a store has that never heard of a snapshot. */
async function truth(db: LocalDatabase): Promise<string[]> {
  const store = createEventStore('gala', () => undefined);
  await loadAll(db, store, () => undefined);
  return contents(store);
}

describe('snapshot of the event store', () => {
  const errors: unknown[] = [];
  let serial = 0;

  async function openTab(): Promise<Tab> {
    const openDatabase = async (name: string) =>
      new PouchDB<AnyDoc>(name, { adapter: 'memory', auto_compaction: true });
    const deps = {
      openDatabase,
      newId: () => `life-${++serial}`,
      report: (error: unknown) => errors.push(error),
    } as unknown as Deps;
    return new Tab(await openLocal(deps, `snapshot-${++serial}`), (error) => errors.push(error));
  }
  const fill = (db: LocalDatabase) =>
    db.use((pouch) => pouch.bulkDocs(Array.from({ length: MANY }, (_, index) => client(index, 'Lovelace'))));

  it('reads what no list stands on when it is asked for, and lays later changes over it', async () => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.db.use((pouch) => pouch.bulkDocs([consumer(1), consumer(2), consumer(3)]));
    await tab.open();
    await tab.rest();
    await tab.db.use(async (pouch) => {
      await pouch.put({ ...(await pouch.get('consumer_1')), status: 'invoice_paid' });
      await pouch.remove(await pouch.get('consumer_2'));
    });
    await tab.open();
    expect(tab.taken).toEqual([MANY, 2]);
    expect([...tab.store.consumers().values()].map(({ _id, status }) => [_id, status])).toEqual(
      expect.arrayContaining([
        ['consumer_1', 'invoice_paid'],
        ['consumer_3', 'registered'],
      ]),
    );
    expect(tab.store.consumers().size).toBe(2);
    await tab.open();
    expect(tab.store.documents('consumer').get('consumer_3')?.person?.surname).toBe('Payer 3');
    expect(contents(tab.store)).toEqual(await truth(tab.db));
    tab.close();
  });

  it('knows whose registration is cancelled, without reading the registrations', async () => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.db.use((pouch) =>
      pouch.bulkDocs([
        { ...client(MANY, 'Cancelled'), consumerId: 'consumer_1' },
        { ...client(MANY + 1, 'Coming'), consumerId: 'consumer_2' },
        { ...client(MANY + 2, 'Back'), consumerId: 'consumer_3', canceled: true },
        { ...consumer(1), status: 'canceled' },
        ...[consumer(2), consumer(3)],
      ]),
    );
    await tab.open();
    await tab.rest();
    await tab.open();
    expect(tab.taken).toEqual([MANY + 3, 0]);
    expect([MANY, MANY + 1, MANY + 2].map((at) => tab.store.isCanceled(id(at)))).toEqual([
      true,
      false,
      false,
    ]);
    tab.close();
  });

  it('leaves out what a later version wrote, which is read afresh at each start', async () => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.db.use((pouch) =>
      pouch.bulkDocs([
        { ...client(MANY, 'Readable'), schemaVersion: 2 },
        { ...client(MANY + 1, 'Unreadable'), surname: { of: 'tomorrow' }, schemaVersion: 2 },
      ]),
    );
    await tab.open();
    expect(tab.store.newer()).toBe(2);
    expect(await tab.rest()).toBe(true);
    await tab.open();
    // From the snapshot, what is apart, and no change since.
    expect(tab.taken).toEqual([MANY, 2, 0]);
    expect(tab.store.newer()).toBe(2);
    expect(tab.store.client(id(MANY))).toMatchObject({ surname: 'Readable' });
    expect(tab.store.client(id(MANY + 1))).toBeNull();
    tab.close();
  });

  it('is written when the app has come to rest, and the next start reads it instead of the documents', async () => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.open();
    expect(tab.taken).toEqual([MANY]);
    expect(await readSnapshot(tab.db)).toBeNull();
    expect(await tab.rest()).toBe(true);
    await tab.db.use((pouch) => pouch.bulkDocs([{ ...client(MANY, 'Late') }]));
    await tab.open();
    // From the snapshot, and the one change since.
    expect(tab.taken).toEqual([MANY, 1]);
    expect(await tab.rest()).toBe(false);
    expect(contents(tab.store)).toEqual(await truth(tab.db));
    tab.close();
  });

  it('waits while a crowd registers', async () => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.open();
    const crowd = async (round: number): Promise<void> => {
      const docs = Array.from({ length: 100 }, (_, index) => client(MANY + round * 100 + index, 'Crowd'));
      await tab.db.use((pouch) => pouch.bulkDocs(docs));
      await vi.waitFor(() => expect(tab.store.clients().size).toBe(MANY + (round + 1) * 100), PATIENCE);
    };
    for (let round = 0; round < 2; round++) {
      await crowd(round);
      tab.pass();
      expect(await readSnapshot(tab.db)).toBeNull();
    }
    expect(await tab.rest()).toBe(true);
    expect((await readSnapshot(tab.db))?.parts[0]?.read()).toHaveLength(MANY + 200);
    tab.close();
  });

  it.each([
    ['of another version', { version: 0 }],
    ['damaged', { parts: [{ type: 'client', length: 99, texts: ['[{"_id":'] }] }],
    ['from a later position than the database has', { seq: 1e9 }],
  ])('is passed over when it is %s', async (_title, damage) => {
    const tab = await openTab();
    await fill(tab.db);
    await tab.open();
    await tab.rest();
    await tab.db.writeLocal('snapshot', { ...(await tab.db.readLocal('snapshot')), ...damage });
    await tab.open();
    expect(tab.taken).toEqual([MANY]);
    expect(contents(tab.store)).toEqual(await truth(tab.db));
    tab.close();
  });

  const step = fc.record({
    kind: fc.constantFrom('change', 'delete', 'new', 'conflict', 'solve'),
    which: fc.nat(8),
  });
  const steps = fc.array(step, { maxLength: 12 });

  it('with the changes since makes what the documents make, whatever happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (before, meanwhile, after) => {
        const tab = await openTab();
        let at = 0;
        const run = async (part: typeof before) => {
          for (const { kind, which } of part)
            await tab.db.use((pouch) => change(pouch, kind, which, (at += 1)));
        };
        await fill(tab.db);
        await run(before);
        await tab.open();
        await run(meanwhile);
        expect(await tab.rest()).toBe(true);
        await run(after);
        await tab.open();
        expect(contents(tab.store)).toEqual(await truth(tab.db));
        const { rows } = await tab.db.use((pouch) => pouch.allDocs({ include_docs: true, conflicts: true }));
        const inConflict = rows.filter((row) => 'doc' in row && row.doc?._conflicts !== undefined);
        expect([...tab.conflicts].sort()).toEqual(inConflict.map((row) => ('id' in row ? row.id : '')));
        tab.close();
        await tab.db.destroy();
      }),
      { numRuns: 25 },
    );
    expect(errors).toEqual([]);
  }, 120_000);
});

/** One thing that may happen to the database. */
async function change(
  pouch: PouchDB.Database<AnyDoc>,
  kind: 'change' | 'delete' | 'new' | 'conflict' | 'solve',
  which: number,
  at: number,
): Promise<void> {
  const _id = id(which);
  if (kind === 'new') {
    await pouch.bulkDocs([client(MANY + at, `New ${at}`)]);
    return;
  }
  const doc = await pouch.get(_id, { conflicts: true }).catch(() => null);
  if (doc === null) return;
  const { _conflicts = [], ...plain } = doc;
  if (kind === 'change') await pouch.put({ ...plain, surname: `Changed ${at}` });
  if (kind === 'delete') await pouch.remove(_id, doc._rev);
  if (kind === 'solve') await Promise.all(_conflicts.map((rev) => pouch.remove(_id, rev)));
  if (kind !== 'conflict') return;
  const generation = Number(doc._rev.split('-')[0]);
  const hash = String(at).padStart(32, '0');
  const revisions = { start: generation, ids: [hash] };
  const other = { ...client(which, `Other ${at}`), _rev: `${generation}-${hash}`, _revisions: revisions };
  await pouch.bulkDocs([other], { new_edits: false });
}
