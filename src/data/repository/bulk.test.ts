import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedClient } from '#domain/import/check.ts';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { UndoRecord } from '#domain/clients/undo.ts';
import type { Consumer } from '#domain/documents/consumer.ts';

let scene: Scene;
let event: OpenEvent;
beforeAll(async () => {
  scene = await createScene();
  event = scene.event;
});
afterAll(() => scene.close());

const planned = (number: string, sessionId: string, seatIndex: number | null = null): PlannedClient => ({
  line: 2,
  number,
  title: null,
  forename: 'Guest',
  surname: `No ${number}`,
  company: '',
  category: 'media',
  language: 'en',
  email: '',
  phone: '',
  notes: '',
  address: null,
  registrations: [
    { sessionId, placement: seatIndex === null ? null : { tableId: 't1', seatIndex, onTable: false } },
  ],
});

async function value<T>(
  outcome: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>,
): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
const idOf = (name: string): string =>
  [...event.store.clients().values()].find(({ surname }) => surname === name)?._id ?? '';
/** What the form of a registration saves. */
const inputOf = (consumer: Consumer | undefined): ConsumerInput => ({
  person: {
    ...{ title: null, forename: '', surname: '', company: '', email: '', phone: '' },
    language: consumer?.person?.language ?? 'fr',
  },
  address: { name: '', street: '', zip: '', city: '', country: '' },
  ...{ addressSec: null, date: 1, paymentType: 'none', amount: 0, currency: 'chf', vat: 0, rate: 100 },
  status: 'registered',
});
const registered = (sessionId: string): string[] =>
  (event.store.session(sessionId)?.clients ?? []).map(({ clientId }) => clientId);
const undo = (record: UndoRecord) => value(event.repository.undoMany(record));

describe('an import', () => {
  it('creates clients with consumers registered, at rate 100 and payment none [IMPORT-03, IMPORT-05]', async () => {
    const seen: number[] = [];
    const done = await value(
      event.repository.importClients([planned('I1', scene.sessionId), planned('', scene.sessionId)], {
        onProgress: (at, total) => seen.push(at / total),
      }),
    );
    expect(done).toMatchObject({ created: 2, unplaced: 0, canceled: false });
    expect([seen[0], seen.at(-1)]).toEqual([0, 1]);
    const client = event.store.client(idOf('No I1'));
    expect(client).toMatchObject({ number: 'I1', category: 'media', language: 'en' });
    expect(event.store.client(idOf('No '))?.number).toMatch(/^[A-Z0-9]{8}$/);
    const consumer = event.store.consumers().get(client?.consumerId ?? '');
    expect(consumer).toMatchObject({
      status: 'registered',
      paymentType: 'none',
      registration: { rate: 100 },
      person: { forename: 'Guest', language: 'en' },
    });
    expect(registered(scene.sessionId)).toContain(client?._id);
    await undo(done.undo);
  });

  it('is undone as a whole: clients soft-deleted, registrations gone; what was touched stays', async () => {
    const before = registered(scene.sessionId);
    const done = await value(
      event.repository.importClients([
        planned('U1', scene.sessionId),
        planned('U2', scene.sessionId),
        planned('U3', scene.sessionId),
      ]),
    );
    const [first, second, third] = ['No U1', 'No U2', 'No U3'].map(idOf);
    await value(event.repository.changeClients([second ?? ''], { kind: 'language', value: 'fr' }));
    await value(event.repository.checkIn(scene.sessionId, third ?? '', 'list'));
    expect(await undo(done.undo)).toEqual({
      // A client and its registration.
      restored: 2,
      conflicts: [second, third].map((id) => ({ id, reason: 'changed_since' })),
    });
    expect(event.store.client(first ?? '')).toBeNull();
    expect(event.store.documents('client').get(first ?? '')?.deletedAt).toBeGreaterThan(0);
    expect(new Set(registered(scene.sessionId))).toEqual(new Set([...before, second, third]));
  });

  it('leaves nothing when it is canceled on the way', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => planned(`C${index}`, scene.sessionId));
    const [clients, consumers] = [event.store.clients().size, event.store.consumers().size];
    const controller = new AbortController();
    const done = await value(
      event.repository.importClients(rows, {
        signal: controller.signal,
        onProgress: (at) => {
          if (at > 0) controller.abort();
        },
      }),
    );
    expect(done).toMatchObject({ created: 0, canceled: true });
    expect([event.store.clients().size, event.store.consumers().size]).toEqual([clients, consumers]);
  });

  it('that ended with its page is taken back when the event is opened again', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => planned(`E${index}`, scene.sessionId));
    const device = scene.device();
    const reopened = async (): Promise<OpenEvent & { numbers(): number }> => {
      const tab = scene.tab(device);
      await tab.login('manager');
      const opened = await tab.open(scene.eventId);
      const ours = () => [...opened.store.clients().values()].filter((one) => one.surname.startsWith('No E'));
      return { ...opened, numbers: () => ours().length };
    };
    const first = await reopened();
    const ended = await first.repository.importClients(rows, {
      onProgress(done) {
        // Two batches are durable, no session names anybody, and nothing of this page runs any more.
        if (done >= 400) throw new Error('the page ended');
      },
    });
    expect([ended.ok, first.numbers()]).toEqual([false, 200]);

    const second = await reopened();
    await until(second.store, () => second.numbers() === 0);
    const done = await value(second.repository.importClients(rows));
    expect([done.created, second.numbers()]).toEqual([250, 250]);
    // What was imported to its end stays.
    expect((await reopened()).numbers()).toBe(250);
    await value(second.repository.undoMany(done.undo));
  });

  it('that was to register only guests who are there, and ended with its page, is taken back too', async () => {
    const device = scene.device();
    const reopened = async (): Promise<OpenEvent & { guests(): number }> => {
      const tab = scene.tab(device);
      await tab.login('manager');
      const opened = await tab.open(scene.eventId);
      const guests = () => opened.store.session(scene.sessionId)?.clients.length ?? 0;
      return { ...opened, guests };
    };
    const first = await reopened();
    const rows = [planned('R1', ''), planned('R2', '')].map((row) => ({ ...row, registrations: [] }));
    const { undo: made } = await value(first.repository.importClients(rows));
    // As many as a portion takes: the other guest is the next one.
    const registrations = Array.from({ length: 1000 }, () => ({
      ...{ sessionId: scene.sessionId, placement: null },
    }));
    const update = made.created.map(({ clientId }) => ({ line: 2, clientId, changes: {}, registrations }));
    const was = first.guests();
    const ended = await first.repository.importClients([], {
      update,
      onProgress(done) {
        if (done === 1) throw new Error('the page ended');
      },
    });
    expect([ended.ok, first.guests()]).toEqual([false, was + 1]);
    const second = await reopened();
    await until(second.store, () => second.guests() === was);
    await value(second.repository.undoMany(made));
  });

  it('that ended with its page, and whose session was archived: tells who stays, and takes them back once it is open', async () => {
    const device = scene.device();
    const opened = async (): Promise<OpenEvent> => {
      const tab = scene.tab(device);
      await tab.login('manager');
      return tab.open(scene.eventId);
    };
    const first = await opened();
    const ball = first.store.sessions()[1]?._id ?? '';
    // As many as a portion takes: the other guest is the next one.
    const registrations = Array.from({ length: 1000 }, () => ({ sessionId: ball, placement: null }));
    const rows = ['K1', 'K2'].map((number) => ({ ...planned(number, ball), registrations }));
    const ended = await first.repository.importClients(rows, {
      onProgress(done) {
        if (done === 5) throw new Error('the page ended');
      },
    });
    expect(ended.ok).toBe(false);
    await value(first.repository.setSessionStatus(ball, 'archived'));

    const second = await opened();
    const { repository, store } = second;
    const ours = () => [...store.clients().values()].filter(({ surname }) => surname.startsWith('No K'));
    // At once: who asks waits until it was taken back.
    expect(await repository.leftOfImports()).not.toBeNull();
    const [one, ...others] = ours();
    expect([one?.surname, others]).toEqual(['No K1', []]);
    const held = { id: one?._id, sessionId: ball };
    expect((await repository.leftOfImports())?.guests).toEqual([held]);
    const still = { ...held, reason: 'session_archived' };
    expect(await value(repository.takeBackLeft())).toMatchObject({ restored: 0, conflicts: [still] });

    await value(repository.setSessionStatus(ball, 'upcoming'));
    expect(await value(repository.takeBackLeft())).toMatchObject({ conflicts: [] });
    expect([ours(), await repository.leftOfImports()]).toEqual([[], null]);
    expect(await repository.takeBackLeft()).toMatchObject({ error: { code: 'nothing_to_do' } });
  });

  it('takes no number twice, nobody into an archived session, and nothing at all for no rows [VALID-10]', async () => {
    const done = await value(event.repository.importClients([planned('D1', scene.sessionId)]));
    expect(await event.repository.keptUndo()).toBeNull();
    const kept = { record: done.undo, label: 'One client imported' };
    await event.repository.keepUndo(kept);
    expect(await event.repository.keptUndo()).toEqual(kept);
    await event.repository.keepUndo(null);
    expect(await event.repository.keptUndo()).toBeNull();
    expect(
      await event.repository.importClients([planned('D0', scene.sessionId), planned('D1', scene.sessionId)]),
    ).toMatchObject({ error: { code: 'number_exists', message: 'D1' } });
    expect(idOf('No D0')).toBe('');
    await undo(done.undo);
    expect(await event.repository.importClients([])).toMatchObject({ error: { code: 'nothing_to_do' } });
    const ball = event.store.sessions()[1]?._id ?? '';
    await value(event.repository.setSessionStatus(ball, 'archived'));
    expect(await event.repository.importClients([planned('D2', ball)])).toMatchObject({
      error: { code: 'event_archived' },
    });
    await value(event.repository.setSessionStatus(ball, 'upcoming'));
  });

  it('gives no seat twice', async () => {
    const done = await value(
      event.repository.importClients([planned('S1', scene.sessionId, 0), planned('S2', scene.sessionId, 0)]),
    );
    expect(done.unplaced).toBe(1);
    const seats = event.store
      .session(scene.sessionId)
      ?.clients.map(({ placement }) => placement?.seatIndex ?? null);
    expect(seats?.filter((seat) => seat === 0)).toHaveLength(1);
    await undo(done.undo);
  });

  it('of more than a portion of rows writes no session, and its registrations at once', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => planned(`L${index}`, scene.sessionId));
    const revision = () => Number.parseInt(event.store.session(scene.sessionId)?._rev ?? '0', 10);
    const before = revision();
    const done = await value(event.repository.importClients(rows));
    expect(done.created).toBe(1200);
    // Only the worker writes the session: it folds what has arrived by then.
    expect(revision() - before).toBeLessThanOrEqual(2);
    expect((await undo(done.undo)).conflicts).toEqual([]);
    expect(revision() - before).toBeLessThanOrEqual(4);
  }, 60_000);
});

describe('an act on many clients', () => {
  it('sets status, category or language where it is another, and is undone to the exact values', async () => {
    const ids = ['Lovelace', 'Hopper', 'Turing'].map(idOf);
    const own = () =>
      ids.map((id) => {
        const client = event.store.client(id);
        return [
          client?.category,
          client?.language,
          event.store.consumers().get(client?.consumerId ?? '')?.status,
        ];
      });
    await value(event.repository.changeClients(ids.slice(0, 1), { kind: 'category', value: 'sponsor' }));
    const before = own();
    const category = await value(event.repository.changeClients(ids, { kind: 'category', value: 'sponsor' }));
    expect(category).toMatchObject({ changed: 2, unchanged: 1 });
    const language = await value(event.repository.changeClients(ids, { kind: 'language', value: 'en' }));
    const status = await value(event.repository.changeClients(ids, { kind: 'status', value: 'ticket_sent' }));
    expect(own()).toEqual(ids.map(() => ['sponsor', 'en', 'ticket_sent']));
    for (const record of [category, language, status]) {
      expect(await undo(record.undo)).toMatchObject({ conflicts: [] });
    }
    expect(own()).toEqual(before);
  });

  it('another language is that of messages too, to those whom registrations name', async () => {
    const done = await value(
      event.repository.importClients(['L1', 'L2'].map((number) => planned(number, scene.sessionId))),
    );
    const ids = ['No L1', 'No L2'].map(idOf);
    const personOf = (id: string) =>
      event.store.consumers().get(event.store.client(id)?.consumerId ?? '')?.person;
    const [other = ''] = ids;
    const consumer = event.store.consumers().get(event.store.client(other)?.consumerId ?? '');
    const input = inputOf(consumer);
    await value(
      event.repository.saveConsumer(consumer?._id ?? '', {
        ...input,
        person: { ...input.person, forename: 'Whoever', surname: 'Pays' },
      }),
    );
    const french = await value(event.repository.changeClients(ids, { kind: 'language', value: 'fr' }));
    expect(french).toMatchObject({ changed: 2, unchanged: 0 });
    expect(ids.map((id) => event.store.client(id)?.language)).toEqual(['fr', 'fr']);
    expect(ids.map((id) => personOf(id)?.language)).toEqual(['en', 'fr']);
    expect((await undo(french.undo)).conflicts).toEqual([]);
    expect(ids.map((id) => [event.store.client(id)?.language, personOf(id)?.language])).toEqual([
      ['en', 'en'],
      ['en', 'en'],
    ]);
    await value(event.repository.changeClients(ids, { kind: 'delete' }));
    expect(done.created).toBe(2);
  });

  it('tells before each write what takes it back: whoever finds a part of it after a crash has that', async () => {
    const ids = ['Lovelace', 'Hopper', 'Turing'].map(idOf);
    const categories = () => ids.map((id) => event.store.client(id)?.category);
    const seats = () => registered(scene.sessionId).length;
    const before = [categories(), seats()];
    const told: UndoRecord[] = [];
    let seen: unknown = null;
    const beforeWrite = async (record: UndoRecord): Promise<void> => {
      seen ??= [categories(), seats()];
      told.push(record);
    };
    const changes = [
      { kind: 'category', value: 'media' },
      { kind: 'unregister', sessionIds: [scene.sessionId] },
      { kind: 'delete' },
    ] as const;
    for (const change of changes) {
      const done = await value(event.repository.changeClients(ids, change, { beforeWrite }));
      expect(told.splice(0).at(-1)).toEqual(done.undo);
      // Nothing of it was there yet.
      expect(seen).toEqual(before);
      seen = null;
      expect(await undo(done.undo)).toMatchObject({ conflicts: [] });
      expect([categories(), seats()]).toEqual(before);
    }
  });

  it('what is under way in another tab is no act that was broken off: it is read once it is over', async () => {
    const { keepUndo, keptUndo, underway } = event.repository;
    const made = { record: { created: [], fields: [], acts: ['x'] }, label: 'made' };
    let end = (): void => undefined;
    const last = new Promise<void>((resolve) => (end = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const work = underway(async () => {
      await keepUndo({ ...made, isBrokenOff: true });
      begin();
      await last;
      await keepUndo(made);
    });
    await begun;
    const read = keptUndo();
    setTimeout(end, 20);
    expect(await read).toEqual(made);
    await work;
    // Of a tab that ended nobody holds it any more.
    await keepUndo({ ...made, isBrokenOff: true });
    expect(await keptUndo()).toMatchObject({ isBrokenOff: true });
    await keepUndo(null);
  });

  it('leaves alone what was changed since, and says whose it is', async () => {
    const ids = ['Lovelace', 'Hopper'].map(idOf);
    const done = await value(event.repository.changeClients(ids, { kind: 'category', value: 'media' }));
    await value(event.repository.changeClients(ids.slice(0, 1), { kind: 'category', value: 'org' }));
    expect(await undo(done.undo)).toEqual({
      restored: 1,
      conflicts: [{ id: ids[0], reason: 'changed_since' }],
    });
    expect(ids.map((id) => event.store.client(id)?.category)).toEqual(['org', 'indiv']);
  });

  it('registers and removes with one write per session; the undo brings check-ins and places back', async () => {
    const ids = ['Lovelace', 'Hopper', 'Turing'].map(idOf);
    const ball = event.store.sessions()[1]?._id ?? '';
    const added = await value(
      event.repository.changeClients(ids, { kind: 'register', sessionIds: [ball, scene.sessionId] }),
    );
    expect(added.changed).toBe(3);
    // In what order, the worker says, which folds it at any time.
    expect(registered(ball).toSorted()).toEqual(ids.toSorted());
    await undo(added.undo);
    expect(registered(ball)).toEqual([]);
    await value(event.repository.checkIn(scene.sessionId, ids[0] ?? '', 'list'));
    const entry = () =>
      event.store.session(scene.sessionId)?.clients.find(({ clientId }) => clientId === ids[0]);
    const before = entry();
    const removed = await value(
      event.repository.changeClients(ids, { kind: 'unregister', sessionIds: [scene.sessionId] }),
    );
    expect(ids.some((id) => registered(scene.sessionId).includes(id))).toBe(false);
    await undo(removed.undo);
    expect(entry()).toEqual({ ...before, updatedTime: entry()?.updatedTime });
  });

  it('deletes softly, as one client is deleted; brings back whose number was not given away [CLIENT-08]', async () => {
    const ids = ['Lovelace', 'Hopper'].map(idOf);
    const stored = () => event.store.documents('session').get(scene.sessionId)?.clients ?? [];
    const entries = stored().length;
    const number = event.store.client(ids[0] ?? '')?.number ?? '';
    const done = await value(event.repository.changeClients(ids, { kind: 'delete' }));
    expect(ids.map((id) => event.store.client(id))).toEqual([null, null]);
    expect(event.store.documents('client').get(ids[0] ?? '')?.deletedAt).toBeGreaterThan(0);
    expect(ids.some((id) => registered(scene.sessionId).includes(id))).toBe(false);
    expect(stored()).toHaveLength(entries);
    const other = await value(event.repository.importClients([planned(number, scene.sessionId)]));
    expect(await undo(done.undo)).toMatchObject({ conflicts: [{ id: ids[0], reason: 'number_taken' }] });
    expect(event.store.client(ids[1] ?? '')).not.toBeNull();
    expect(registered(scene.sessionId)).toContain(ids[1]);
    await undo(other.undo);
  });

  it('fails where there is nothing to change, or the session is archived', async () => {
    const id = idOf('Turing');
    const same = { kind: 'category', value: 'indiv' } as const;
    expect(await event.repository.changeClients([id], same)).toMatchObject({
      error: { code: 'nothing_to_do' },
    });
    const ball = event.store.sessions()[1]?._id ?? '';
    await value(event.repository.setSessionStatus(ball, 'archived'));
    expect(
      await event.repository.changeClients([id], { kind: 'register', sessionIds: [ball] }),
    ).toMatchObject({ error: { code: 'event_archived' } });
  });
});
