import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectCheckIn } from '#domain/checkins/admissions.ts';
import { factsByClient } from '#domain/checkins/checkin.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session } from '#domain/documents/session.ts';
import { layChanges, registersByClient } from '#domain/entries/layChanges.ts';
import type { Storage } from '../storage/types.ts';
import { WITH_EACH_STEP } from './testing/storages.ts';
import { checkin, client, entry, entryChange, meta, session, T0, World } from './testing/world.ts';
import type { Worker } from './types.ts';

const GUESTS = ['Ada', 'Bo', 'Cleo'];

type Step =
  | { kind: 'checkin'; guest: number; at: number; out: boolean; names: number | null }
  | { kind: 'phone'; guest: number }
  | { kind: 'seat'; guest: number; table: number }
  | { kind: 'fork'; guest: number; table: number }
  | { kind: 'act'; guest: number; table: number; late: number }
  | { kind: 'restart' | 'crash' | 'second' | 'settle' };

const guest = fc.nat(GUESTS.length - 1);
/** Which of the check-ins before it this one takes back, if it is of the same guest. */
const names = fc.option(fc.nat(20));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('checkin' as const), guest, at: fc.nat(50), out: fc.boolean(), names }),
  fc.record({ kind: fc.constant('phone' as const), guest }),
  fc.record({ kind: fc.constant('seat' as const), guest, table: fc.nat(5) }),
  fc.record({ kind: fc.constant('fork' as const), guest, table: fc.nat(5) }),
  // Some arrive long after what others wrote.
  fc.record({
    kind: fc.constant('act' as const),
    guest,
    table: fc.nat(5),
    late: fc.constantFrom(0, 0, 2500),
  }),
  fc.record({
    kind: fc.constantFrom('restart' as const, 'crash' as const, 'second' as const, 'settle' as const),
  }),
);

/** Runs the steps against real workers; says what must hold whatever the order. */
async function run(storage: Storage, steps: readonly Step[]): Promise<void> {
  const world = new World(storage);
  const db = await world.createEvent();
  await db.bulkDocs([...GUESTS.map((name) => client(name)), session(GUESTS.map((name) => entry(name)))]);
  const workers: Worker[] = [world.start()];
  // Two changes of one document that no worker saw apart are one change: the creations count by themselves.
  await workers[0]?.idle();
  const checkins: Checkin[] = [];
  const acts: EntryChange[] = [];
  let clock = T0;
  const phones: string[] = [];
  const nameOf = (index: number) => GUESTS[index] ?? 'Ada';
  const seat = (doc: object, index: number, table: number) => ({
    clients: (doc as Session).clients.map((one) =>
      one.clientId === entry(nameOf(index)).clientId
        ? { ...one, placement: { tableId: `t${table}` }, updatedTime: clock }
        : one,
    ),
    metadata: { ...meta(clock), detailsAt: T0 },
  });

  for (const one of steps) {
    clock += 1000;
    switch (one.kind) {
      case 'checkin': {
        const named = checkins[one.names ?? -1];
        const doc = checkin(nameOf(one.guest), T0 + one.at, {
          action: one.out ? 'out' : 'in',
          device: { id: `d${checkins.length}`, name: 'Door' },
          ...(named?.clientId === entry(nameOf(one.guest)).clientId ? { cancels: named._id } : {}),
        });
        checkins.push(doc as unknown as Checkin);
        await db.put(doc);
        break;
      }
      case 'act': {
        const { clientId } = entry(nameOf(one.guest));
        // Tables that nobody but the acts names.
        const row = {
          clientId,
          placement: { tableId: `act${one.table}` },
          from: { placement: { tableId: 'x' } },
        };
        const doc = entryChange(clock - one.late, [row]);
        acts.push(doc as unknown as EntryChange);
        await db.put(doc);
        break;
      }
      case 'phone': {
        const phone = `+41 22 ${String(phones.length).padStart(7, '0')}`;
        await world.change(db, entry(nameOf(one.guest)).clientId, () => ({ phone, metadata: meta(clock) }));
        phones.push(phone);
        await Promise.all(workers.map((worker) => worker.idle()));
        break;
      }
      case 'seat':
        await retry(() => world.change(db, 'session_dinner', (doc) => seat(doc, one.guest, one.table)));
        break;
      case 'fork': {
        const doc = await db.get('session_dinner', { revs: true });
        const { start, ids } = doc._revisions ?? { start: 1, ids: [] };
        const hash = String(clock).padStart(32, '0');
        const parent = { start: start - 1, ids: ids.slice(1) };
        if (parent.start === 0) break;
        const fork = {
          ...doc,
          ...seat(doc, one.guest, one.table),
          _rev: `${start}-${hash}`,
          _revisions: { start, ids: [hash, ...parent.ids] },
        };
        await db.bulkDocs([fork], { new_edits: false });
        break;
      }
      case 'settle':
        await Promise.all(workers.map((worker) => worker.idle()));
        break;
      case 'restart':
        await Promise.all(workers.splice(0).map((worker) => worker.stop()));
        workers.push(world.start());
        break;
      case 'crash': {
        // The position of long ago is what a crash leaves behind at worst.
        await Promise.all(workers.splice(0).map((worker) => worker.stop()));
        const workerDb = await storage.open('foyer-worker');
        const position = await workerDb.get('_local/position_event-gala').catch(() => null);
        if (position !== null) await workerDb.remove(position as never);
        workers.push(world.start());
        break;
      }
      case 'second':
        world.now += 3_600_000;
        workers.push(world.start());
        break;
    }
  }
  for (let pass = 0; pass < 2; pass++) await Promise.all(workers.map((worker) => worker.idle()));

  const stored = (await db.get('session_dinner', { conflicts: true })) as unknown as Session & {
    _conflicts?: [];
  };
  expect(stored._conflicts).toBeUndefined();
  const facts = factsByClient(checkins);
  for (const one of stored.clients) {
    expect(one.checkInTime).toBe(projectCheckIn(null, facts.get(one.clientId) ?? []));
  }
  // The session says all that the acts say, and folding once more changes nothing.
  expect(layChanges(stored, registersByClient(acts))).toBe(stored);
  const history = await world.history();
  const seats = history.filter(({ code }) => code === 'placement_changed');
  const toAct = ({ params }: (typeof seats)[number]) =>
    (params as { to: { table: string } | null }).to?.table.startsWith('act') === true;
  expect(seats.filter(toAct).map(({ author }) => author.name)).toEqual(acts.map(() => 'Zoe'));
  expect(seats.filter(({ author }) => author.name === 'Zoe')).toHaveLength(acts.length);
  expect(new Set(history.map(({ _id }) => _id)).size).toBe(history.length);
  const byCode = (...codes: string[]) => history.filter(({ code }) => codes.includes(code));
  expect(byCode('checked_in', 'checkin_restored', 'checkin_cancelled')).toHaveLength(
    new Set(checkins.map(({ _id }) => _id)).size,
  );
  expect(byCode('client_created')).toHaveLength(GUESTS.length);
  expect(byCode('session_created')).toHaveLength(1);
  const told = byCode('client_updated').map(
    ({ params }) => (params as { changes: { to: string }[] }).changes[0]?.to,
  );
  expect(told).toHaveLength(phones.length);
  expect(new Set(told)).toEqual(new Set(phones));
  expect(workers.map((worker) => worker.status().failed)).toEqual(workers.map(() => 0));
  await Promise.all(workers.map((worker) => worker.stop()));
  await world.close();
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // A fold came between.
      if ((error as { status?: number }).status !== 409) throw error;
    }
  }
}

describe.each(WITH_EACH_STEP)(
  'any order of check-ins, edits, conflicts, restarts and second workers on %s',
  (name, open) => {
    test('ends with the same projection, no conflict, and each history event exactly once', async () => {
      const steps = fc.array(step, { minLength: 3, maxLength: 25 });
      const explore = async (numRuns: number): Promise<void> => {
        const details = await fc.check(
          fc.asyncProperty(steps, async (list) => run(await open(), list)),
          { numRuns },
        );
        expect(await fc.asyncDefaultReportMessage(details)).toBeUndefined();
      };
      // Over HTTP a run is some 260 requests, one after the other, most of which wait for a disk: fewer runs, and all at once.
      const each = name === 'LevelDB' ? 2 : 1;
      await (name === 'memory' ? explore(40) : Promise.all([1, 2, 3, 4, 5].map(() => explore(each))));
    }, 120_000);
  },
);
