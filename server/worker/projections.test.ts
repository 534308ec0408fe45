import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateCentral } from '../events/central.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Projection } from './projection.ts';
import { PROJECTIONS } from './projections/index.ts';
import { STORAGES } from './testing/storages.ts';
import { checkin, client, entry, session, T0, World } from './testing/world.ts';

let storage: Storage;
let world: World;
let db: Database;

/** Notes the clients that it is told of. */
function noting(name: string, noted: string[], more: Partial<Projection> = {}): Projection {
  return {
    name,
    wants: ({ id }) => id.startsWith('client_'),
    create: () => ({ run: async (ids) => void noted.push(...ids) }),
    ...more,
  };
}

/** The product's own, and what they were told of. */
function watched(seen: string[]): Projection[] {
  return PROJECTIONS.map((projection) => ({
    ...projection,
    create(context) {
      const work = projection.create(context);
      return {
        ...work,
        run: (ids) => {
          seen.push(...ids.map((id) => `${projection.name} ${id}`));
          return work.run(ids);
        },
      };
    },
  }));
}

/** What that server derived: one that came since begins with the first document, and would look at everything. */
const OF_FORMER: ReadonlySet<string> = new Set([
  ...[
    'history',
    'conflicts',
    'checkinHistory',
    'entryHistory',
    'invoices',
    'cards',
    'taken',
    'cancellations',
  ],
  ...['accounts', 'erasures', 'retention', 'fold', 'central'],
]);
/** Of these, too, none was raised since. */
const asFormer = (projections: readonly Projection[]): Projection[] =>
  projections.flatMap((one) => (OF_FORMER.has(one.name) ? [{ ...one, version: 1 }] : []));
const FORMER = asFormer(PROJECTIONS);

async function work(projections?: readonly Projection[]): Promise<void> {
  const worker = world.start(projections && { projections });
  await worker.idle();
  await worker.stop();
}

describe.each(STORAGES)('projections on %s', (_name, open) => {
  beforeEach(async () => {
    storage = await open();
    world = new World(storage);
    db = await world.createEvent();
  });
  afterEach(() => world.close());

  test('in a rush many changes are looked at together; the first one at once, all where somebody waits for them', async () => {
    const groups: string[][] = [];
    const grouping = noting('grouping', [], {
      create: () => ({ run: async (ids) => void groups.push([...ids].sort()) }),
    });
    const worker = world.start({ projections: [grouping], timings: { gather: 3_600_000 } });
    await worker.idle();
    await db.put(client('Ada'));
    await expect.poll(() => groups).toEqual([['client_ada']]);
    for (const name of ['Bo', 'Cleo', 'Dan']) await db.put(client(name));
    await worker.idle();
    expect(groups).toEqual([['client_ada'], ['client_bo', 'client_cleo', 'client_dan']]);
    await worker.stop();
  });

  test('a new one begins with what was there, by itself, and goes on with the others', async () => {
    await db.bulkDocs([client('Ada'), client('Bo')]);
    await work();
    const seen: string[] = [];
    const noted: string[] = [];
    await work([...watched(seen), noting('new', noted)]);
    expect(noted.toSorted()).toEqual(['client_ada', 'client_bo']);
    // The last page is looked at together; its effects are there once.
    expect((await world.codes()).filter((code) => code === 'client_created')).toHaveLength(2);

    seen.splice(0);
    noted.splice(0);
    await db.put(client('Cleo'));
    await work([...watched(seen), noting('new', noted)]);
    expect(noted).toEqual(['client_cleo']);
    expect(seen).toEqual(['history client_cleo', 'cancellations client_cleo', 'erasures client_cleo']);
  });

  test('one that begins now is told of what changes from then on', async () => {
    await db.put(client('Ada'));
    await work();
    const noted: string[] = [];
    const later = noting('later', noted, { begins: 'now' });
    await work([...PROJECTIONS, later]);
    expect(noted).toEqual([]);
    await db.put(client('Bo'));
    await work([...PROJECTIONS, later]);
    expect(noted).toEqual(['client_bo']);
  });

  test('one of a higher version looks at everything once more', async () => {
    await db.put(client('Ada'));
    const noted: string[] = [];
    await work([noting('one', noted)]);
    await work([noting('one', noted)]);
    expect(noted).toEqual(['client_ada']);
    await work([noting('one', noted, { version: 2 })]);
    await work([noting('one', noted, { version: 2 })]);
    expect(noted).toEqual(['client_ada', 'client_ada']);
  });

  test('the list of events has the sessions in the order of today where the version before left another, though nothing changes', async () => {
    await db.bulkDocs([
      session([], { timeStart: '19:00' }),
      session([], { _id: 'session_talk', title: 'Talk', timeStart: '10:00' }),
    ]);
    await work(FORMER);
    const order = async () =>
      ((await world.central()) as unknown as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
    expect(await order()).toEqual(['session_talk', 'session_dinner']);
    await updateCentral(storage, (events) =>
      events.map((event) => ({ ...event, sessions: [...event.sessions].reverse() })),
    );
    await work();
    expect(await order()).toEqual(['session_talk', 'session_dinner']);
  });

  test('what it fails at is in the way of no other, nor of its other documents, and is tried again', async () => {
    let poison = true;
    const noted: string[] = [];
    const picky = noting('picky', noted, {
      create: () => ({
        async run(ids) {
          if (poison && ids.includes('client_bo')) throw new Error('not Bo');
          noted.push(...ids);
        },
      }),
    });
    await db.bulkDocs([client('Ada'), client('Bo'), client('Cleo')]);
    const first = world.start({ projections: [picky, ...PROJECTIONS] });
    await first.idle();
    expect(noted.toSorted()).toEqual(['client_ada', 'client_cleo']);
    expect(await world.codes()).toHaveLength(3);
    expect(first.status()).toMatchObject({
      failed: 1,
      failures: [{ projection: 'picky', id: 'client_bo', error: 'not Bo', database: 'event-gala' }],
    });
    await first.stop();
    poison = false;
    noted.splice(0);
    const second = world.start({ projections: [picky, ...PROJECTIONS] });
    await second.idle();
    expect(noted).toEqual(['client_bo']);
    expect(second.status().failed).toBe(0);
    await second.stop();
    world.errors = [];
  });

  test('one about the whole event is tried again by itself, whatever changed', async () => {
    let fails = true;
    const told: (readonly string[])[] = [];
    const whole = noting('whole', [], {
      create: () => ({
        wholly: true,
        async run(ids) {
          told.push(ids);
          if (fails) throw new Error('not yet');
        },
      }),
    });
    await db.bulkDocs([client('Ada'), client('Bo')]);
    const worker = world.start({ projections: [whole] });
    await worker.idle();
    expect(told.length).toBeGreaterThan(1);
    expect(worker.status()).toMatchObject({ failed: 1, failures: [{ id: 'event', projection: 'whole' }] });
    fails = false;
    world.now += 1000;
    await worker.idle();
    expect(worker.status().failed).toBe(0);
    expect(told[0]).toHaveLength(2);
    expect(told.at(-1)).toEqual([]);
    await worker.stop();
    world.errors = [];
  });

  test('an event that the server of the version before has followed goes on where that one stopped', async () => {
    await db.bulkDocs([client('Ada'), session([entry('Ada')])]);
    await work();
    await db.put(checkin('Ada', T0 + 1));
    // As that server left it: all processed, but for one fold, and a client that failed.
    const workerDb = await storage.open(DATABASES.worker);
    const position = await workerDb.get('_local/position_event-gala');
    const failure = { error: 'full moon', attempts: 3, since: T0 };
    await workerDb.put({
      _id: position._id,
      _rev: position._rev,
      seq: (await db.info()).update_seq,
      epoch: (await storage.epochs('event-gala')).at(-1)?.id,
      folds: ['session_dinner'],
      failures: [
        { id: 'checkin_bad', ...failure },
        { id: 'invoice:consumer_bo', ...failure },
        { id: 'central', ...failure },
      ],
      version: 2,
    });
    const told = await world.codes();
    const seen: string[] = [];
    await work(asFormer(watched(seen)));
    expect(await world.get(db, 'session_dinner')).toMatchObject({ clients: [{ checkInTime: T0 + 1 }] });
    // What failed is looked at once more, and the session that was folded; nothing else.
    expect(seen.filter((one) => !one.includes('session_dinner')).toSorted()).toEqual([
      'checkinHistory checkin_bad',
      'conflicts checkin_bad',
      'fold checkin_bad',
      'invoices consumer_bo',
    ]);
    expect(await world.codes()).toEqual(told);
    await db.put(checkin('Ada', T0 + 2, { action: 'out' }));
    await work(FORMER);
    expect(await world.codes()).toEqual([...told, 'checkin_cancelled']);
  });
});

test('one asks for a job for each client, however often it is told of one', async () => {
  world = new World(memoryStorage());
  db = await world.createEvent();
  const greeted: string[] = [];
  const greet: JobKind<null> = {
    ...{ name: 'greet', atOnce: 1, attempts: 3, firstWait: 1000, longestWait: 1000, remember: 3_600_000 },
    run: async ({ key, eventId }) => void greeted.push(`${eventId ?? ''} ${key}`),
  };
  const greeting = noting('greeting', [], {
    create: ({ jobs, eventId }) => ({
      async run(ids) {
        for (const key of ids) await jobs.enqueue(greet, { eventId, key, payload: null });
      },
    }),
  });
  await db.bulkDocs([client('Ada'), client('Bo')]);
  for (const version of [1, 2]) {
    const worker = world.start({ projections: [{ ...greeting, version }], jobKinds: [greet] });
    await worker.idle();
    await worker.idle();
    await worker.stop();
  }
  expect(greeted.toSorted()).toEqual(['gala client_ada', 'gala client_bo']);
  await world.close();
});

test('one that comes from behind holds up nobody', async () => {
  storage = memoryStorage();
  world = new World(storage);
  db = await world.createEvent();
  await db.bulkDocs(Array.from({ length: 1000 }, (_, index) => client(`Guest${index}`)));
  await db.put(session([entry('Guest1')]));
  await work();
  const pages: string[][] = [];
  const slow = noting('slow', [], {
    create: () => ({
      async run() {
        pages.push((await world.codes()).slice(-1));
        if (pages.length === 1) await db.put(checkin('Guest1', T0 + 5000));
      },
    }),
  });
  await work([...PROJECTIONS, slow]);
  expect(pages.length).toBeGreaterThan(3);
  // Told while the new one had pages left.
  expect(pages[2]).toEqual(['checked_in']);
  await world.close();
});
