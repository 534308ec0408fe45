import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idRange } from '#domain/ids.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import { setPlan } from '#domain/sessions/sessionEdits.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';
import { countingCouch } from '../testing/countingCouch.ts';
import { startCouchStandIn } from '../testing/couchStandIn.ts';
import { emptyCouch, openTestStorage, testCouchUrl } from '../testing/storage.ts';
import { client, entry, meta, person, session, T0, World, type NewDoc } from './testing/world.ts';
import { STORAGES } from './testing/storages.ts';
import type { Worker } from './types.ts';

let storage: Storage;
let world: World;
let db: Database;
let worker: Worker;

/** Writes versions that devices made from the same revision without knowing of each other. */
async function diverge(id: string, versions: AnyDoc[]): Promise<void> {
  const base = await world.get(db, id);
  const [generation, hash] = base._rev.split('-') as [string, string];
  const docs = versions.map((version, index) => {
    const own = String(index + 1).repeat(32);
    const start = Number(generation) + 1;
    return { ...base, ...version, _rev: `${start}-${own}`, _revisions: { start, ids: [own, hash] } };
  });
  await db.bulkDocs(docs as NewDoc[], { new_edits: false });
}
const conflictsOf = async (id: string) => (await db.get(id, { conflicts: true }))._conflicts;
const seat = (tableId: string, updatedTime: number) => ({ placement: { tableId }, updatedTime });
const details = (time: number, name: string) => ({ ...meta(time, name), detailsAt: time });
const text = (data: string) => ({ content_type: 'text/plain', data: btoa(data) });
const told = async (code: string) => (await world.history()).filter((event) => event.code === code);

describe.each(STORAGES)('on %s', (_name, open) => {
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

  describe('conflicts', () => {
    test('a session merges per entry, the newest wins, the losing revisions are removed [SYNC-10] [SYNC-11]', async () => {
      await db.bulkDocs([client('Ada'), client('Bo'), session([entry('Ada'), entry('Bo')])]);
      await worker.idle();
      await diverge('session_dinner', [
        { clients: [entry('Ada', seat('1', T0 + 1000)), entry('Bo')], metadata: meta(T0 + 1000, 'Cleo') },
        {
          clients: [entry('Ada', seat('2', T0 + 2000)), entry('Bo', seat('9', T0 + 2000))],
          metadata: meta(T0 + 2000, 'Dan'),
        },
        { clients: [entry('Ada'), entry('Bo', seat('5', T0 + 3000))], metadata: meta(T0 + 3000, 'Eve') },
      ]);
      await worker.idle();
      const merged = (await world.get(db, 'session_dinner')) as unknown as Session;
      expect(await conflictsOf('session_dinner')).toBeUndefined();
      expect(merged.clients).toMatchObject([
        { clientId: 'client_ada', placement: { tableId: '2' } },
        { clientId: 'client_bo', placement: { tableId: '5' } },
      ]);
      const leaves = (await db.get('session_dinner', { open_revs: 'all' })) as { ok: AnyDoc }[];
      expect(leaves.filter(({ ok }) => ok['_deleted'] !== true)).toHaveLength(1);
      // Each author's own change, under the own name.
      const authors = (await told('placement_changed')).map(({ author, params }) => [author.name, params]);
      expect(authors).toMatchObject([
        ['Cleo', { client: 'Ada Test', to: { table: '1' } }],
        ['Dan', { client: 'Ada Test', to: { table: '2' } }],
        ['Dan', { client: 'Bo Test', to: { table: '9' } }],
        ['Eve', { client: 'Bo Test', to: { table: '5' } }],
      ]);
    });

    test('a document that merges as a whole: the history keeps what the losing version said', async () => {
      await db.put(client('Ada', { phone: '+41 22 000 00 00' }));
      await worker.idle();
      await diverge('client_ada', [
        { phone: '+41 22 111 11 11', metadata: meta(T0 + 2000, 'Cleo') },
        { notes: 'Vegan', metadata: meta(T0 + 1000, 'Dan') },
      ]);
      await worker.idle();
      expect(await conflictsOf('client_ada')).toBeUndefined();
      expect(await world.get(db, 'client_ada')).toMatchObject({ phone: '+41 22 111 11 11' });
      expect(await told('version_overruled')).toMatchObject([
        {
          author: person('Dan'),
          params: {
            docType: 'client',
            name: 'Ada Test',
            changes: [
              { field: 'notes', from: 'Vegan', to: null },
              { field: 'phone', from: '+41 22 000 00 00', to: '+41 22 111 11 11' },
            ],
          },
        },
      ]);
    });

    test('a consumer, which has no history of its own, likewise', async () => {
      await db.put({ _id: 'consumer_1', type: 'consumer', status: 'registered', metadata: meta(T0) });
      await worker.idle();
      await diverge('consumer_1', [
        { status: 'pending', registration: { amount: 5000 }, metadata: meta(T0 + 2000) },
        { status: 'canceled', registration: { amount: 7000 }, metadata: meta(T0 + 1000, 'Dan') },
      ]);
      await worker.idle();
      expect(await conflictsOf('consumer_1')).toBeUndefined();
      expect(await told('version_overruled')).toMatchObject([
        {
          params: {
            changes: [
              { field: 'registration.amount', from: 7000, to: 5000 },
              { field: 'status', from: 'canceled' },
            ],
          },
        },
      ]);
    });

    test('a session’s title that lost as a whole is told, one that was told before is not', async () => {
      await db.put(session([]));
      await worker.idle();
      await diverge('session_dinner', [
        { title: 'Supper', metadata: details(T0 + 1000, 'Cleo') },
        { title: 'Banquet', metadata: details(T0 + 2000, 'Dan') },
        { clients: [], metadata: { ...meta(T0 + 3000, 'Eve'), detailsAt: T0 } },
      ]);
      await worker.idle();
      expect(await world.get(db, 'session_dinner')).toMatchObject({ title: 'Banquet' });
      expect(await told('version_overruled')).toMatchObject([
        {
          author: person('Cleo'),
          params: { docType: 'session', changes: [{ field: 'title', from: 'Supper', to: 'Banquet' }] },
        },
      ]);
    });

    test('tables that two tablets moved apart are both where they were put; one that both moved is told', async () => {
      const table = (x: number) => ({
        type: 'circle',
        position: { x, y: 1 },
        rotation: 0,
        scale: 1,
        seats: 8,
      });
      const planOf = (...places: number[]) => {
        const tables = Object.fromEntries(places.map((x, index) => [String(index + 1), table(x)]));
        return { ratio: 1.6, state: { nextTableIndex: 4, tables } } as unknown as Plan;
      };
      const stored = { ...session([]), plan: planOf(1, 2, 3) } as unknown as Session;
      await db.put({ ...stored, metadata: { ...meta(T0), planAt: T0 } } as never);
      await worker.idle();
      const placed = async () => {
        const { plan } = (await world.get(db, 'session_dinner')) as unknown as { plan: Plan };
        return Object.values(plan.state.tables).map(({ position }) => position.x);
      };
      const saved = async (plan: Plan, time: number, name: string) => {
        const now = (await world.get(db, 'session_dinner')) as unknown as Session;
        const next = setPlan(now, plan, { author: person(name), time });
        return { plan: next.plan, metadata: next.metadata };
      };
      await diverge('session_dinner', [
        await saved(planOf(10, 2, 3), T0 + 1000, 'Cleo'),
        await saved(planOf(1, 20, 3), T0 + 2000, 'Dan'),
      ]);
      await worker.idle();
      expect(await placed()).toEqual([10, 20, 3]);
      expect(await told('version_overruled')).toEqual([]);
      await diverge('session_dinner', [
        await saved(planOf(10, 21, 3), T0 + 3000, 'Cleo'),
        await saved(planOf(10, 22, 3), T0 + 4000, 'Dan'),
      ]);
      await worker.idle();
      expect(await placed()).toEqual([10, 22, 3]);
      expect(await told('version_overruled')).toMatchObject([
        { author: person('Cleo'), params: { changes: [{ field: 'plan' }] } },
      ]);
    });

    test('versions that somebody wrote with one hash in two places of their history are merged once', async () => {
      await db.put(client('Ada'));
      await worker.idle();
      for (const at of [T0 + 1000, T0 + 3000]) {
        await diverge('client_ada', [
          { notes: `Vegan ${at}`, metadata: meta(at) },
          { notes: `Vegetarian ${at}`, metadata: meta(at + 1000) },
        ]);
        await worker.idle();
      }
      expect(await world.get(db, 'client_ada')).toMatchObject({ notes: `Vegetarian ${T0 + 3000}` });
      expect(await conflictsOf('client_ada')).toBeUndefined();
    });

    test('attachments of losing leaves survive', async () => {
      await db.put(session([]));
      await diverge('session_dinner', [
        { _attachments: { one: text('first') }, metadata: meta(T0 + 1000) },
        { _attachments: { two: text('second') }, metadata: meta(T0 + 2000) },
        { metadata: meta(T0 + 3000) },
      ]);
      await worker.idle();
      expect(await conflictsOf('session_dinner')).toBeUndefined();
      for (const [name, content] of [
        ['one', 'first'],
        ['two', 'second'],
      ] as const) {
        expect(((await db.getAttachment('session_dinner', name)) as Buffer).toString()).toBe(content);
      }
    });

    test('a conflict that was there before the first start is resolved', async () => {
      await worker.stop();
      await db.put(session([entry('Ada')]));
      await diverge('session_dinner', [
        { status: 'ongoing', metadata: { ...meta(T0 + 1), detailsAt: T0 + 1 } },
        { clients: [entry('Ada'), entry('Bo')], metadata: { ...meta(T0 + 2), detailsAt: T0 } },
      ]);
      worker = world.start();
      await worker.idle();
      expect(await conflictsOf('session_dinner')).toBeUndefined();
      expect(await world.get(db, 'session_dinner')).toMatchObject({ status: 'ongoing', clients: [{}, {}] });
      expect((await world.central())?.['status']).toBe('ongoing');
    });
  });
});

describe('on a CouchDB whose requests are looked at', () => {
  let couch: Awaited<ReturnType<typeof countingCouch>>;
  let ends: () => Promise<void>;
  beforeEach(async () => {
    const given = process.env['COUCHDB_URL'];
    const standIn = given === undefined ? await startCouchStandIn() : null;
    const url = standIn?.url ?? testCouchUrl(given ?? '');
    ends = standIn === null ? () => emptyCouch(url) : () => standIn.close();
    couch = await countingCouch(url);
    storage = await openTestStorage('couchdb', couch.url);
    world = new World(storage);
    db = await world.createEvent();
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
    await couch.close();
    await ends();
  });
  const disagree = (id: string) =>
    diverge(id, [
      { phone: '+41 22 111 11 11', metadata: meta(T0 + 2000, 'Cleo') },
      { notes: 'Vegan', metadata: meta(T0 + 1000, 'Dan') },
    ]);

  test('hundreds of conflicts, as after a node was away, cost CouchDB no question each [SYNC-10]', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Guest${letters(index)}`);
    await db.bulkDocs(names.map((name) => client(name)));
    for (const name of names) await disagree(client(name)._id);
    const from = couch.asked.length;
    worker = world.start();
    await worker.idle();
    // Its feed and its lease are no matter of how much there is to do.
    const asked = couch.asked.slice(from).filter((line) => /event-gala\/(?!_changes)|_membership/.test(line));
    const { rows } = await db.allDocs({ ...idRange('client_'), include_docs: true, conflicts: true });
    const docs = rows.map(({ doc }) => doc as unknown as AnyDoc);
    expect(docs.filter((doc) => doc['phone'] !== undefined && doc['_conflicts'] === undefined)).toHaveLength(
      60,
    );
    expect(await told('version_overruled')).toHaveLength(60);
    expect(asked.length).toBeLessThan(60);
    // All are read once with their versions, told once and merged; the merged ones are looked at once more, for cancellations.
    const counted = (line: RegExp): number => couch.asked.slice(from).filter((one) => line.test(one)).length;
    expect(counted(/POST .*event-gala\/_bulk_get/)).toBe(2);
    expect(counted(/POST .*foyer-history-gala\/_bulk_docs/)).toBe(2);
    expect(counted(/POST .*event-gala\/_all_docs/)).toBe(2);
  });

  test('what was told before costs CouchDB nothing when the same guest changes again', async () => {
    await db.put(client('Ada'));
    worker = world.start();
    await worker.idle();
    const from = couch.asked.length;
    await world.change(db, 'client_ada', (doc) => ({ ...doc, phone: '+41 22 111 11 11' }));
    await worker.idle();
    const writes = couch.asked
      .slice(from)
      .filter((line) => /POST .*foyer-history-gala\/_bulk_docs/.test(line));
    expect(await told('client_updated')).toHaveLength(1);
    expect(writes).toHaveLength(2);
  });

  test('conflicts are merged also where CouchDB once gave no answer about many [SYNC-10]', async () => {
    const ids = [client('Ada')._id, client('Bo')._id];
    await db.bulkDocs([client('Ada'), client('Bo')]);
    for (const id of ids) await disagree(id);
    let refused = 0;
    couch.refuses = (line) => line.includes('/_bulk_get') && refused++ === 0;
    worker = world.start();
    await worker.idle();
    expect(refused).toBeGreaterThan(0);
    for (const id of ids) {
      expect(await conflictsOf(id)).toBeUndefined();
      expect(await world.get(db, id)).toMatchObject({ phone: '+41 22 111 11 11' });
    }
    expect(await told('version_overruled')).toHaveLength(2);
  });
});

/** Names hold letters only. */
const letters = (n: number): string =>
  String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
