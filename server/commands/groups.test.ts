import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewVersion } from '#domain/commands/command.ts';
import { settleCard } from '#domain/commands/cardPayments.ts';
import { registerAtDesk } from '#domain/commands/registerAtDesk.ts';
import { Unread } from '#domain/commands/view.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { databaseName } from '#domain/ids.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { dyingAfter } from '../testing/dying.ts';
import { testRegistrars, type Registrars } from '../testing/registrars.ts';
import { openTestStorage, storages } from '../testing/storage.ts';
import { unfinishedGroups } from './groups.ts';
import { ownPerson } from './own.ts';
import type { Registrar } from './registrar.ts';

const who = {
  eventId: 'gala',
  person: ownPerson({ id: 'server-desk', name: 'Registration page' }),
  device: { id: 'server', name: 'Server' },
};
const PLACES = 6;
/** Each for two guests: three of them find places. */
const PEOPLE = 5;
/** More than any group takes. */
const WRITES = 6;

const form = {
  ...{ _id: 'form_f', type: 'form', accessId: 'bcdfcrgr', name: 'All', language: 'en', enabled: true },
  ...{ currency: 'chf', vat: 0, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
  amounts: Object.fromEntries(
    ['session_s', 'session_t'].map((id) => [id, { menu: { adult: { amount: 2500, enabled: true } } }]),
  ),
  metadata: { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 },
};

const asked = (index: number, sessionIds: readonly string[] = ['session_s']) => ({
  ...{ accessId: form.accessId, localId: `${index}`.padStart(32, 'a'), termsWording: '', takesCards: false },
  content: `content-${index}`,
  submission: {
    ...{
      submissionId: `submission-${index}-0000000000`,
      language: 'en' as const,
      paymentType: 'none' as const,
    },
    person: { forename: 'Ada', surname: `No${index}`, email: 'ada@example.org' },
    clients: ['a', 'b'].map((forename) => ({
      ...{ forename, surname: `No${index}` },
      sessions: sessionIds.map((sessionId) => ({ sessionId, optionId: 'menu', kind: 'adult' as const })),
    })),
  },
});

/** The same, but something happens once it was decided for somebody, and before it is written. */
function decidedBefore(index: number, happens: () => Promise<void>): typeof registerAtDesk {
  let isOver = false;
  return (view, input, caller) => {
    const decision = registerAtDesk(view, input, caller);
    if (isOver || input.localId !== asked(index).localId) return decision;
    throw new Unread(async () => {
      isOver = true;
      await happens();
    });
  };
}

/** What the gateway, and it alone, refuses: one of somebody's documents is dated too far ahead, or has what no document has. */
const REFUSED = {
  'a guest': (doc, time) =>
    'type' in doc && doc.type === 'client' && doc._id.endsWith('-2')
      ? { ...doc, metadata: { ...doc.metadata, updatedAt: time * 2 } }
      : doc,
  'the registration, before it is looked at,': (doc) =>
    'type' in doc && doc.type === 'consumer' ? { ...doc, _unknown: 1 } : doc,
} satisfies Record<string, (doc: NewVersion, time: number) => NewVersion>;
const refusing =
  (index: number, what: keyof typeof REFUSED): typeof registerAtDesk =>
  (view, input, caller) => {
    const decision = registerAtDesk(view, input, caller);
    if (!decision.ok || input.localId !== asked(index).localId) return decision;
    const write = decision.value.write.map((step) => step.map((doc) => REFUSED[what](doc, caller.time)));
    return { ok: true, value: { ...decision.value, write } };
  };

/** The same, but the last write is half done: as a CouchDB may leave it that is ended itself. */
function torn(storage: Storage, writes: number): Storage {
  let left = writes;
  return {
    ...storage,
    openExisting: async (name) =>
      new Proxy(await storage.openExisting(name), {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          if (key !== 'bulkDocs') return (value as (...args: unknown[]) => unknown).bind(target);
          return async (docs: unknown[], options: object): Promise<unknown> => {
            if (left-- > 0) return target.bulkDocs(docs as never, options);
            // Of a consumer and two clients: a registration is cut in two.
            if (left === -1) await target.bulkDocs(docs.slice(0, 2) as never, options);
            throw new Error('the database is dead');
          };
        },
      }),
  };
}

/** The same, but something happens before its write no. `at` to the event's database. */
function before(storage: Storage, at: number, happens: () => Promise<void>): Storage {
  let writes = 0;
  const openExisting: Storage['openExisting'] = async (name) =>
    new Proxy(await storage.openExisting(name), {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (key === 'bulkDocs' && name === databaseName('gala') && ++writes === at) await happens();
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return { ...storage, openExisting };
}

function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => void (open = resolve));
  return { opened, open: () => open() };
}

/** The same, but its process sleeps before it notes its first group, until it is woken. */
function sleepingBeforeNote(storage: Storage): { storage: Storage; asleep: Promise<void>; wake(): void } {
  const [asleep, awake] = [gate(), gate()];
  const open: Storage['open'] = async (name) =>
    new Proxy(await storage.open(name), {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (key === 'put' && name === DATABASES.desk) {
            asleep.open();
            await awake.opened;
          }
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return { storage: { ...storage, open }, asleep: asleep.opened, wake: () => awake.open() };
}

/** The same, but its process sleeps before its write no. `at` to an event, until it is woken. */
function sleepingAt(storage: Storage, at: number): { storage: Storage; asleep: Promise<void>; wake(): void } {
  const [asleep, awake] = [gate(), gate()];
  const sleeping = before(storage, at, async () => {
    asleep.open();
    await awake.opened;
  });
  return { storage: sleeping, asleep: asleep.opened, wake: () => awake.open() };
}

describe.each([...storages('leveldb', 'couchdb'), 'noted'] as const)('a group on %s', (kind) => {
  let storage: Storage;
  let db: Database;
  let registrars: Registrars;
  beforeEach(async () => {
    // In memory, but as one that knows no write of all or nothing.
    storage =
      kind === 'noted'
        ? { ...(await openTestStorage('memory')), kind: 'couchdb' }
        : await openTestStorage(kind);
    db = await storage.open(databaseName('gala'));
    const event = {
      ...{ _id: 'event', type: 'event', id: 'gala', dbName: 'event-gala', title: 'Gala', date: 1 },
      ...{ languages: ['en'], metadata: form.metadata },
    };
    await db.bulkDocs([sessionDoc('s', { clients: [], capacity: PLACES }), form, event] as never);
    // On one machine nobody is late who is not dead or asleep.
    registrars = testRegistrars(storage, process.env['COUCHDB_URL'] === undefined ? 300 : undefined);
  });
  afterEach(async () => {
    await registrars.close();
    await storage.close();
  });
  const idsOf = async (type: string): Promise<string[]> =>
    (await db.allDocs({ startkey: `${type}_`, endkey: `${type}_\uFFF0` })).rows.map(({ id }) => id);
  const everybody = (desk: Registrar) =>
    Promise.all(
      Array.from({ length: PEOPLE }, (_, index) =>
        desk.call(who, registerAtDesk, asked(index)).catch(() => null),
      ),
    );

  /** Consumers, clients and acts; throws where one of them lacks the others. */
  async function registered(): Promise<number> {
    const [consumers, clients, acts] = [
      await idsOf('consumer'),
      await idsOf('client'),
      await idsOf('entrychange'),
    ];
    const { rows } = await db.allDocs({ keys: acts, include_docs: true });
    const entered = rows.flatMap((row) => {
      const { rows } = (('doc' in row ? row.doc : null) ?? { rows: [] }) as { rows?: { clientId: string }[] };
      return (rows ?? []).map(({ clientId }) => clientId);
    });
    expect(entered.sort(), 'each guest is entered, once').toEqual(clients);
    const ofClients = new Set(clients.map((id) => id.replace('client_', 'consumer_').replace(/-\d+$/, '')));
    expect([...ofClients].sort(), 'each registration has its guests').toEqual(consumers);
    return consumers.length;
  }

  /** How many are registered in the end. */
  async function andThen(): Promise<number> {
    const next = registrars.open();
    await next.finish();
    // Also those who never ask again.
    const before = await registered();
    const answers = await everybody(next);
    const said = answers.map((answer) => (answer?.ok === true ? answer.value : null));
    expect(said).not.toContain(null);
    const taken = said.flatMap((one) => (one?.ok ? [one.value] : []));
    expect(taken).toHaveLength(PLACES / 2);
    expect(said.filter((one) => one?.ok === false && one.error.reason === 'full')).toHaveLength(
      PEOPLE - PLACES / 2,
    );
    expect(new Set(taken.flatMap(({ numbers }) => numbers)).size).toBe(PLACES);
    const consumers = taken.map(({ consumerId }) => consumerId);
    expect(consumers.sort()).toEqual(await idsOf('consumer'));
    expect(await registered()).toBe(PLACES / 2);
    expect(before).toBeLessThanOrEqual(PLACES / 2);
    await next.close();
    expect(await unfinishedGroups(storage)).toEqual([]);
    return taken.length;
  }

  it.each(Array.from({ length: WRITES }, (_, writes) => writes))(
    'a process that dies after %s writes leaves nobody registered by half, and all hear the truth who ask again',
    async (writes) => {
      const dying = dyingAfter(storage, writes);
      await everybody(registrars.open(dying));
      expect(await andThen()).toBe(PLACES / 2);
    },
  );

  it.runIf(kind === 'noted').each([0, 1])(
    'what a database leaves half done in its write no. %s is ended or taken back',
    async (writes) => {
      await everybody(registrars.open(torn(storage, writes)));
      expect(await andThen()).toBe(PLACES / 2);
    },
  );

  it.runIf(kind === 'noted')('what was ended once is not ended again', async () => {
    const writes = 5;
    await everybody(registrars.open(dyingAfter(storage, writes)));
    const before = await idsOf('entrychange');
    await registrars.open().finish();
    const after = await idsOf('entrychange');
    expect(after.length).toBeGreaterThan(before.length);
    await registrars.open().finish();
    expect(await idsOf('entrychange')).toEqual(after);
  });

  it.runIf(kind === 'noted')(
    'a process that was only late, and goes on when another one has ended its group, leaves nobody without an entry',
    async () => {
      // A group of one, then one of more documents than are written at a time: in the middle of these it falls asleep.
      const people = Array.from({ length: 101 }, (_, index) => asked(index + 100));
      await db.put({ ...(await db.get('session_s')), capacity: 1000 });
      const sleeper = sleepingAt(storage, 4);
      const desk = registrars.open(sleeper.storage);
      const going = Promise.all(people.map((one) => desk.call(who, registerAtDesk, one)));
      await sleeper.asleep;
      await registrars.open().finish();
      sleeper.wake();
      for (const answer of await going) expect(answer).toMatchObject({ ok: true, value: { ok: true } });
      const { rows } = await db.allDocs({ keys: await idsOf('entrychange'), include_docs: true });
      const entered = rows.flatMap((row) =>
        ('doc' in row ? (row.doc as unknown as EntryChange) : { rows: [] }).rows.map(
          ({ clientId }) => clientId,
        ),
      );
      expect([...new Set(entered)].sort()).toEqual(await idsOf('client'));
      expect(new Set(entered).size).toBe(2 * people.length);
      expect(await idsOf('consumer')).toHaveLength(people.length);
    },
  );

  it.runIf(kind === 'noted').each([
    ['others', [500, 501]],
    ['one of them, who asked once more, and another', [100, 501]],
  ] as const)(
    'who was late with all of a group, while %s got its places, leaves no registration by half, and tells the truth',
    async (_, faster) => {
      const [first, others] = [asked(99), Array.from({ length: 20 }, (_, index) => asked(index + 100))];
      const sleeper = sleepingAt(storage, 3);
      const desk = registrars.open(sleeper.storage);
      const going = [first, ...others].map((one) => desk.call(who, registerAtDesk, one));
      await sleeper.asleep;
      const next = registrars.open();
      await next.finish();
      for (const one of faster)
        expect(await next.call(who, registerAtDesk, asked(one))).toMatchObject({
          ok: true,
          value: { ok: true },
        });
      sleeper.wake();
      const told = await Promise.all(going);
      const isIn = (index: number): boolean => index === 0 || faster.some((one) => one === index + 99);
      for (const [index, one] of told.entries())
        expect(one).toMatchObject({
          ok: true,
          value: isIn(index) ? { ok: true } : { ok: false, error: { reason: 'full' } },
        });
      expect(await registered()).toBe(PLACES / 2);
    },
  );

  it.runIf(kind !== 'leveldb')(
    'what is ended is ended also where somebody changes one of it at that moment',
    async () => {
      // A consumer and the first of two clients are there.
      await everybody(registrars.open(torn(storage, 0)));
      const [client = ''] = await idsOf('client');
      const changed = before(storage, 1, async () => {
        await db.put({ ...(await db.get(client)), notes: 'changed' });
      });
      await registrars.open(changed).finish();
      expect(await andThen()).toBe(PLACES / 2);
    },
  );

  it.runIf(kind !== 'leveldb')(
    'a process that has seen no group yet hears of one that began and ended before its own',
    async () => {
      const sleeper = sleepingBeforeNote(storage);
      const late = registrars.open(sleeper.storage).call(who, registerAtDesk, asked(100));
      await sleeper.asleep;
      const next = registrars.open();
      await Promise.all([0, 1, 2].map((index) => next.call(who, registerAtDesk, asked(index))));
      // It has nothing to do with that event any more.
      await next.close();
      sleeper.wake();
      expect(await late).toMatchObject({ value: { ok: false, error: { reason: 'full' } } });
      expect(await registered()).toBe(PLACES / 2);
    },
  );

  /** Two guests and their consumer are there, and entered nowhere: nobody has a note of it. */
  async function leaveHalf(index: number): Promise<void> {
    const desk = registrars.open();
    await desk.call(who, registerAtDesk, asked(index));
    await desk.close();
    const acts = await db.allDocs({ keys: await idsOf('entrychange') });
    await db.bulkDocs(
      acts.rows.flatMap((row) =>
        'value' in row ? [{ _id: row.id, _rev: row.value.rev, _deleted: true }] : [],
      ) as never,
    );
  }

  it.runIf(kind !== 'leveldb')(
    'two processes that complete the same half enter its guests once, also where others register with it',
    async () => {
      await leaveHalf(0);
      // The first is a group of its own, of two writes; then comes another one, and after it the acts of both.
      const sleeper = sleepingAt(storage, 3);
      const desk = registrars.open(sleeper.storage);
      const going = Promise.all([2, 0, 1].map((index) => desk.call(who, registerAtDesk, asked(index))));
      await sleeper.asleep;
      const next = registrars.open();
      expect(await next.call(who, registerAtDesk, asked(0))).toMatchObject({ value: { ok: true } });
      sleeper.wake();
      for (const answer of await going) expect(answer).toMatchObject({ value: { ok: true } });
      expect(await registered()).toBe(3);
    },
  );

  it('whoever asks for something else after a failure by half hears of what was registered only once that is so', async () => {
    // The first group is there, and its acts fail; after that everything goes.
    const desk = registrars.open(before(storage, 2, () => Promise.reject(new Error('not now'))));
    await desk.call(who, registerAtDesk, asked(0)).catch(() => null);
    const other = { ...asked(0), content: 'something else' };
    const answer = await desk.call({ ...who, ends: true }, registerAtDesk, other);
    expect(answer).toMatchObject({ value: { ok: true } });
    expect(await registered()).toBe(1);
  });

  const archive = async (): Promise<void> => {
    await db.put({ ...((await db.get('session_s')) as object), status: 'archived', archivedAt: 2 } as never);
  };

  it.runIf(kind !== 'leveldb').each([
    ['nobody that they are registered', false],
    ['those alone that they are registered who are, once it can be', true],
  ])(
    'who stood still at the acts of a group, while another one took it back, tells %s',
    async (_, opensAgain) => {
      const sleeper = sleepingAt(storage, 2);
      const desk = registrars.open(sleeper.storage);
      const going = desk.call({ ...who, ends: true }, registerAtDesk, asked(0));
      await sleeper.asleep;
      await archive();
      await registrars.open().finish();
      expect(await idsOf('consumer')).toEqual([]);
      if (opensAgain) await db.put({ ...(await db.get('session_s')), status: 'ongoing', archivedAt: null });
      sleeper.wake();
      expect(await going).toMatchObject({
        ok: true,
        value: opensAgain ? { ok: true } : { ok: false, error: { reason: 'closed' } },
      });
      expect(await idsOf('consumer')).toHaveLength(opensAgain ? 1 : 0);
      expect(await idsOf('client')).toHaveLength(opensAgain ? 2 : 0);
    },
  );

  it('a session that is archived while a group is written turns away those alone who wanted it, wholly', async () => {
    await db.put(sessionDoc('t', { clients: [], capacity: 100 }) as never);
    const [s, t, both] = [['session_s'], ['session_t'], ['session_t', 'session_s']];
    const people = [s, t, both, t, s, t].map((sessionIds, index) => asked(index, sessionIds));
    const command = decidedBefore(5, archive);
    const desk = registrars.open();
    // A group of its own: those who come meanwhile are one.
    void desk.call({ ...who, ends: true }, command, asked(9, t));
    const answers = await Promise.all(people.map((one) => desk.call({ ...who, ends: true }, command, one)));
    const closed = { ok: true, value: { ok: false, error: { reason: 'closed', field: 'session_s' } } };
    const expected = people.map((_, index) => (index % 2 === 0 ? closed : { ok: true, value: { ok: true } }));
    expect(answers).toMatchObject(expected);
    expect(await registered()).toBe(4);
    const again = await Promise.all(people.map((one) => desk.call({ ...who, ends: true }, command, one)));
    expect(again).toMatchObject(expected);
    expect(await registered()).toBe(4);
    await desk.close();
    expect(await unfinishedGroups(storage)).toEqual([]);
  });

  it.each(Object.keys(REFUSED) as (keyof typeof REFUSED)[])(
    'where the gateway refuses %s of somebody, none of the others is kept back, and nothing is left',
    async (what) => {
      const desk = registrars.open();
      const command = refusing(1, what);
      void desk.call({ ...who, ends: true }, command, asked(9));
      const answers = await Promise.all(
        [0, 1, 2].map((index) => desk.call({ ...who, ends: true }, command, asked(index))),
      );
      const done = { ok: true, value: { ok: true } };
      expect(answers).toMatchObject([done, { ok: false }, done]);
      expect(await registered()).toBe(3);
      await desk.close();
      expect(await unfinishedGroups(storage)).toEqual([]);
    },
  );

  it.runIf(kind !== 'leveldb')(
    'whoever a crash left without entries is taken back where the session was archived since',
    async () => {
      await everybody(registrars.open(dyingAfter(storage, 2)));
      expect([(await idsOf('client')).length, await idsOf('entrychange')]).toEqual([2, []]);
      await archive();
      const next = registrars.open();
      await next.finish();
      expect(await registered()).toBe(0);
      expect(await unfinishedGroups(storage)).toEqual([]);
      expect(await next.call({ ...who, ends: true }, registerAtDesk, asked(0))).toMatchObject({
        value: { ok: false, error: { reason: 'closed' } },
      });
    },
  );

  it
    .runIf(kind !== 'leveldb')
    .each(['consumer', 'client'].flatMap((type) => [1, 2, 3].map((at) => [type, at] as const)))(
    'a %s that a late process takes back before write no. %s of who completes its registration is not missing from it',
    async (type, at) => {
      await leaveHalf(0);
      const removed = async (ids: readonly string[]): Promise<void> => {
        for (const _id of ids) await db.remove(_id, (await db.get(_id))._rev);
      };
      // What the late one could write before the other one did: the consumer alone, or with one guest.
      await removed((await idsOf('client')).slice(type === 'consumer' ? 0 : 1));
      const [one = ''] = await idsOf(type);
      const { _rev } = await db.get(one);
      const late = before(storage, at, async () => {
        await db.remove(one, _rev).catch(() => undefined);
      });
      const desk = registrars.open(late);
      expect(await desk.call({ ...who, ends: true }, registerAtDesk, asked(0))).toMatchObject({
        ok: true,
        value: { ok: true },
      });
      expect(await registered()).toBe(1);
    },
  );

  /** Of three who took all places but those for one more, the first has lost hers, and pays just now. */
  async function paysLate(desk: Registrar) {
    for (const index of [0, 1, 2]) await desk.call(who, registerAtDesk, asked(index));
    const consumer = await db.get(`consumer_${asked(0).localId}`);
    const over = { status: 'canceled', paymentType: 'card', hold: { until: 1, over: true } };
    await db.put({ ...consumer, ...over } as never);
    const sums = { paid: 5000, refunded: 0, disputed: false, at: Date.now() };
    return { consumerId: consumer._id, card: { id: 'cs_1', customerId: null, paymentId: 'pi_1', ...sums } };
  }

  it.runIf(kind !== 'leveldb').each([
    ['late, comes back to no place that was given to another meanwhile', true, 'canceled'],
    ['only slower, comes back, and the other hears that it is full', false, 'invoice_paid'],
  ] as const)(
    'who pays after the place was given back, at a process that is %s',
    async (_, isLate, status) => {
      const first = registrars.open();
      const news = await paysLate(first);
      await first.close();
      const sleeper = sleepingAt(storage, 1);
      const coming = registrars.open(sleeper.storage).call(who, settleCard, news);
      await sleeper.asleep;
      const other = registrars.open().call({ ...who, ends: true }, registerAtDesk, asked(3));
      if (isLate) await other;
      sleeper.wake();
      expect(await coming).toMatchObject({ ok: true });
      expect(await other).toMatchObject({
        ok: true,
        value: isLate ? { ok: true } : { ok: false, error: { reason: 'full' } },
      });
      expect(await db.get(news.consumerId)).toMatchObject({ status, cards: [{ paid: 5000 }] });
    },
  );

  it('two processes that both register at once give the places once, and hear of each other', async () => {
    if (storage.kind === 'embedded') return;
    const [here, there] = [registrars.open(), registrars.open()];
    const all = Array.from({ length: 20 }, (_, index) => asked(index + 100));
    const answers = await Promise.all(
      all.map((one, index) => (index % 2 === 0 ? here : there).call(who, registerAtDesk, one)),
    );
    const taken = answers.filter((answer) => answer.ok && answer.value.ok);
    expect(taken).toHaveLength(PLACES / 2);
    expect(await registered()).toBe(PLACES / 2);
  });
});
