import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#domain/documents/session.ts';
import { canceledId, goneId, idRange } from '#domain/ids.ts';
import { historyDatabase, type Database, type Storage } from '../../storage/types.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import {
  checkin,
  client,
  entry,
  entryChange,
  EVENT,
  meta,
  person,
  session,
  T0,
  World,
  type NewDoc,
} from '../testing/world.ts';
import type { Worker } from '../types.ts';

let storage: Storage;
let world: World;
let db: Database;
let worker: Worker;

beforeEach(async () => {
  storage = memoryStorage();
  world = new World(storage);
  db = await world.createEvent();
  worker = world.start();
});
afterEach(async () => {
  await worker.stop();
  await world.close();
});

const told = async (code: string) => (await world.history()).filter((event) => event.code === code);

describe('history', () => {
  test('what another program left out is no change of whoever saves the document next [HISTORY-04, HISTORY-05, HISTORY-06]', async () => {
    const { autoSave: _, autoSaveDelay: __, ...dinner } = session([]);
    const { category: ___, language: ____, ...ada } = client('Ada', { consumerId: 'consumer_c' });
    const registration = { amount: 5000, currency: 'chf' };
    const consumer = { _id: 'consumer_c', type: 'consumer', person: { forename: 'Ada' }, registration };
    for (const doc of [dinner, ada, { ...consumer, metadata: meta(T0) }]) await db.put(doc as NewDoc);
    await worker.idle();
    const saved = { metadata: meta(T0 + 1000, 'Bo') };
    await world.change(db, 'session_dinner', () => ({
      ...{ status: 'ongoing', autoSave: false, autoSaveDelay: 60, ...saved },
    }));
    await world.change(db, 'client_ada', () => ({
      ...{ notes: 'Aisle', category: 'indiv', language: 'fr', ...saved },
    }));
    await world.change(db, 'consumer_c', () => ({
      ...{ paymentType: 'none', status: 'invoice_sent', ...saved },
      registration: { ...registration, rate: 100, vat: 810 },
    }));
    await worker.idle();
    expect(await told('session_updated')).toEqual([]);
    expect(await told('client_updated')).toMatchObject([
      { params: { changes: [{ field: 'notes', from: null, to: 'Aisle' }] } },
    ]);
    expect(await told('consumer_updated')).toMatchObject([
      {
        params: {
          changes: [
            { field: 'status', from: 'registered', to: 'invoice_sent' },
            { field: 'registration.vat', from: 0, to: 810 },
          ],
        },
      },
    ]);
    expect(await told('session_status')).toHaveLength(1);
  });

  test('a client: created, changed field by field, deleted, restored [HISTORY-04] [DOC-34]', async () => {
    await db.put(client('Ada', { number: 'G0001-01' }));
    await worker.idle();
    await world.change(db, 'client_ada', () => ({
      phone: '+41 22 000 00 00',
      metadata: meta(T0 + 5000, 'Bo'),
    }));
    await worker.idle();
    await world.change(db, 'client_ada', () => ({
      number: 'G0001-01-5C',
      formerNumbers: ['G0001-01'],
      metadata: meta(T0 + 5500, 'Bo'),
    }));
    await worker.idle();
    await world.change(db, 'client_ada', () => ({ deletedAt: T0 + 6000, metadata: meta(T0 + 6000, 'Bo') }));
    await worker.idle();
    await world.change(db, 'client_ada', () => ({ deletedAt: null, metadata: meta(T0 + 7000, 'Bo') }));
    await worker.idle();
    const name = 'Ada Test';
    expect(await world.history()).toMatchObject([
      {
        _id: expect.stringMatching(/^h_\d{13}_[0-9a-f]{18}$/) as string,
        type: 'historyevent',
        event: { id: EVENT, name: 'Gala' },
        session: null,
        author: person('Ada'),
        code: 'client_created',
        params: { client: name, number: 'G0001-01' },
        createdAt: T0 / 1000,
      },
      {
        code: 'client_updated',
        author: person('Bo'),
        params: { client: name, changes: [{ field: 'phone', from: null, to: '+41 22 000 00 00' }] },
        createdAt: T0 / 1000 + 5,
      },
      {
        code: 'client_updated',
        params: {
          changes: [
            { field: 'number', from: 'G0001-01', to: 'G0001-01-5C' },
            { field: 'formerNumbers', from: null, to: 'G0001-01' },
          ],
        },
      },
      { code: 'client_deleted', params: { client: name } },
      { code: 'client_restored', params: { client: name } },
    ]);
  });

  test('a session: status, details, registrations, placement, product, deletion [HISTORY-05]', async () => {
    await db.bulkDocs([client('Ada'), client('Bo'), session([entry('Ada')])]);
    await worker.idle();
    const table = {
      type: 'circle' as const,
      number: 7,
      position: { x: 1, y: 1 },
      rotation: 0,
      scale: 1,
      seats: 8,
    };
    const plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t7: table } } };
    const steps: [number, object][] = [
      [1, { status: 'ongoing', title: 'Late dinner' }],
      [2, { plan }],
      [3, { clients: [entry('Ada'), entry('Bo')] }],
      [4, { clients: [entry('Ada', { placement: { tableId: 't7', seatIndex: 2 } }), entry('Bo')] }],
      [5, { clients: [entry('Ada', { product: { optionId: 'gala', kind: 'adult' } })] }],
    ];
    for (const [second, change] of steps) {
      await world.change(db, 'session_dinner', () => ({
        ...change,
        metadata: meta(T0 + second * 1000, 'Bo'),
      }));
      await worker.idle();
    }
    world.now = T0 + 6000;
    await db.remove((await world.get(db, 'session_dinner')) as never);
    await worker.idle();
    const place = { table: '7', seat: 3 };
    expect(
      (await world.history())
        .filter((event) => event.session !== null)
        .map(({ code, params }) => [code, params]),
    ).toMatchObject([
      ['session_created', { clients: 1 }],
      ['session_updated', { changes: [{ field: 'title', from: 'Dinner', to: 'Late dinner' }] }],
      ['session_status', { from: 'upcoming', to: 'ongoing' }],
      ['plan_created', { tables: 1 }],
      ['registrations_added', { count: 1, names: ['Bo Test'] }],
      ['placement_changed', { client: 'Ada Test', from: null, to: place }],
      ['registrations_removed', { count: 1, names: ['Bo Test'] }],
      ['placement_changed', { client: 'Ada Test', from: place, to: null }],
      ['product_changed', { client: 'Ada Test', from: null, to: 'gala · adult' }],
      ['session_deleted', {}],
    ]);
    const events = await world.history();
    expect(
      events.every((event) => event.code === 'client_created' || event.session?.id === 'session_dinner'),
    ).toBe(true);
  });

  test('one event per check-in document and none for the fold', async () => {
    await db.bulkDocs([client('Ada'), session([entry('Ada')])]);
    await db.put(checkin('Ada', T0 + 1000));
    await db.put(
      checkin('Ada', T0 + 2000, { action: 'out', method: 'scan', device: { id: 'd2', name: 'Door 2' } }),
    );
    await worker.idle();
    const events = (await world.history()).filter(({ createdAt }) => createdAt > T0 / 1000);
    expect(events).toMatchObject([
      {
        code: 'checked_in',
        author: person('Hugo'),
        session: { id: 'session_dinner', name: 'Dinner' },
        params: { client: 'Ada Test', device: 'Door 1', method: 'list' },
      },
      { code: 'checkin_cancelled', params: { client: 'Ada Test', device: 'Door 2', method: 'scan' } },
    ]);
    const [first, second] = [checkin('Ada', T0 + 1000), checkin('Ada', T0 + 3000)];
    const cancels = first._id;
    await db.put(checkin('Ada', T0 + 4000, { cancels }));
    await db.put(checkin('Ada', T0 + 5000, { action: 'seen', double: second._id }));
    const going = goneId('session_dinner', T0 + 5500);
    await db.put(checkin('Ada', T0 + 6000, { action: 'seen', double: going }));
    const canceled = canceledId('session_dinner', T0 + 3000);
    await db.put(checkin('Ada', T0 + 7000, { action: 'seen', double: canceled }));
    await worker.idle();
    const told = ['checkin_restored', 'double_seen', 'gone_seen', 'canceled_seen'];
    expect((await world.codes()).slice(-4)).toEqual(told);
  });

  test('an import of 600 clients is 600 creations and one registration event with a count', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `Guest${index}`);
    await db.put(session([]));
    await worker.idle();
    await db.bulkDocs(names.map((name) => client(name)));
    await world.change(db, 'session_dinner', () => ({
      clients: names.map((name) => entry(name, { placement: { tableId: 1, seatIndex: 1 } })),
      metadata: meta(T0 + 1000),
    }));
    await worker.idle();
    expect(await told('client_created')).toHaveLength(600);
    const [registered, ...rest] = await told('registrations_added');
    expect(rest).toEqual([]);
    expect(registered?.params).toMatchObject({ count: 600, names: { length: 5 } });
    expect(await told('placements_changed')).toMatchObject([{ params: { count: 600 } }]);
  });

  test('a lost position replays everything and adds nothing', async () => {
    await db.bulkDocs([client('Ada'), session([entry('Ada')]), checkin('Ada', T0 + 1)]);
    await worker.idle();
    await world.change(db, 'client_ada', () => ({ email: 'ada@example.ch', metadata: meta(T0 + 2) }));
    await worker.idle();
    const before = await world.history();
    await worker.stop();
    const workerDb = await storage.open('foyer-worker');
    await workerDb.remove((await workerDb.get('_local/position_event-gala')) as never);
    worker = world.start();
    await worker.idle();
    expect(await world.history()).toEqual(before);
  });

  test('events that were decided but not written before a crash are written by the next worker', async () => {
    await db.put(client('Ada'));
    await worker.idle();
    await worker.stop();
    const historyDb = await storage.open(historyDatabase(EVENT));
    const [event] = await world.history();
    // As after a crash between the two writes: the snapshot is there, its event is not, the position is old.
    const { rows } = await historyDb.allDocs(idRange('h_'));
    const workerDb = await storage.open('foyer-worker');
    await workerDb.remove((await workerDb.get('_local/position_event-gala')) as never);
    for (const { id, value } of rows) {
      await historyDb.remove(id, value.rev);
    }
    worker = world.start();
    await worker.idle();
    expect(await world.history()).toMatchObject([{ ...event, _rev: expect.any(String) as string }]);
  });

  test("a registration's status, money and addresses are told with before and after [HISTORY-06]", async () => {
    const registration = { amount: 12_000, currency: 'chf', rate: 100, vat: 0 };
    await db.put({
      ...{ _id: 'consumer_ada', type: 'consumer', status: 'registered', paymentType: 'none' },
      ...{ person: { forename: 'Ada', surname: 'Test' }, registration, metadata: meta(T0) },
    });
    await worker.idle();
    expect(await told('consumer_updated')).toEqual([]);
    await world.change(db, 'consumer_ada', () => ({
      status: 'invoice_paid',
      paymentType: 'card',
      registration: { ...registration, amount: 9000, vat: 810, rate: 75 },
      address: { name: 'Ada Test', street: 'Rue 1', zip: '1000', city: 'Lausanne', country: '' },
      metadata: meta(T0 + 1000, 'Bea'),
    }));
    await worker.idle();
    // What is none of these is not told, and nothing is told twice.
    await world.change(db, 'consumer_ada', () => ({ notifMethod: 'sms', metadata: meta(T0 + 2000) }));
    await worker.idle();
    expect(await told('consumer_updated')).toMatchObject([
      {
        author: person('Bea'),
        params: {
          name: 'Ada Test',
          changes: [
            { field: 'status', from: 'registered', to: 'invoice_paid' },
            { field: 'paymentType', from: 'none', to: 'card' },
            { field: 'registration.vat', from: 0, to: 810 },
            { field: 'registration.rate', from: 100, to: 75 },
            { field: 'registration.amount', from: '12000 chf', to: '9000 chf' },
            { field: 'address', from: null, to: 'Ada Test, Rue 1, 1000 Lausanne' },
          ],
        },
      },
    ]);
  });

  test('no snapshot is written when nothing told has changed', async () => {
    await db.bulkDocs([client('Ada'), session([entry('Ada')])]);
    await worker.idle();
    const historyDb = await storage.open(historyDatabase(EVENT));
    const before = (await historyDb.info()).update_seq;
    await world.change(db, 'client_ada', (doc) => ({ metadata: doc['metadata'] }));
    await world.change(db, 'session_dinner', () => ({ clients: [entry('Ada', { checkInTime: T0 })] }));
    await worker.idle();
    expect((await historyDb.info()).update_seq).toBe(before);
  });

  test('entry changes: registered, seated, removed, in words, once, and not again when they are folded', async () => {
    const table = { type: 'circle', number: 7, position: { x: 1, y: 1 }, rotation: 0, scale: 1, seats: 8 };
    const plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t7: table } } };
    await db.bulkDocs([
      client('Ada'),
      client('Bo'),
      client('Cleo'),
      session([entry('Ada')], { plan } as never),
    ]);
    await worker.idle();
    const before = (await world.codes()).length;
    const seat = { tableId: 't7', seatIndex: 2 };
    const id = (name: string) => `client_${name.toLowerCase()}`;
    await db.bulkDocs([
      entryChange(T0 + 1000, [{ clientId: id('Bo'), in: true, placement: seat, from: { in: false } }]),
      entryChange(T0 + 2000, [{ clientId: id('Bo'), placement: null, from: { placement: seat } }]),
      entryChange(T0 + 3000, [
        { clientId: id('Ada'), in: false, from: { in: true } },
        { clientId: id('Cleo'), in: true, from: { in: false } },
      ]),
      entryChange(T0 + 4000, [
        { clientId: id('Cleo'), product: { optionId: 'gala', kind: 'adult' }, from: { product: null } },
      ]),
    ]);
    await worker.idle();
    const words = [
      { code: 'registrations_added', params: { count: 1, names: ['Bo Test'] }, author: person('Zoe') },
      { code: 'placement_changed', params: { client: 'Bo Test', from: null, to: { table: '7', seat: 3 } } },
      { code: 'placement_changed', params: { client: 'Bo Test', from: { table: '7', seat: 3 }, to: null } },
      { code: 'registrations_added', params: { count: 1, names: ['Cleo Test'] } },
      { code: 'registrations_removed', params: { count: 1, names: ['Ada Test'] } },
      { code: 'product_changed', params: { client: 'Cleo Test', from: null, to: 'gala · adult' } },
    ];
    expect((await world.history()).slice(before)).toMatchObject(words);
    const stored = (await world.get(db, 'session_dinner')) as unknown as Session;
    expect(stored.clients).toMatchObject([{ clientId: id('Bo') }, { clientId: id('Cleo') }]);
    expect(stored.removedClients).toEqual({ client_ada: T0 + 3000 });

    // A program that only knows the session moves somebody: that is told from the session, and nothing else is.
    await world.change(db, 'session_dinner', () => ({
      clients: stored.clients.map((one) =>
        one.clientId === id('Bo') ? { ...one, placement: { tableId: 't7' }, updatedTime: T0 + 5000 } : one,
      ),
      metadata: { ...meta(T0 + 5000, 'Hand'), detailsAt: T0 },
    }));
    await worker.idle();
    // What came late, before that, changes nothing of it, and is told all the same.
    await db.put(
      entryChange(T0 + 4500, [{ clientId: id('Bo'), placement: seat, from: { placement: null } }]),
    );
    await worker.idle();
    const after = await world.history();
    expect(after.slice(before)).toHaveLength(words.length + 2);
    expect(after.at(-1)).toMatchObject({
      ...{ code: 'placement_changed', author: person('Hand') },
      params: { client: 'Bo Test', from: null, to: { table: '7', seat: null } },
    });
    expect((await world.get(db, 'session_dinner'))['clients']).toMatchObject([
      { placement: { tableId: 't7' } },
      {},
    ]);
  });
});
