import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admissionsOf, holding } from '#domain/checkins/admissions.ts';
import { factsByClient, foldCheckins } from '#domain/checkins/checkin.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange, EntryRow } from '#domain/documents/entrychange.ts';
import type { Session } from '#domain/documents/session.ts';
import { layChanges, registersByClient } from '#domain/entries/layChanges.ts';
import { checkinId, entryChangeId } from '#domain/ids.ts';
import { createCanceled } from './canceled.ts';
import { createDocumentMaps } from './documents.ts';
import { createEventStore } from './eventStore.ts';
import type { StoredDoc } from './read.ts';

const SESSION = 'session_dinner';
const CLIENTS = ['client_a', 'client_b', 'client_c', 'client_d'];

type Op =
  | { kind: 'checkin'; clientId: string; action: 'in' | 'out'; time: number }
  | { kind: 'forget'; which: number }
  | { kind: 'act'; clientId: string; time: number; row: Omit<EntryRow, 'clientId'> }
  | { kind: 'undone'; which: number }
  | { kind: 'fold' }
  | { kind: 'delete' | 'restore'; clientId: string }
  /** The server's word on the client. */
  | { kind: 'told'; clientId: string; canceled: boolean }
  /** Null: the registration goes from this device. */
  | { kind: 'registration'; clientId: string; status: 'canceled' | 'registered' | null };

const clientId = fc.constantFrom(...CLIENTS);
const ops = fc.array(
  fc.oneof<fc.Arbitrary<Op>[]>(
    fc.record({
      kind: fc.constant('checkin' as const),
      clientId,
      action: fc.constantFrom('in' as const, 'out' as const),
      time: fc.integer({ min: 1, max: 30 }),
    }),
    fc.record({ kind: fc.constant('forget' as const), which: fc.nat(20) }),
    fc.record({
      kind: fc.constant('act' as const),
      clientId: fc.constantFrom(...CLIENTS, 'client_new', 'client_later'),
      time: fc.integer({ min: 0, max: 30 }),
      row: fc.constantFrom<Omit<EntryRow, 'clientId'>[]>(
        { in: true },
        { in: false },
        { placement: { tableId: 't1' } },
        { placement: null },
      ),
    }),
    fc.record({ kind: fc.constant('undone' as const), which: fc.nat(5) }),
    fc.constant({ kind: 'fold' as const }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), clientId }),
    fc.record({ kind: fc.constant('told' as const), clientId, canceled: fc.boolean() }),
    fc.record({
      kind: fc.constant('registration' as const),
      clientId,
      status: fc.constantFrom('canceled' as const, 'canceled' as const, 'registered' as const, null),
    }),
  ),
  { maxLength: 30 },
);

const entry = (id: string, checkInTime: number | null = null) => ({
  clientId: id,
  checkInTime,
  updatedTime: 1,
});
const sessionDoc = (rev: string, clients: Session['clients']) =>
  ({ _id: SESSION, _rev: rev, type: 'session', title: 'D', date: 0, status: 'ongoing', clients }) as const;
const clientDoc = (id: string, rev: string, deletedAt: number | null, canceled = false) => ({
  ...{
    _id: id,
    _rev: rev,
    type: 'client',
    forename: 'A',
    surname: 'B',
    consumerId: consumerOf(id),
    canceled,
  },
  ...{ language: 'en', category: 'indiv', metadata: {}, deletedAt },
});
const consumerOf = (id: string): string => id.replace('client', 'consumer');
const checkinDoc = (op: Op & { kind: 'checkin' }, index: number) =>
  ({
    _id: checkinId(SESSION, op.time, `x${index}`),
    _rev: '1-a',
    type: 'checkin',
    ...{ sessionId: SESSION, clientId: op.clientId, action: op.action, time: op.time },
    device: { id: 'north', name: 'North' },
    author: { id: 'u', name: 'u' },
    method: 'scan',
  }) satisfies Checkin;

const actDoc = ({ clientId: id, time, row }: Op & { kind: 'act' }, index: number) =>
  ({
    ...{
      _id: entryChangeId(SESSION, time, `x${index}`),
      _rev: '1-a',
      type: 'entrychange',
      sessionId: SESSION,
      time,
    },
    device: { id: 'north', name: 'North' },
    author: { id: 'u', name: 'u' },
    rows: [{ clientId: id, ...row }],
  }) satisfies EntryChange;

/** Who came later stands last, until the session is read anew. */
const sorted = (clients: Session['clients'] = []) =>
  [...clients].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));

/** A store with its session, and the plain lists that say what it should show. */
function scene(entries: Session['clients'] = CLIENTS.map((id) => entry(id))) {
  const store = createEventStore('gala', (error) => {
    throw error;
  });
  const put = (...docs: object[]): void => store.apply(docs as StoredDoc[]);
  put(sessionDoc('1-a', entries), ...CLIENTS.map((id) => clientDoc(id, '1-a', null)));
  return { store, put };
}

describe('a document that comes once more, as our own do from the changes feed', () => {
  it.each([
    ['client', clientDoc('client_new', '1-a', null)],
    ['check-in', checkinDoc({ kind: 'checkin', clientId: 'client_a', action: 'in', time: 5 }, 0)],
    ['act', actDoc({ kind: 'act', clientId: 'client_a', time: 5, row: { in: false } }, 0)],
  ])('is not read again: a %s', (_what, plain) => {
    const { store, put } = scene();
    let [reads, told] = [0, 0];
    const watched = (_rev: string) => ({
      ...{ ...plain, _rev },
      get type() {
        reads += 1;
        return plain.type;
      },
    });
    put(watched('1-a'));
    const once = reads;
    expect(once).toBeGreaterThan(0);
    store.subscribe(() => (told += 1));
    put(watched('1-a'));
    expect([reads, told]).toEqual([once, 0]);
    put(watched('2-a'));
    expect(reads).toBeGreaterThan(once);
  });
});

describe('a session with its check-ins laid over', () => {
  it('always shows what a fold of everything would show', () => {
    fc.assert(
      fc.property(ops, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (all, looks) => {
        const { store, put } = scene();
        let stored: Session['clients'] = CLIENTS.map((id) => entry(id));
        let facts: Checkin[] = [];
        let acts: EntryChange[] = [];
        let removedClients: Session['removedClients'] = {};
        const shown = () => {
          const before = { clients: stored, removedClients } as Session;
          return foldCheckins(layChanges(before, registersByClient(acts)), factsByClient(facts));
        };
        const gone = new Set<string>();
        const told = new Set<string>();
        const registrations = new Map<string, string>();
        const isCanceled = (id: string): boolean =>
          registrations.size === 0 ? told.has(id) : registrations.get(id) === 'canceled';
        all.forEach((op, index) => {
          const rev = `${index + 2}-a`;
          if (op.kind === 'checkin') {
            const doc = checkinDoc(op, index);
            facts.push(doc);
            put(doc);
          } else if (op.kind === 'forget') {
            const doc = facts[op.which];
            if (doc === undefined) return;
            facts = facts.filter((one) => one !== doc);
            put({ _id: doc._id, _rev: '2-a', _deleted: true });
          } else if (op.kind === 'act') {
            const doc = actDoc(op, index);
            acts.push(doc);
            put(doc);
          } else if (op.kind === 'undone') {
            const doc = acts[op.which];
            if (doc === undefined) return;
            acts = acts.filter((one) => one !== doc);
            put({ _id: doc._id, _rev: '2-a', _deleted: true });
          } else if (op.kind === 'fold') {
            ({ clients: stored, removedClients } = shown());
            put({ ...sessionDoc(rev, stored), removedClients });
          } else if (op.kind === 'registration') {
            const _id = consumerOf(op.clientId);
            if (op.status === null) registrations.delete(op.clientId);
            else registrations.set(op.clientId, op.status);
            put(
              op.status === null
                ? { _id, _rev: rev, _deleted: true }
                : { _id, _rev: rev, type: 'consumer', status: op.status, metadata: {} },
            );
          } else {
            if (op.kind === 'delete') gone.add(op.clientId);
            if (op.kind === 'restore') gone.delete(op.clientId);
            if (op.kind === 'told') told[op.canceled ? 'add' : 'delete'](op.clientId);
            put(clientDoc(op.clientId, rev, gone.has(op.clientId) ? 1 : null, told.has(op.clientId)));
          }
          // Not after each step: several changes between two looks come together.
          if (looks[index] !== true) return;
          // What commands decide on: those of deleted clients too, in order, with their tombstones.
          const laid = layChanges({ clients: stored, removedClients } as Session, registersByClient(acts));
          expect(store.entriesOf(SESSION)?.session.clients).toEqual(laid.clients);
          expect(store.entriesOf(SESSION)?.session.removedClients).toEqual(laid.removedClients);
          const wanted = shown().clients.flatMap((one) => {
            if (gone.has(one.clientId)) return [];
            return one.placement != null && isCanceled(one.clientId) ? { ...one, placement: null } : one;
          });
          const staying = wanted.filter(({ clientId: id }) => !isCanceled(id));
          expect(sorted(store.session(SESSION)?.clients)).toEqual(sorted(wanted));
          expect(sorted(store.withoutCanceled(SESSION)?.clients)).toEqual(sorted(staying));
          const present = laid.clients.filter(({ clientId: id }) => !gone.has(id));
          expect(store.withHeldPlaces(SESSION)?.clients).toEqual(present);
          const inside = [...factsByClient(facts)].flatMap(([id, own]) => {
            const since = holding(admissionsOf(own))?.time;
            const isDeleted = gone.has(id);
            const goneAt = isDeleted ? 1 : laid.removedClients[id];
            return since === undefined || goneAt === undefined
              ? []
              : [{ clientId: id, since, isDeleted, goneAt }];
          });
          inside.sort((a, b) => a.since - b.since || (a.clientId < b.clientId ? -1 : 1));
          expect(store.goneInside(SESSION)).toEqual(inside);
          expect(store.goneInside(SESSION)).toBe(store.goneInside(SESSION));
          expect(store.counts(SESSION)).toEqual({
            expected: wanted.filter(({ clientId: id, checkInTime: at }) => at !== null || !isCanceled(id))
              .length,
            arrived: wanted.filter(({ checkInTime }) => checkInTime !== null).length,
          });
        });
      }),
    );
  });

  it('is not laid anew for each client who is deleted', () => {
    const { store, put } = scene();
    const [first = '', second = '', ...others] = CLIENTS;
    put(actDoc({ kind: 'act', clientId: second, time: 5, row: { placement: { tableId: 't1' } } }, 0));
    const moved = () => store.session(SESSION)?.clients.find(({ clientId }) => clientId === second);
    const before = moved();
    expect(before?.placement).toEqual({ tableId: 't1' });
    put(clientDoc(first, '2-a', 1));
    const now = store.session(SESSION)?.clients.map(({ clientId }) => clientId);
    expect(now).toEqual([second, ...others]);
    expect(moved()).toBe(before);
    put(clientDoc(first, '3-a', null));
    expect(store.session(SESSION)?.clients).toHaveLength(CLIENTS.length);
  });

  it('what commands decide on is as a fold of everything, act by act: who comes, moves, goes and is back', () => {
    const { store, put } = scene();
    const stored = { clients: CLIENTS.map((id) => entry(id)), removedClients: {} } as unknown as Session;
    const acts: EntryChange[] = [];
    const rows: [string, Omit<EntryRow, 'clientId'>][] = [
      ['client_new', { in: true }],
      ['client_later', { in: true }],
      ['client_new', { placement: { tableId: 't1' } }],
      ['client_later', { in: false }],
      ['client_last', { in: true }],
      ['client_later', { in: true }],
      ['client_a', { in: false }],
      ['client_a', { in: true }],
    ];
    for (const [at, [id, row]] of rows.entries()) {
      acts.push(actDoc({ kind: 'act', clientId: id, time: 5 + at, row }, at));
      put(...acts.slice(-1));
      const laid = layChanges(stored, registersByClient(acts));
      expect(store.entriesOf(SESSION)?.session.clients).toEqual(laid.clients);
      expect(store.entriesOf(SESSION)?.session.removedClients).toEqual(laid.removedClients);
    }
  });

  it('is the same object, with the same entries, where nothing changed', () => {
    const { store, put } = scene();
    const before = store.session(SESSION);
    const counted = store.counts(SESSION);
    put(checkinDoc({ kind: 'checkin', clientId: 'client_stranger', action: 'in', time: 5 }, 0));
    put(checkinDoc({ kind: 'checkin', clientId: 'client_b', action: 'out', time: 5 }, 1));
    expect(store.session(SESSION)).toBe(before);
    expect(store.counts(SESSION)).toBe(counted);
    put(checkinDoc({ kind: 'checkin', clientId: 'client_b', action: 'in', time: 6 }, 2));
    const after = store.session(SESSION);
    expect(after).not.toBe(before);
    expect(after?.clients.map((one, index) => one === before?.clients[index])).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(before?.clients[1]?.checkInTime).toBeNull();
    expect(store.counts(SESSION)).toEqual({ expected: 4, arrived: 1 });
  });

  it('hears of a crowd that is cancelled at once, whose entries say nothing of it', () => {
    const crowd = Array.from({ length: 2_300 }, (_, index) => `client_${index}`);
    const { store, put } = scene(crowd.map((id) => entry(id)));
    put(...crowd.map((id) => clientDoc(id, '1-a', null)));
    const before = store.session(SESSION);
    expect(store.withoutCanceled(SESSION)?.clients).toHaveLength(2_300);
    put(...crowd.slice(50).map((id) => clientDoc(id, '2-a', null, true)));
    expect(store.session(SESSION)).not.toBe(before);
    expect(store.withoutCanceled(SESSION)?.clients).toHaveLength(50);
    expect(store.counts(SESSION)).toEqual({ expected: 50, arrived: 0 });
  });

  it('looks for the guests of cancelled registrations once, however many come together', () => {
    const documents = createDocumentMaps();
    let walks = 0;
    const watched: typeof documents = {
      ...documents,
      all(type) {
        walks += Number(type === 'client');
        return documents.all(type);
      },
    };
    const canceled = createCanceled(watched);
    const put = (doc: object): void => {
      const changed = canceled.before((doc as StoredDoc)._id);
      documents.set(doc as never);
      changed();
    };
    for (const id of CLIENTS) put(clientDoc(id, '1-a', null));
    const registrations = (status: string) =>
      CLIENTS.map((id) => ({ _id: consumerOf(id), type: 'consumer', status }));
    registrations('registered').forEach(put);
    expect(canceled.taken()).toBe('all');
    registrations('canceled').forEach(put);
    expect(canceled.taken()).toEqual(CLIENTS);
    expect([walks, canceled.taken()]).toEqual([1, []]);
  });

  it('shows every entry of a client that was entered twice', () => {
    const { store, put } = scene([entry('client_a'), entry('client_b'), entry('client_a')]);
    expect(store.counts(SESSION).arrived).toBe(0);
    put(checkinDoc({ kind: 'checkin', clientId: 'client_a', action: 'in', time: 7 }, 0));
    expect(store.session(SESSION)?.clients.map(({ checkInTime }) => checkInTime)).toEqual([7, null, 7]);
    expect(store.counts(SESSION).arrived).toBe(2);
  });
});
