import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writing } from '#domain/commands/command.ts';
import { admit } from '#domain/commands/checkIn.ts';
import type { ImportJournal } from '#domain/commands/importClients.ts';
import { planUpdates, updateKnown } from '#domain/commands/updateKnown.ts';
import { removeCreated } from '#domain/commands/undoMany.ts';
import { register, seat } from '#domain/commands/entries.ts';
import { savePlan } from '#domain/commands/plan.ts';
import { setConsumerStatus } from '#domain/commands/consumers.ts';
import { changeStatus } from '#domain/commands/sessions.ts';
import { run } from '#domain/commands/run.ts';
import { NOTHING_TO_UNDO } from '#domain/clients/undo.ts';
import { setCovid, updateClient } from '#domain/commands/clients.ts';
import type { Client } from '#domain/documents/client.ts';
import { FOYER } from '#domain/documents/common.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import { err } from '#domain/result.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { changeMany } from '#domain/work/changeMany.ts';
import { importClients } from '#domain/work/importClients.ts';
import {
  bothLeft,
  takeBackUnfinished,
  type JournalKeeper,
  type LeftOfImports,
} from '#domain/work/importLeft.ts';
import { undoMany } from '#domain/work/undoMany.ts';
import { toldBefore, type Work } from '#domain/work/work.ts';
import { client, consumer, openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

/* Imports, acts on many clients and their undo, on every side: in the browser's database and on each storage of the server. */

const sessionId = 'session_s';
const [ada, bob, cora, dan] = ['client_ada', 'client_bob', 'client_cora', 'client_dan'] as const;
const table = {
  ...{ type: 'circle' as const, number: 1, seats: 3, position: { x: 10, y: 10 } },
  ...{ rotation: 0, scale: 1 },
};
const plan: Plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } };

const planned = (number: string, seatIndex: number | null = null): PlannedClient => ({
  ...{ line: 2, number, title: null, forename: 'Guest', surname: `No ${number}`, company: '' },
  ...{ category: 'media', language: 'en', email: '', phone: '', notes: '', address: null },
  registrations: [{ sessionId, placement: seatIndex === null ? null : placementAt('t', seatIndex) }],
});
/** More than one portion. */
const many = (count = 150): PlannedClient[] => Array.from({ length: count }, (_, at) => planned(`M${at}`));

function journal(): JournalKeeper & { now: ImportJournal; left: LeftOfImports | null } {
  const keeper = {
    now: { pairs: [], acts: [], fields: [] } as ImportJournal,
    left: null as LeftOfImports | null,
    leave: (left: LeftOfImports) => {
      keeper.left = bothLeft(keeper.left, left);
      return Promise.resolve();
    },
    read: () => Promise.resolve(keeper.now),
    write: (next: ImportJournal) => {
      keeper.now = next;
      return Promise.resolve();
    },
  };
  return keeper;
}

/** Work whose process ends once something was noted, and written. */
const endingIn = (work: Work, keeper: ReturnType<typeof journal>, words: string): Work => ({
  ...work,
  run: work.run.bind(work),
  pause: () => (keeper.now.pairs.length > 0 ? Promise.reject(new Error(words)) : Promise.resolve()),
});

describe.each(SIDES)('work on many clients on %s', (kind) => {
  let scene: CommandScene;
  let work: Work;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
    ({ work } = scene);
    await scene.valueOf(savePlan, { sessionId, plan });
  });
  afterEach(() => scene.close());

  const value = async <T>(outcome: Promise<{ ok: true; value: T } | { ok: false; error: object }>) => {
    const result = await outcome;
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  /** As a command sees it. */
  async function seen(): Promise<{ session: Session | null; clients: Client[]; consumers: string[] }> {
    const looked = await work.run(
      (view) =>
        writing({
          session: view.session(sessionId),
          clients: [...view.clients().values()],
          consumers: [...view.documents('consumer').keys()],
        }),
      null,
    );
    if (!looked.ok) throw new Error(looked.error.code);
    return looked.value.value;
  }
  const entries = async (): Promise<Map<string, SessionEntry>> =>
    new Map((await seen()).session?.clients.map((entry) => [entry.clientId, entry]));
  const numbers = async (): Promise<string[]> =>
    (await seen()).clients.map(({ number }) => number ?? '').sort();
  const before = ['ada', 'bob', 'cora', 'dan'];
  /** Registrations for the session and for 39 more. */
  async function inFortySessions(): Promise<PlannedClient['registrations']> {
    const more = Array.from({ length: 39 }, (_, at) => `session_more${at}`);
    const stored = (await seen()).session;
    await scene.put(more.map((_id) => ({ ...stored, _id, _rev: undefined, clients: [] })) as never[]);
    await expect.poll(() => scene.heard(more)).toBe(true);
    return [sessionId, ...more].map((id) => ({ sessionId: id, placement: null }));
  }

  it('an import creates, seats and registers all; its undo leaves who was touched [IMPORT-03] [IMPORT-05]', async () => {
    const keeper = journal();
    const told: number[] = [];
    const rows = [planned('A1', 0), planned('A2', 0), planned('A3'), planned('')];
    const done = await value(
      importClients(work, keeper, rows, { onProgress: (at, total) => told.push(at / total) }),
    );
    expect(done).toMatchObject({ created: 4, unplaced: 1, canceled: false });
    expect([told[0], told.at(-1), keeper.now]).toEqual([0, 1, { pairs: [], acts: [], fields: [] }]);
    const { clients, session } = await seen();
    const imported = clients.filter(({ surname }) => surname.startsWith('No '));
    const registered = new Map(session?.clients.map((entry) => [entry.clientId, entry]));
    expect(imported.map(({ _id }) => registered.has(_id))).toEqual([true, true, true, true]);
    const byNumber = new Map(imported.map((one) => [one.number, one]));
    const idOf = (number: string): string => byNumber.get(number)?._id ?? '';
    expect(registered.get(idOf('A1'))?.placement).toMatchObject({ tableId: 't', seatIndex: 0 });
    expect(registered.get(idOf('A2'))?.placement).toBeNull();
    expect(await scene.read(byNumber.get('A1')?.consumerId ?? '')).toMatchObject({
      ...{ status: 'registered', paymentType: 'none', registration: { rate: 100 } },
    });
    expect([...byNumber.keys()].some((number) => /^[0-9A-Z]{8}$/.test(number ?? ''))).toBe(true);

    await scene.valueOf(setCovid, { clientId: idOf('A1'), covid: true });
    await scene.valueOf(admit, { sessionId, clientId: idOf('A2'), method: 'list' });
    const undone = await value(undoMany(work, done.undo));
    expect(undone.restored).toBe(4);
    expect(undone.conflicts.map(({ id }) => id).sort()).toEqual([idOf('A1'), idOf('A2')].sort());
    expect(await numbers()).toEqual(['A1', 'A2', ...before]);
    const gone = byNumber.get('A3');
    expect(await scene.read(gone?._id ?? '')).toMatchObject({ deletedAt: expect.any(Number) as number });
    expect((await seen()).consumers).not.toContain(gone?.consumerId);
    expect((await entries()).has(idOf('A3'))).toBe(false);
  });

  it('an undo that is stopped on the way leaves a rest, which the same record takes back', async () => {
    const before = await seen();
    const { undo } = await value(importClients(work, journal(), many(300)));
    const controller = new AbortController();
    const stopped = await value(
      undoMany(work, undo, {
        signal: controller.signal,
        onProgress: (at, total) => void (at > total / 2 && controller.abort()),
      }),
    );
    expect(stopped).toMatchObject({ conflicts: [], stopped: true });
    const half = (await seen()).clients.length - before.clients.length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(300);
    expect(await value(undoMany(work, undo))).toMatchObject({ conflicts: [] });
    const after = await seen();
    expect([after.clients.length, after.consumers.length]).toEqual([
      before.clients.length,
      before.consumers.length,
    ]);
  });

  it('an undo takes back whom a message did not reach, and leaves who has one', async () => {
    const { undo } = await value(
      importClients(work, journal(), [planned('N1'), planned('N2'), planned('N3'), planned('N4')]),
    );
    const [first, second, third, fourth] = undo.created.map(({ consumerId }) => consumerId);
    /** As the server notes it, without a stamp. */
    const told = async (id = '', more: object = {}, ok = false) => {
      const attempt = { ok, error: ok ? null : 'disabled', date: 5 };
      await scene.put([{ ...(await scene.read(id)), notifs: { notif_n: [attempt] }, ...more } as never]);
    };
    await told(first);
    await told(second, {}, true);
    const stamp = { author: { id: 'u', name: 'U' }, createdAt: 1, updatedAt: 2 };
    await told(third, { notifMethod: 'sms', metadata: stamp }, true);
    // With the status that comes with a message.
    await told(fourth, { status: 'notice_sent', metadata: { ...stamp, author: FOYER } }, true);
    // The last that is heard of.
    await scene.put([consumer('told') as never]);
    await expect.poll(() => scene.heard(['consumer_told'])).toBe(true);
    const before = await seen();
    const { conflicts } = await value(undoMany(work, undo));
    const reasons = ['message_sent', 'changed_since', 'message_sent'];
    expect(conflicts).toEqual(
      undo.created.slice(1).map(({ clientId }, at) => ({ id: clientId, reason: reasons[at] })),
    );
    expect((await seen()).consumers).toEqual(before.consumers.filter((id) => id !== first));
  });

  it('rows of one order are one registration, over portions too; its undo leaves it with whoever was touched', async () => {
    const row = (party: string | undefined, at: number): PlannedClient => {
      const { address } = { address: { street: 'Quai 1', zip: '1000', city: 'Lausanne', country: '' } };
      const own = { forename: `Guest ${at}`, email: 'ada@example.org', address: at === 1 ? address : null };
      return { ...planned(''), ...own, ...(party === undefined ? {} : { party }) };
    };
    const before = await seen();
    const rows = [row('A', 0), row('A', 1), ...Array.from({ length: 120 }, (_, at) => row(`L${at}`, at + 9))];
    rows.push(row(undefined, 500), row(undefined, 501), row('A', 2));
    const { undo } = await value(importClients(work, journal(), rows));
    const after = await seen();
    expect(after.consumers.length - before.consumers.length).toBe(1 + 120 + 2);
    const made = after.clients.filter(({ _id }) => undo.created.some(({ clientId }) => clientId === _id));
    const party = made.filter(({ forename }) => ['Guest 0', 'Guest 1', 'Guest 2'].includes(forename));
    expect(new Set(party.map(({ consumerId }) => consumerId)).size).toBe(1);
    const numbers = party.map(({ number }) => number ?? '').sort();
    expect(numbers.map((number) => number.slice(-3))).toEqual(['-01', '-02', '-03']);
    expect(new Set(numbers.map((number) => number.slice(0, -3))).size).toBe(1);
    const [first] = party;
    const consumerId = first?.consumerId ?? '';
    expect(await scene.read(consumerId)).toMatchObject({
      ...{ person: { forename: 'Guest 0' }, address: { city: 'Lausanne' } },
    });

    // One of the party was renamed since: that guest stays, and so does the registration.
    const touched = party.find(({ forename }) => forename === 'Guest 2');
    await scene.valueOf(setCovid, { clientId: touched?._id ?? '', covid: true });
    await value(undoMany(work, undo));
    const left = await seen();
    expect(left.clients.length).toBe(before.clients.length + 1);
    expect(left.consumers.filter((id) => !before.consumers.includes(id))).toEqual([consumerId]);
  });

  it('rows of an order that is known come into its registration, which an undo or a crash leaves as it was', async () => {
    const order = (number: string, more: object) => ({ ...planned(number), party: 'A7BCD', ...more });
    const first = await value(
      importClients(work, journal(), [order('', { forename: 'Ada' }), order('', { forename: 'Bob' })]),
    );
    const consumerId = first.undo.created[0]?.consumerId ?? '';
    const there = await scene.read(consumerId);
    expect(there).toMatchObject({ orderCode: 'A7BCD' });
    const before = await seen();
    const later = [
      order('', { forename: 'Zoe', joins: consumerId }),
      order('T9', { forename: 'Max', joins: consumerId }),
      // It was cancelled meanwhile, or is not there.
      order('', { forename: 'Kim', joins: 'consumer_none' }),
    ];
    const keeper = journal();
    const { undo } = await value(importClients(work, keeper, later));
    const after = await seen();
    expect(after.consumers.length).toBe(before.consumers.length + 1);
    const party = after.clients.filter((client) => client.consumerId === consumerId);
    const tails = party.map(({ number = '' }) => (number === 'T9' ? number : (number ?? '').slice(-3)));
    expect(tails.sort()).toEqual(['-01', '-02', '-03', 'T9']);
    expect(after.session?.clients.map(({ clientId }) => clientId)).toEqual(
      expect.arrayContaining(party.map(({ _id }) => _id)),
    );
    // Nothing is written of the registration itself, and it is no reason to leave who came.
    expect(await scene.read(consumerId)).toEqual(there);
    expect((await value(undoMany(work, undo))).conflicts).toEqual([]);
    const back = await seen();
    expect([back.consumers.toSorted(), back.clients.length]).toEqual([
      before.consumers.toSorted(),
      before.clients.length,
    ]);

    // The others are gone by then: the registration is still not the import's.
    const { undo: again } = await value(importClients(work, journal(), later.slice(0, 1)));
    const others = first.undo.created.map(({ clientId }) => clientId);
    await value(changeMany(work, others, { kind: 'delete' }));
    await value(undoMany(work, again));
    expect((await seen()).consumers).toContain(consumerId);

    const dying = journal();
    const died = endingIn(work, dying, 'died');
    await expect(importClients(died, dying, later.slice(0, 1))).rejects.toThrow('died');
    expect(dying.now.pairs).toMatchObject([[expect.any(String) as string, consumerId, 'joins']]);
    await value(takeBackUnfinished(work, dying));
    const end = await seen();
    expect(end.consumers).toContain(consumerId);
    expect(end.clients.some((client) => client.consumerId === consumerId)).toBe(false);
  });

  it('an undo of an import leaves a registration that tells of money', async () => {
    const before = await seen();
    const { undo } = await value(importClients(work, journal(), [planned('A1'), planned('A2')]));
    const consumerId = undo.created[0]?.consumerId ?? '';
    const paid = await work.run((view) => {
      const known = view.stored('consumer', consumerId);
      if (known === null) return err({ code: 'not_found' });
      return writing(null, { ...known, transfers: [{ id: 'camt-1', day: '2026-02-01', amount: 2500 }] });
    }, null);
    expect(paid.ok).toBe(true);
    // As the undo of an act knows it, whose registration has only heard of money since.
    const created = await Promise.all(
      undo.created.map(async (one) => ({
        ...one,
        consumerRev: String((await scene.read(one.consumerId))?._rev),
      })),
    );
    await value(undoMany(work, { ...undo, created }));
    const left = await seen();
    expect(left.clients.length).toBe(before.clients.length);
    expect(left.consumers.filter((id) => !before.consumers.includes(id))).toEqual([consumerId]);
  });

  it('a status by hand ends what a place that was not paid in time means, as one at the guest does; its undo brings that back', async () => {
    const id = 'consumer_ada';
    const of = async () => {
      const { status, statusBefore = null, hold = null } = (await scene.read(id)) ?? {};
      return { status, statusBefore, hold };
    };
    const was = await of();
    const put = (changes: Partial<Consumer>) =>
      value(
        work.run((view) => {
          const known = view.stored('consumer', id);
          return known === null ? err({ code: 'not_found' }) : writing(null, { ...known, ...changes });
        }, null),
      );
    const over = { status: 'canceled', statusBefore: 'ticket_sent', hold: { until: 5, over: true } } as const;
    await put(over);
    const back = await value(changeMany(work, [ada], { kind: 'status', value: 'registered' }));
    expect(back.changed).toBe(1);
    expect(await of()).toEqual({ status: 'registered', statusBefore: null, hold: null });
    expect(await value(undoMany(work, back.undo))).toEqual({ restored: 1, conflicts: [] });
    expect(await of()).toEqual(over);

    const again = await value(changeMany(work, [ada], { kind: 'status', value: 'registered' }));
    await value(changeMany(work, [ada], { kind: 'status', value: 'canceled' }));
    expect(await value(undoMany(work, again.undo))).toEqual({ restored: 0, conflicts: [] });
    expect(await of()).toEqual({ status: 'canceled', statusBefore: null, hold: null });
    await put(was as Partial<Consumer>);
  });

  it('an import updates guests who are there, in the same act and the same undo', async () => {
    const registrations = [{ sessionId, placement: null }];
    const update = [
      { line: 3, clientId: ada, changes: { company: 'Analytical', diet: 'vegan' }, registrations: [] },
      { line: 4, clientId: dan, changes: {}, registrations },
      { line: 5, clientId: bob, changes: { surname: 'Guest' }, registrations: [] },
    ];
    const wasAt = (await entries()).get(ada);
    const done = await value(importClients(work, journal(), [planned('N1')], { update }));
    // Bob's name is what it was.
    expect(done).toMatchObject({ created: 1, updated: 2 });
    expect(await scene.read(ada)).toMatchObject({ company: 'Analytical', diet: 'vegan', number: 'ada' });
    expect((await entries()).has(dan)).toBe(true);
    expect((await entries()).get(ada)).toEqual(wasAt);

    await scene.valueOf(updateClient, { clientId: ada, fields: { company: 'Other' } });
    const undone = await value(undoMany(work, done.undo));
    expect(undone.conflicts.map(({ id }) => id)).toEqual([ada]);
    expect(await scene.read(ada)).toMatchObject({ company: 'Other' });
    expect((await scene.read(ada))?.['diet'] ?? '').toBe('');
    expect((await entries()).has(dan)).toBe(false);
    expect(await numbers()).toEqual(before);
    expect((await value(importClients(work, journal(), [], { update: [update[0] as never] }))).updated).toBe(
      1,
    );
  });

  it('gives back several fields of one guest', async () => {
    const changes = { company: 'Analytical', diet: 'vegan', notes: 'aisle' };
    const update = [{ line: 3, clientId: ada, changes, registrations: [] }];
    const was = await scene.read(ada);
    const { undo } = await value(importClients(work, journal(), [], { update }));
    expect(await scene.read(ada)).toMatchObject(changes);
    expect(await value(undoMany(work, undo))).toEqual({ restored: 1, conflicts: [] });
    const { company, diet, notes } = (await scene.read(ada)) ?? {};
    expect({ company, diet, notes }).toEqual({
      ...{ company: was?.['company'], diet: was?.['diet'], notes: was?.['notes'] },
    });
  });

  it('an update of how somebody is reached is one of where messages go, and is given back with it', async () => {
    const personOf = async (id: string) => (await scene.read(`consumer_${id}`))?.['person'];
    const name = async (id: string) => {
      const { forename, surname } = (await scene.read(`client_${id}`)) ?? {};
      return { forename, surname };
    };
    const persons = work.run((view) => {
      const [first, second] = ['ada', 'bob'].map((id) => view.stored('consumer', `consumer_${id}`));
      if (first == null || second == null) return err({ code: 'not_found' });
      const [one, two] = ['ada', 'bob'].map((id) => view.stored('client', `client_${id}`));
      const person = { forename: one?.forename ?? '', surname: one?.surname ?? '' };
      const other = { forename: two?.forename ?? '', surname: 'Payer' };
      return writing(null, { ...first, person }, { ...second, person: other });
    }, null);
    await value(persons);
    const was = [await personOf('ada'), await personOf('bob')];
    const moved = (id: string, email: string) => ({
      ...{ line: 3, clientId: `client_${id}`, changes: { email }, registrations: [] },
    });
    const update = [
      moved('ada', 'a@example.org'),
      moved('bob', 'b@example.org'),
      moved('ada', 'c@example.org'),
    ];
    const planning = await value(work.run(planUpdates, update));
    expect(planning.value.filter(({ type }) => type === 'consumer').map(({ after }) => after)).toEqual([
      { ...(await name('ada')), email: 'a@example.org' },
      { ...(await name('ada')), email: 'c@example.org' },
    ]);
    const done = await value(importClients(work, journal(), [], { update }));
    expect(done.updated).toBe(2);
    expect(await personOf('ada')).toEqual({ ...(await name('ada')), email: 'c@example.org' });
    expect(await personOf('bob')).toEqual(was[1]);
    expect((await value(undoMany(work, done.undo))).conflicts).toEqual([]);
    expect([await personOf('ada'), await personOf('bob')]).toEqual(was);
  });

  it('an update writes the address of the registration, and gives it back unless somebody changed it since', async () => {
    const moved = (id: string) => ({
      ...{ line: 3, clientId: `client_${id}`, changes: { company: 'Analytical' }, registrations: [] },
      address: { consumerId: `consumer_${id}`, changes: { street: 'Rue 1', city: 'Nyon' } },
    });
    const addressOf = async (id: string) => (await scene.read(`consumer_${id}`))?.['address'];
    const was = await addressOf('ada');
    const done = await value(importClients(work, journal(), [], { update: [moved('ada'), moved('bob')] }));
    expect(done.updated).toBe(2);
    expect(await addressOf('ada')).toMatchObject({ street: 'Rue 1', city: 'Nyon' });
    // Whoever is of no registration that is there has no address to write.
    expect(
      (await value(importClients(work, journal(), [], { update: [{ ...moved('dan'), changes: {} }] })))
        .updated,
    ).toBe(0);

    const bobs = work.run((view) => {
      const known = view.stored('consumer', 'consumer_bob');
      return known === null
        ? err({ code: 'not_found' })
        : writing(null, { ...known, address: { ...known.address, zip: '1260' } });
    }, null);
    await value(bobs);
    const undone = await value(undoMany(work, done.undo));
    expect(undone.conflicts).toEqual([{ id: 'consumer_bob', reason: 'changed_since' }]);
    expect(await addressOf('ada')).toEqual(was);
    expect(await addressOf('bob')).toMatchObject({ street: 'Rue 1', zip: '1260' });

    // A device that dies with it half written gives it back too.
    const keeper = journal();
    await new Promise<void>((ended) => {
      const ending: Work = {
        ...work,
        async run(command, input, how) {
          if ((command as unknown) !== updateKnown) return work.run(command, input, how);
          await work.run(updateKnown, [moved('ada')]);
          ended();
          return new Promise(() => undefined);
        },
      };
      void importClients(ending, keeper, [planned('N2')], { update: [moved('ada'), moved('cora')] });
    });
    expect(await addressOf('ada')).toMatchObject({ street: 'Rue 1' });
    await value(takeBackUnfinished(work, keeper));
    expect(await addressOf('ada')).toEqual(was);
  });

  it('guests of one registration of which only the address changes are one that is updated', async () => {
    const row = (id: string) => ({
      ...{ line: 3, clientId: `client_${id}`, changes: {}, registrations: [] },
      address: { consumerId: 'consumer_ada', changes: { street: 'Rue 1' } },
    });
    const done = await value(importClients(work, journal(), [], { update: [row('ada'), row('bob')] }));
    expect(done.updated).toBe(1);
  });

  it('what stands in for a registration still gives way to it after a change of many and its undo', async () => {
    const id = 'consumer_ada';
    const made = await work.run((view) => {
      const known = view.stored('consumer', id);
      if (known === null) return err({ code: 'not_found' });
      const { updatedAt: _updatedAt, ...metadata } = known.metadata;
      return writing(null, { ...known, standsIn: true, metadata });
    }, null);
    await value(Promise.resolve(made));
    const edited = async () => (await scene.read(id))?.['metadata'] as { updatedAt?: number };
    const { undo } = await value(changeMany(work, [ada], { kind: 'status', value: 'canceled' }));
    expect(await scene.read(id)).toMatchObject({ status: 'canceled' });
    expect((await edited()).updatedAt).toBeUndefined();
    await value(undoMany(work, undo));
    expect((await scene.read(id))?.['status']).not.toBe('canceled');
    expect((await edited()).updatedAt).toBeUndefined();
  });

  it('two rows far apart that change one guest, and one address, go back to what stood there before both', async () => {
    const row = (company: string, street: string) => ({
      ...{ line: 3, clientId: ada, changes: { company }, registrations: [] },
      address: { consumerId: 'consumer_ada', changes: { street } },
    });
    const others = Array.from({ length: 200 }, () => ({
      ...{ line: 4, clientId: bob, changes: {}, registrations: [] },
    }));
    const was = [(await scene.read(ada))?.['company'], (await scene.read('consumer_ada'))?.['address']];
    const update = [row('First', 'Rue 1'), ...others, row('Second', 'Rue 2')];
    const { undo } = await value(importClients(work, journal(), [], { update }));
    expect(await scene.read(ada)).toMatchObject({ company: 'Second' });
    expect(await scene.read('consumer_ada')).toMatchObject({ address: { street: 'Rue 2' } });
    expect((await value(undoMany(work, undo))).conflicts).toEqual([]);
    expect([(await scene.read(ada))?.['company'], (await scene.read('consumer_ada'))?.['address']]).toEqual(
      was,
    );
  });

  it('two rows far apart that change one guest, and one address, of whom the process ended between them, are taken back', async () => {
    const row = (company: string, street: string) => ({
      ...{ line: 3, clientId: ada, changes: { company }, registrations: [] },
      address: { consumerId: 'consumer_ada', changes: { street } },
    });
    const update = [row('First', 'Rue 1'), row('Second', 'Rue 2'), row('Third', 'Rue 3')];
    const stands = async () => [
      (await scene.read(ada))?.['company'],
      (await scene.read('consumer_ada'))?.['address'],
    ];
    const was = await stands();
    const planned = (await value(work.run(planUpdates, update))).value;
    for (const written of [[], update.slice(0, 1), update.slice(0, 2), update]) {
      for (const portion of written.map((one) => [one])) await value(work.run(updateKnown, portion));
      const keeper = journal();
      // Of its registrations nothing is there yet: it has not come to its end.
      await keeper.write({ pairs: [], acts: [], more: true, fields: planned });
      await value(takeBackUnfinished(work, keeper));
      expect(await stands()).toEqual(was);
    }
  });

  it('an update of guests whose process ended is taken back by the next, with whom it created', async () => {
    const registrations = [{ sessionId, placement: null }];
    const update = [ada, bob, dan].map((clientId) => ({
      ...{ line: 3, clientId, changes: { company: 'Analytical' }, registrations },
    }));
    const companies = async () => (await seen()).clients.map(({ company }) => company ?? '');
    const was = [await companies(), [...(await entries()).keys()]];
    const keeper = journal();
    for (const written of [[], update.slice(0, 2)]) {
      // The process ends in the middle of a portion.
      await new Promise<void>((ended) => {
        const ending: Work = {
          ...work,
          async run(command, input, how) {
            if ((command as unknown) !== updateKnown) return work.run(command, input, how);
            await work.run(updateKnown, written);
            ended();
            return new Promise(() => undefined);
          },
        };
        void importClients(ending, keeper, [planned('N1')], { update });
      });
      expect((await companies()).filter((one) => one === 'Analytical')).toHaveLength(written.length);
      expect(await numbers()).toContain('N1');
      await value(takeBackUnfinished(work, keeper));
      expect([await companies(), [...(await entries()).keys()]]).toEqual(was);
      expect([await numbers(), keeper.now.fields]).toEqual([before, []]);
    }

    // All of it is written, only the journal not emptied yet.
    const kept: ImportJournal[] = [];
    const late: JournalKeeper = {
      ...{ read: keeper.read, leave: keeper.leave },
      async write(next) {
        if (next.pairs.length > 0) kept.push(next);
        await keeper.write(next);
      },
    };
    await value(importClients(work, late, [planned('N1')], { update }));
    await keeper.write(kept.at(-1) ?? keeper.now);
    await value(takeBackUnfinished(work, keeper));
    expect([await numbers(), keeper.now.fields]).toEqual([['N1', ...before], []]);
    expect((await companies()).filter((company) => company === 'Analytical')).toHaveLength(3);
  });

  it('is told to stop while it changes guests: nothing of it remains', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => `client_x${at}`);
    await scene.put(
      ids.map((id) => ({ ...client(id.slice('client_'.length)), consumerId: null })) as never[],
    );
    await expect.poll(() => scene.heard(ids)).toBe(true);
    const update = ids.map((clientId) => ({
      ...{ line: 3, clientId, changes: { company: 'Analytical' }, registrations: [] },
    }));
    const controller = new AbortController();
    const onProgress = (at: number): void => {
      if (at >= 200) controller.abort();
    };
    const keeper = journal();
    const done = importClients(work, keeper, [], { update, signal: controller.signal, onProgress });
    expect(await value(done)).toMatchObject({ updated: 0, canceled: true });
    expect((await seen()).clients.filter(({ company }) => company === 'Analytical')).toEqual([]);
    expect(keeper.now.fields).toEqual([]);
  });

  it('takes no number twice, nobody into an archived session, and nothing for no rows', async () => {
    const imported = (rows: PlannedClient[]) => importClients(work, journal(), rows);
    expect(await imported([])).toEqual(err({ code: 'nothing_to_do' }));
    expect(await imported([planned('x'), planned('bob')])).toEqual(
      err({ code: 'number_exists', message: 'bob' }),
    );
    const elsewhere = [{ sessionId: 'session_none', placement: null }];
    expect(await imported([{ ...planned('x'), registrations: elsewhere }])).toEqual(
      err({ code: 'not_found' }),
    );
    await scene.valueOf(changeStatus, { sessionId, status: 'archived' });
    expect(await imported([planned('x')])).toEqual(err({ code: 'event_archived' }));
    expect(await numbers()).toEqual(before);
  });

  it('leaves nothing when it is told to stop, or fails on the way', async () => {
    const controller = new AbortController();
    const onProgress = (at: number): void => {
      if (at > 0) controller.abort();
    };
    const keeper = journal();
    const stopped = importClients(work, keeper, many(), { signal: controller.signal, onProgress });
    expect(await value(stopped)).toMatchObject({ created: 0, canceled: true });
    expect([await numbers(), keeper.now.pairs]).toEqual([before, []]);

    // Others have their turn, and may stop it, before thousands of rows are planned and anything is noted.
    const early = new AbortController();
    let pauses = 0;
    const waiting: Work = {
      ...work,
      run: work.run.bind(work),
      pause: () => {
        pauses += 1;
        if (pauses === 2) early.abort();
        return work.pause();
      },
    };
    const noted = vi.spyOn(keeper, 'write');
    const given = await value(importClients(waiting, keeper, many(450), { signal: early.signal }));
    expect([given.canceled, pauses, noted.mock.calls]).toEqual([true, 2, []]);
    noted.mockRestore();

    let runs = 0;
    const failing: Work = {
      ...work,
      // The plans and a portion come first.
      run: (command, input, how) =>
        ++runs === 4 ? Promise.resolve(err({ code: 'forbidden' })) : work.run(command, input, how),
    };
    expect(await importClients(failing, keeper, many())).toEqual(err({ code: 'forbidden' }));
    expect([await numbers(), keeper.now.pairs]).toEqual([before, []]);
    const full: Work = {
      ...work,
      run: (command, input, how) =>
        how?.entriesOf === undefined
          ? work.run(command, input, how)
          : Promise.reject(new Error('disk is full')),
    };
    await expect(importClients(full, keeper, many(5))).rejects.toThrow('disk is full');
    expect([await numbers(), keeper.now.pairs]).toEqual([before, []]);
  });

  it('registers in portions: between two of them it may be stopped or end, and nothing of it remains', async () => {
    const registrations = await inFortySessions();
    // 25 guests in 40 sessions are one portion.
    const rows = many(30).map((row) => ({ ...row, registrations }));
    const portion = 2 * rows.length + 25;
    const guests = async () => (await entries()).size;
    const was = await guests();

    const controller = new AbortController();
    const onProgress = (at: number): void => {
      if (at >= portion) controller.abort();
    };
    const keeper = journal();
    const stopped = await value(importClients(work, keeper, rows, { signal: controller.signal, onProgress }));
    expect([stopped.canceled, await guests(), await numbers(), keeper.now.pairs]).toEqual([
      true,
      was,
      before,
      [],
    ]);

    const ending: Work = {
      ...work,
      run: work.run.bind(work),
      pause: () => (keeper.now.acts.length > 0 ? Promise.reject(new Error('killed')) : Promise.resolve()),
    };
    await expect(importClients(ending, keeper, rows)).rejects.toThrow('killed');
    expect([await guests(), keeper.now.acts.length]).toEqual([was + 25, 40]);
    await value(takeBackUnfinished(work, keeper));
    expect([await guests(), await numbers(), keeper.now.pairs]).toEqual([was, before, []]);

    const done = await value(importClients(work, keeper, rows));
    expect([await guests(), done.undo.acts.length]).toEqual([was + 30, 80]);
    // Taken back in portions, too, of five acts.
    let portions = 0;
    const counting: Work = {
      ...work,
      run(command, input, how) {
        if (how?.entriesOf !== undefined) portions += 1;
        return work.run(command, input, how);
      },
    };
    await value(undoMany(counting, done.undo));
    expect(portions).toBe(16);
    expect([await guests(), await numbers()]).toEqual([was, before]);
  }, 120_000);

  it('that only registers guests who are there is taken back too where it fails, or ends between two portions', async () => {
    const registrations = await inFortySessions();
    const ids = Array.from({ length: 30 }, (_, at) => `client_x${at}`);
    await scene.put(
      ids.map((id) => ({ ...client(id.slice('client_'.length)), consumerId: null })) as never[],
    );
    await expect.poll(() => scene.heard(ids)).toBe(true);
    const update = ids.map((clientId) => ({ line: 3, clientId, changes: {}, registrations }));
    const guests = async () => (await entries()).size;
    const was = await guests();
    const keeper = journal();

    let portions = 0;
    const failing: Work = {
      ...work,
      run: (command, input, how) =>
        how?.beforeWrite !== undefined && ++portions === 2
          ? Promise.resolve(err({ code: 'forbidden' }))
          : work.run(command, input, how),
    };
    expect(await importClients(failing, keeper, [], { update })).toEqual(err({ code: 'forbidden' }));
    expect([portions, await guests(), keeper.now.acts]).toEqual([2, was, []]);

    const ending: Work = {
      ...work,
      run: work.run.bind(work),
      pause: () => (keeper.now.acts.length > 0 ? Promise.reject(new Error('killed')) : Promise.resolve()),
    };
    await expect(importClients(ending, keeper, [], { update })).rejects.toThrow('killed');
    expect([await guests(), keeper.now.acts.length]).toEqual([was + 25, 40]);
    await value(takeBackUnfinished(work, keeper));
    expect([await guests(), keeper.now.acts]).toEqual([was, []]);
  });

  it('told to stop, says how many stay since somebody has checked them in or changed them meanwhile', async () => {
    const keeper = journal();
    const idOf = async (number: string) => (await seen()).clients.find((one) => one.number === number)?._id;
    const stoppedAfter = async (noted: 'pairs' | 'acts', meanwhile: () => Promise<unknown>) => {
      const controller = new AbortController();
      const stopping: Work = {
        ...work,
        run: work.run.bind(work),
        async pause() {
          if (keeper.now[noted].length === 0 || controller.signal.aborted) return;
          await meanwhile();
          controller.abort();
        },
      };
      const rows = [planned('A1'), planned('A2')];
      return value(importClients(stopping, keeper, rows, { signal: controller.signal }));
    };
    const arrived = await stoppedAfter('acts', async () =>
      scene.valueOf(admit, { sessionId, clientId: (await idOf('A1')) ?? '', method: 'list' }),
    );
    expect([arrived.canceled, arrived.back.kept, await numbers()]).toEqual([true, 1, ['A1', ...before]]);
    await value(changeMany(work, [(await idOf('A1')) ?? ''], { kind: 'delete' }));
    const changed = await stoppedAfter('pairs', async () =>
      scene.valueOf(setCovid, { clientId: (await idOf('A2')) ?? '', covid: true }),
    );
    expect([changed.canceled, changed.back.kept, await numbers()]).toEqual([true, 1, ['A2', ...before]]);
    await value(changeMany(work, [(await idOf('A2')) ?? ''], { kind: 'delete' }));
    expect(await stoppedAfter('acts', () => Promise.resolve())).toMatchObject({
      ...{ canceled: true, back: { kept: 0, reached: 0, held: [] } },
    });
  });

  it('stopped after a session was archived: says who stays there, lets the next one go on, and is taken back once it is open', async () => {
    const [, other = ''] = (await inFortySessions()).map((one) => one.sessionId);
    const keeper = journal();
    const idOf = async (number: string) => (await seen()).clients.find((one) => one.number === number)?._id;
    const controller = new AbortController();
    const archiving: Work = {
      ...work,
      run: work.run.bind(work),
      async pause() {
        if (keeper.now.acts.length === 0 || controller.signal.aborted) return;
        await scene.valueOf(changeStatus, { sessionId, status: 'archived' });
        await scene.valueOf(admit, {
          ...{ sessionId: other, clientId: (await idOf('A3')) ?? '', method: 'list' },
        });
        controller.abort();
      },
    };
    const elsewhere = [{ sessionId: other, placement: null }];
    const rows = [
      planned('A1'),
      { ...planned('A2'), registrations: elsewhere },
      { ...planned('A3'), registrations: elsewhere },
      { ...planned('A4'), registrations: [...planned('A4').registrations, ...elsewhere] },
    ];
    const { signal } = controller;
    const stopped = await value(importClients(archiving, keeper, rows, { signal }));
    const [first, third, fourth] = await Promise.all(['A1', 'A3', 'A4'].map(idOf));
    expect(stopped).toMatchObject({
      canceled: true,
      back: { kept: 1, reached: 0, held: [first, fourth].map((id) => ({ id, sessionId })) },
    });
    expect(await numbers()).toEqual(['A1', 'A3', 'A4', ...before]);

    // It waits for nobody.
    expect(keeper.now.pairs).toEqual([]);
    const next = await value(importClients(work, keeper, [{ ...planned('B1'), registrations: elsewhere }]));
    expect([next.created, next.undo.created.length]).toEqual([1, 1]);

    const { record, guests } = keeper.left ?? { record: NOTHING_TO_UNDO, guests: [] };
    expect(guests).toEqual([first, fourth].map((id) => ({ id, sessionId })));
    expect(await value(undoMany(work, record))).toMatchObject({ restored: 0, left: record });
    await scene.valueOf(changeStatus, { sessionId, status: 'ongoing' });
    // Who was let in stays.
    expect((await value(undoMany(work, record))).conflicts).toEqual([{ id: third, reason: 'changed_since' }]);
    expect(await numbers()).toEqual(['A3', 'B1', ...before]);
    expect([...(await entries()).keys()]).toEqual([ada, bob, cora]);
  });

  it('that cannot be taken back does not keep the next from being made, and is not forgotten', async () => {
    const keeper = journal();
    let isRefused = true;
    const refusing: Work = {
      ...work,
      run: (command, input, how) =>
        isRefused && (how?.entriesOf !== undefined || command === (removeCreated as unknown))
          ? Promise.resolve(err({ code: 'forbidden' }))
          : work.run(command, input, how),
    };
    const told: unknown[] = [];
    const onTakenBack = (back: unknown): void => void told.push(back);
    const failed = await importClients(refusing, keeper, [planned('A1')], { onTakenBack });
    expect([failed, told]).toEqual([err({ code: 'forbidden' }), [null]]);
    expect(keeper.now.pairs).toHaveLength(1);
    const next = importClients(refusing, keeper, [{ ...planned('A2'), registrations: [] }]);
    expect((await value(next)).created).toBe(1);
    expect([await numbers(), keeper.now.pairs]).toEqual([['A1', 'A2', ...before], []]);
    isRefused = false;
    const { record, guests } = keeper.left ?? { record: NOTHING_TO_UNDO, guests: [] };
    expect(guests).toEqual(record.created.map(({ clientId }) => ({ id: clientId, sessionId: null })));
    await value(undoMany(work, record));
    expect(await numbers()).toEqual(['A2', ...before]);
  });

  it('that fails tells who stays, as one that is stopped', async () => {
    const keeper = journal();
    const idOf = async (number: string) => (await seen()).clients.find((one) => one.number === number)?._id;
    let told: unknown = null;
    const failing: Work = {
      ...work,
      run: work.run.bind(work),
      async pause() {
        if (keeper.now.pairs.length > 0) isFailing = true;
        return Promise.resolve();
      },
    };
    let isFailing = false;
    failing.run = async (command, input, how) => {
      if (!isFailing || how?.beforeWrite === undefined) return work.run(command, input, how);
      await scene.valueOf(setCovid, { clientId: (await idOf('A2')) ?? '', covid: true });
      throw new Error('disk is full');
    };
    const rows = [planned('A1'), planned('A2')];
    const onTakenBack = (back: unknown): void => void (told = back);
    await expect(importClients(failing, keeper, rows, { onTakenBack })).rejects.toThrow('disk is full');
    expect([told, await numbers()]).toEqual([{ kept: 1, reached: 0, held: [] }, ['A2', ...before]]);
  });

  it('that could not be taken back is so before the next, which is refused where that fails again', async () => {
    const keeper = journal();
    let isFull = false;
    const full: Work = {
      ...work,
      run(command, input, how) {
        isFull ||= how?.entriesOf !== undefined;
        return isFull ? Promise.reject(new Error('disk is full')) : work.run(command, input, how);
      },
    };
    for (const number of ['A1', 'A2']) {
      await expect(importClients(full, keeper, [planned(number)])).rejects.toThrow('disk is full');
      expect([await numbers(), keeper.now.pairs.length]).toEqual([['A1', ...before], 1]);
    }
    const { undo } = await value(importClients(work, keeper, [planned('A1')]));
    expect(await numbers()).toEqual(['A1', ...before]);
    await value(undoMany(work, undo));
    expect(await numbers()).toEqual(before);
  });

  it('of guests in few of many sessions is registered in as few portions as their registrations need', async () => {
    const sessions = await inFortySessions();
    const rows = many(40).map((row, at) => ({
      ...row,
      registrations: [sessions[at] ?? [], sessions[0] ?? []].flat(),
    }));
    let portions = 0;
    const counting: Work = {
      ...work,
      run(command, input, how) {
        if (how?.beforeWrite !== undefined) portions += 1;
        return work.run(command, input, how);
      },
    };
    await value(importClients(counting, journal(), rows));
    expect(portions).toBe(1);
  });

  it('whose process ended is taken back by the next; what it had written to its end stays', async () => {
    const keeper = journal();
    const ending = endingIn(work, keeper, 'killed');
    await expect(importClients(ending, keeper, many())).rejects.toThrow('killed');
    expect(await numbers()).toHaveLength(before.length + 100);
    expect(keeper.now.pairs).toHaveLength(150);
    await value(takeBackUnfinished(work, keeper));
    expect([await numbers(), keeper.now.pairs]).toEqual([before, []]);

    // All is durable, only the journal not emptied yet.
    let last: ImportJournal = keeper.now;
    const late: JournalKeeper = {
      ...keeper,
      write(next) {
        if (next.pairs.length === 0) return Promise.reject(new Error('killed'));
        last = next;
        return Promise.resolve();
      },
    };
    await expect(importClients(work, late, many(5))).rejects.toThrow('killed');
    await keeper.write(last);
    await value(takeBackUnfinished(work, keeper));
    expect(await numbers()).toHaveLength(before.length + 5);
    // A server writes its acts one by one: one of them alone is not the whole.
    await keeper.write({ ...last, acts: [...last.acts, 'entrychange_s_never-written'] });
    await value(takeBackUnfinished(work, keeper));
    expect(await numbers()).toEqual(before);
    expect([...(await entries()).keys()]).toEqual([ada, bob, cora]);
  });

  it('taken back, a cancelled guest takes the seat of nobody who was given it since', async () => {
    const at = placementAt('t', 0);
    const seatAt = (clientId: string) => ({ sessionId, moves: [{ clientId, from: null, to: at }] });
    await scene.valueOf(seat, seatAt(ada));
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_ada', status: 'canceled' });
    await scene.valueOf(seat, seatAt(bob));
    for (const change of [{ kind: 'unregister', sessionIds: [sessionId] }, { kind: 'delete' }] as const) {
      const done = await value(changeMany(work, [ada, bob], change));
      expect(await value(undoMany(work, done.undo))).toMatchObject({ conflicts: [] });
      expect((await entries()).get(bob)?.placement).toMatchObject(at);
    }
  });

  it('a field, sessions and deletion change many, and their undo gives back what was', async () => {
    const act = (change: Parameters<typeof changeMany>[2], ids: readonly string[] = [ada, bob, dan]) =>
      value(changeMany(work, ids, change));
    await scene.valueOf(seat, {
      sessionId,
      moves: [{ clientId: ada, from: null, to: placementAt('t', 0) }],
    });
    await scene.valueOf(admit, { sessionId, clientId: bob, method: 'list' });
    const [then, clients] = [await entries(), (await seen()).clients];
    const dones = [
      await act({ kind: 'category', value: 'sponsor' }),
      await act({ kind: 'language', value: 'fr' }),
      await act({ kind: 'status', value: 'ticket_sent' }),
      await act({ kind: 'register', sessionIds: [sessionId] }),
      await act({ kind: 'unregister', sessionIds: [sessionId] }, [bob]),
      await act({ kind: 'delete' }),
    ];
    expect(dones.map(({ changed, unchanged }) => [changed, unchanged])).toEqual([
      ...[
        [3, 0],
        [3, 0],
        [2, 1],
        [1, 2],
        [1, 0],
        [3, 0],
      ],
    ]);
    expect(await scene.read('consumer_ada')).toMatchObject({ status: 'ticket_sent' });
    expect([(await seen()).clients.map(({ _id }) => _id), [...(await entries()).keys()]]).toEqual([
      [cora],
      [cora],
    ]);
    expect(await changeMany(work, [ada], { kind: 'delete' })).toEqual(err({ code: 'nothing_to_do' }));
    for (const { undo } of dones.reverse()) {
      expect(await value(undoMany(work, undo))).toMatchObject({ conflicts: [] });
    }
    const timeless = (map: Map<string, SessionEntry>) =>
      [...map.values()]
        .map(({ clientId, checkInTime, placement, product }) => ({
          clientId,
          checkInTime,
          placement,
          product,
        }))
        .sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
    expect(timeless(await entries())).toEqual(timeless(then));
    expect((await seen()).clients.map(({ _id, category, language }) => [_id, category, language])).toEqual(
      clients.map(({ _id, category, language }) => [_id, category, language]),
    );
    expect(await scene.read('consumer_ada')).not.toMatchObject({ status: 'ticket_sent' });
  });

  it('an undo names what was changed, given away or deleted since, and leaves it', async () => {
    const category = await value(changeMany(work, [ada, bob], { kind: 'category', value: 'media' }));
    await scene.valueOf(updateClient, { clientId: ada, fields: { category: 'org' } });
    expect(await value(undoMany(work, category.undo))).toEqual({
      ...{ restored: 1, conflicts: [{ id: ada, reason: 'changed_since' }] },
    });
    const status = await value(changeMany(work, [ada, bob], { kind: 'status', value: 'ticket_sent' }));
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_bob', status: 'canceled' });
    expect((await value(undoMany(work, status.undo))).conflicts).toEqual([
      { id: 'consumer_bob', reason: 'changed_since' },
    ]);
    const deleted = await value(changeMany(work, [ada, bob], { kind: 'delete' }));
    await scene.valueOf(updateClient, { clientId: dan, fields: { number: 'ada' } });
    expect((await value(undoMany(work, deleted.undo))).conflicts).toEqual([
      { id: ada, reason: 'number_taken' },
    ]);
    expect((await seen()).clients.map(({ _id }) => _id)).toEqual([bob, cora, dan]);
    expect(await undoMany(work, NOTHING_TO_UNDO)).toEqual(err({ code: 'nothing_to_do' }));
  });

  it('an undo gives back what it can, and the rest once the session that was archived is open again', async () => {
    const at = placementAt('t', 0);
    await scene.valueOf(seat, { sessionId, moves: [{ clientId: bob, from: null, to: at }] });
    const dones = [
      await value(changeMany(work, [ada], { kind: 'unregister', sessionIds: [sessionId] })),
      await value(changeMany(work, [bob], { kind: 'delete' })),
    ];
    const archive = (status: 'archived' | 'ongoing') => scene.valueOf(changeStatus, { sessionId, status });
    await archive('archived');
    const [unregistered, deleted] = [
      await value(undoMany(work, dones[0]?.undo ?? NOTHING_TO_UNDO)),
      await value(undoMany(work, dones[1]?.undo ?? NOTHING_TO_UNDO)),
    ];
    const held = (id: string) => [{ id, reason: 'session_archived', sessionId }];
    expect(unregistered).toMatchObject({ restored: 0, conflicts: held(ada) });
    // Back, without the seat.
    expect(deleted).toMatchObject({ restored: 1, conflicts: held(bob) });
    expect((await entries()).get(bob)?.placement ?? null).toBeNull();
    await archive('ongoing');
    for (const { left = NOTHING_TO_UNDO } of [unregistered, deleted])
      expect(await value(undoMany(work, left))).toMatchObject({ conflicts: [] });
    expect([...(await entries()).keys()].toSorted()).toEqual([ada, bob, cora]);
    expect((await entries()).get(bob)?.placement).toMatchObject(at);
  });

  it('an undo that failed on the way and is tried again names nobody who is back as they were', async () => {
    const at = placementAt('t', 0);
    await scene.valueOf(seat, { sessionId, moves: [{ clientId: bob, from: null, to: at }] });
    const registrations = [{ sessionId, placement: null }];
    const known = (clientId: string, company: string, line: number) => ({
      ...{ line, clientId, changes: { company }, registrations: [] },
    });
    const update = [known(ada, 'First', 2), known(ada, 'Second', 3), known(cora, 'Other', 4)];
    const was = (await scene.read(ada))?.['company'];
    const rows = [planned('R1'), { ...planned('R2'), registrations }];
    const dones = [
      (await value(importClients(work, journal(), rows, { update }))).undo,
      (await value(changeMany(work, [ada], { kind: 'unregister', sessionIds: [sessionId] }))).undo,
      (await value(changeMany(work, [bob], { kind: 'delete' }))).undo,
    ];
    for (const record of dones.toReversed()) {
      // It ends after one step more each time.
      for (let wanted = 0; wanted < 6; wanted += 1) {
        let left = wanted;
        const later: Work = {
          ...work,
          run: work.run.bind(work),
          pause: () => (--left < 0 ? Promise.reject(new Error('the page ended')) : Promise.resolve()),
        };
        await undoMany(later, record).catch(() => undefined);
      }
      expect((await value(undoMany(work, record))).conflicts).toEqual([]);
    }
    expect((await scene.read(ada))?.['company']).toBe(was);
    expect(await numbers()).toEqual(before);
    expect([...(await entries()).keys()].toSorted()).toEqual([ada, bob, cora]);
    expect((await entries()).get(bob)?.placement).toMatchObject(at);
  });

  it('two imports that could not be taken back and changed one field go back to what stood before both', async () => {
    const was = (await scene.read(ada))?.['company'];
    const keeper = journal();
    const records: LeftOfImports[] = [];
    for (const company of ['First', 'Second']) {
      const update = [{ line: 2, clientId: ada, changes: { company }, registrations: [] }];
      const { undo } = await value(importClients(work, journal(), [], { update }));
      records.push({ record: undo, guests: [{ id: ada, sessionId: null }] });
    }
    for (const one of records) await keeper.leave(one);
    const { conflicts } = await value(undoMany(work, keeper.left?.record ?? NOTHING_TO_UNDO));
    expect([conflicts, (await scene.read(ada))?.['company']]).toEqual([[], was]);
  });

  it('decides again where somebody else is faster, and what fails on the way is taken back', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => `client_x${at}`);
    await scene.put([
      ...ids.map((id) => ({ ...client(id.slice('client_'.length)), consumerId: null })),
      consumer('x'),
    ] as never[]);
    await expect.poll(() => scene.heard(ids)).toBe(true);
    const { documents, writes } = scene.overtaken(() =>
      scene.read('client_x7').then((doc) => scene.put([{ ...doc, category: 'org', notes: 'kept' } as never])),
    );
    const racing: Work = {
      ...work,
      run: (command, input, how = {}) => run(toldBefore(documents, how), command, input, caller()),
    };
    const done = await value(changeMany(racing, ids, { kind: 'category', value: 'media' }));
    expect([done.changed, writes.map((one) => one.length)]).toEqual([250, [200, 1, 50]]);
    expect(await scene.read('client_x7')).toMatchObject({ category: 'media', notes: 'kept' });
    await value(undoMany(work, done.undo));
    expect(await scene.read('client_x7')).toMatchObject({ category: 'org' });

    let portions = 0;
    const failing: Work = {
      ...work,
      run: (command, input, how) =>
        ++portions === 3 ? Promise.reject(new Error('disk is full')) : work.run(command, input, how),
    };
    await expect(changeMany(failing, ids, { kind: 'language', value: 'fr' })).rejects.toThrow('disk is full');
    const languages = (await seen()).clients.map(({ language }) => language);
    expect(new Set(languages)).toEqual(new Set(['en']));
    expect(await changeMany(work, [dan], { kind: 'register', sessionIds: ['session_none'] })).toEqual(
      err({ code: 'not_found', field: 'session_none' }),
    );
    expect(await scene.valueOf(register, { sessionIds: [sessionId], clientIds: [dan] })).toHaveLength(1);
  });
});
