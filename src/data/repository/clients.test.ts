import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientFields } from '#domain/clients/clients.ts';
import type { NewClientInput } from '#domain/commands/createClient.ts';
import type { Plan } from '#domain/documents/session.ts';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { until } from '../testing/device.ts';
import { createScene, entryOf, eventInput, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';

const fields = (surname: string, number = ''): ClientFields => ({
  title: null,
  ...{ forename: ' Mary ', surname, number, company: 'Co', category: 'indiv', language: 'en' },
  ...{ email: 'mary@example.com', phone: '', notes: '' },
});
const table = {
  type: 'circle' as const,
  number: 1,
  seats: 3,
  position: { x: 10, y: 10 },
  rotation: 0,
  scale: 1,
};
const plan: Plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } };

const seat = (seatIndex: number) => ({ tableId: 't', seatIndex, onTable: false });

describe('clients', () => {
  let scene: Scene;
  let event: OpenEvent;
  let dinner: string;
  let ball: string;
  const input = (one: ClientFields, more: Partial<NewClientInput> = {}): NewClientInput => ({
    fields: one,
    address: { name: '', street: 'Main Street 1', city: 'Geneva', zip: '1200', country: '' },
    registrations: [{ sessionId: dinner, placement: null, checkInTime: null }],
    ...more,
  });
  const clientNamed = (surname: string) =>
    [...event.store.clients().values()].find((one) => one.surname === surname) ?? null;
  const idOf = (surname: string): string => clientNamed(surname)?._id ?? '';

  beforeAll(async () => {
    scene = await createScene();
    event = scene.event;
    [dinner, ball] = event.store.sessions().map(({ _id }) => _id) as [string, string];
    // No use case draws plans yet: as another device would have brought it.
    const db = `/db/event-${scene.eventId}`;
    const stored = await scene.server.call('GET', `${db}/${dinner}`);
    await scene.server.call('POST', `${db}/_bulk_docs`, { docs: [{ ...stored, plan }] });
    await until(event.store, () => event.store.session(dinner)?.plan != null);
  });
  afterAll(() => scene.close());

  it('creation makes a client, its consumer with the address, and the registrations', async () => {
    const created = await event.repository.createClient(
      input(fields('Shelley', 'S-01'), {
        registrations: [
          { sessionId: dinner, placement: seat(0), checkInTime: null },
          { sessionId: ball, placement: null, checkInTime: null },
        ],
      }),
    );
    expect(created.ok).toBe(true);
    const client = clientNamed('Shelley');
    expect(client).toMatchObject({ type: 'client', forename: 'Mary', number: 'S-01', category: 'indiv' });
    expect(event.store.consumers().get(client?.consumerId ?? '')).toMatchObject({
      status: 'registered',
      address: { city: 'Geneva' },
      person: { surname: 'Shelley', email: 'mary@example.com' },
    });
    expect(entryOf(event, dinner, 'Shelley').placement).toMatchObject(seat(0));
    expect(entryOf(event, ball, 'Shelley').placement).toBeNull();
  });

  it('a number is unique within the event, at creation and update [VALID-09]', async () => {
    expect(await event.repository.createClient(input(fields('Other', 'S-01')))).toMatchObject({
      error: { code: 'number_exists' },
    });
    expect(await event.repository.updateClient(idOf('Hopper'), { number: ' S-01 ' })).toMatchObject({
      error: { code: 'number_exists' },
    });
    expect((await event.repository.updateClient(idOf('Shelley'), { number: 'S-01', notes: 'x' })).ok).toBe(
      true,
    );
    expect(clientNamed('Other')).toBeNull();
  });

  it('who is reached otherwise is so by messages too, unless the registration names somebody else or another address', async () => {
    const id = idOf('Shelley');
    const personOf = () =>
      event.store.consumers().get(event.store.client(id)?.consumerId ?? '')?.person ?? {};
    const save = async (changes: object) =>
      expect((await event.repository.updateClient(id, changes)).ok).toBe(true);
    const was = personOf();
    await save({ email: 'shelley@example.com', phone: '+41 22 123 45 67' });
    expect(personOf()).toMatchObject({ email: 'shelley@example.com', phone: '+41 22 123 45 67' });
    // With another name it may be another person's: that is asked.
    await save({ forename: 'Percy', email: 'percy@example.com' });
    expect(personOf()).toMatchObject({ forename: 'Mary', email: 'shelley@example.com' });
    await save({ forename: 'Mary', email: 'mary@example.com' });
    await save({ email: 'm@example.com', phone: '' });
    expect(personOf()).toMatchObject({ email: 'shelley@example.com', phone: '' });
    await save({ email: 'shelley@example.com' });
    await save({ email: 'mary@example.com' });
    expect(personOf()).toEqual({ ...was, phone: '' });
  });

  it('refuses places that are not there or taken, and creates nothing [VALID-15, VALID-16, VALID-17]', async () => {
    const tries = [
      [{ tableId: 'none', onTable: true }, 'invalid_table_number'],
      [seat(3), 'invalid_seat_number'],
      [seat(0), 'occupied_seat_number'],
    ] as const;
    for (const [placement, code] of tries) {
      const registrations = [{ sessionId: dinner, placement, checkInTime: null }];
      expect(await event.repository.createClient(input(fields('Nobody'), { registrations }))).toMatchObject({
        error: { code, field: dinner },
      });
    }
    expect(clientNamed('Nobody')).toBeNull();
  });

  it('a check-in time writes a check-in document, and only for an ongoing session [CREATE-07]', async () => {
    const at = scene.desk.data.clock.now() - 60_000;
    const early = [{ sessionId: ball, placement: null, checkInTime: at }];
    expect((await event.repository.createClient(input(fields('Early'), { registrations: early }))).ok).toBe(
      false,
    );
    const now = [{ sessionId: dinner, placement: null, checkInTime: at }];
    expect((await event.repository.createClient(input(fields('Present'), { registrations: now }))).ok).toBe(
      true,
    );
    expect(entryOf(event, dinner, 'Present').checkInTime).toBe(at);
    expect(event.store.checkinsOf(dinner, idOf('Present'))).toMatchObject([
      { action: 'in', method: 'desk', time: at },
    ]);
  });

  it('needs a session, and takes none that is archived [CREATE-05, CREATE-10]', async () => {
    expect(await event.repository.createClient(input(fields('None'), { registrations: [] }))).toMatchObject({
      error: { code: 'nothing_to_do' },
    });
    await event.repository.setSessionStatus(ball, 'archived');
    const registrations = [{ sessionId: ball, placement: null, checkInTime: null }];
    expect(await event.repository.createClient(input(fields('Late'), { registrations }))).toMatchObject({
      error: { code: 'event_archived' },
    });
    await event.repository.setSessionStatus(ball, 'upcoming');
  });

  it('an occupied seat is refused, one’s own is not', async () => {
    const hopper = idOf('Hopper');
    expect(await event.repository.placeClient(dinner, hopper, seat(0))).toMatchObject({
      error: { code: 'occupied_seat_number' },
    });
    expect((await event.repository.placeClient(dinner, hopper, seat(1))).ok).toBe(true);
    expect((await event.repository.placeClient(dinner, hopper, seat(1))).ok).toBe(true);
    expect((await event.repository.placeClient(dinner, hopper, null)).ok).toBe(true);
    expect(entryOf(event, dinner, 'Hopper').placement).toBeNull();
  });

  it('deletion is soft: it leaves lists and counts, frees the seat, and can be undone [CLIENT-08]', async () => {
    const id = idOf('Shelley');
    const before = event.store.counts(dinner).expected;
    await event.repository.checkIn(dinner, id, 'list');
    const remove = async () => {
      const deleted = await event.repository.changeClients([id], { kind: 'delete' });
      if (!deleted.ok) throw new Error(deleted.error.code);
      return deleted.value.undo;
    };
    const record = await remove();
    expect(event.store.documents('client').get(id)?.deletedAt).toBeGreaterThan(0);
    expect(event.store.client(id)).toBeNull();
    expect(event.store.counts(dinner).expected).toBe(before - 1);
    expect(event.store.session(dinner)?.clients.some(({ clientId }) => clientId === id)).toBe(false);
    // The seat is free for others; undoing leaves it to them.
    expect((await event.repository.placeClient(dinner, idOf('Hopper'), seat(0))).ok).toBe(true);
    expect(await event.repository.undoMany(record)).toMatchObject({
      value: { restored: 1, conflicts: [{ id, reason: 'seat_taken' }] },
    });
    expect(event.store.client(id)?.number).toBe('S-01');
    expect(entryOf(event, dinner, 'Shelley').placement).toBeNull();
    await event.repository.placeClient(dinner, idOf('Hopper'), null);
    await event.repository.placeClient(dinner, id, seat(0));
    expect(await event.repository.undoMany(await remove())).toMatchObject({
      value: { restored: 1, conflicts: [] },
    });
    // The registrations were there all the time.
    expect(entryOf(event, dinner, 'Shelley').placement).toMatchObject(seat(0));
    expect(entryOf(event, dinner, 'Shelley').checkInTime).toBeGreaterThan(0);
    expect(event.store.session(ball)?.clients.some(({ clientId }) => clientId === id)).toBe(true);
    await event.repository.cancelCheckIn(dinner, id, 'list');
  });

  it('adds guests to a main client with the next numbers and the product [CLIENT-10]', async () => {
    const added = await event.repository.addGuests(idOf('Shelley'), {
      ...{ count: 2, sessionId: dinner, word: 'Guest' },
      product: { kind: 'child', optionId: 'menu' },
    });
    expect(added).toEqual({ ok: true, value: { created: 2 } });
    const main = clientNamed('Shelley');
    const guests = [...event.store.clients().values()].filter(({ forename }) => forename.startsWith('Guest'));
    expect(new Set(guests.map(({ number }) => number))).toEqual(new Set(['S-02', 'S-03']));
    for (const guest of guests) {
      expect(guest).toMatchObject({ consumerId: main?.consumerId, company: 'Co' });
      const entry = event.store.session(dinner)?.clients.find(({ clientId }) => clientId === guest._id);
      expect(entry?.product).toEqual({ kind: 'child', optionId: 'menu' });
    }
    expect(
      (
        await event.repository.addGuests(idOf('Hopper'), {
          count: 1,
          sessionId: dinner,
          product: null,
          word: 'G',
        })
      ).ok,
    ).toBe(false);
  });

  it('covid flag and consumer status are saved [CLIENT-09, CLIENT-02]', async () => {
    expect(await event.repository.setCovid(idOf('Shelley'), true)).toMatchObject({ value: { covid: true } });
    const consumerId = clientNamed('Shelley')?.consumerId ?? '';
    expect(await event.repository.setConsumerStatus(consumerId, 'invoice_paid')).toMatchObject({
      value: { status: 'invoice_paid' },
    });
  });

  it('copies clients between events: parties stay together, numbers where free [COPY-06]', async () => {
    const made = await scene.desk.data.createEvent(eventInput('Other gala'));
    if (!made.ok) throw new Error(made.error.code);
    const target = await scene.desk.open(made.value.eventId);
    const [session] = target.store.sessions();
    const rows = parsePastedRows('Has\tNumber\t\t\tS-02', new Set());
    await target.repository.addPastedClients(session?._id ?? '', rows);
    const consumers = event.store.consumers();
    const party = [...event.store.clients().values()].filter(({ surname }) => surname === 'Shelley');
    const copied = await target.repository.copyClients(
      party.map((client) => ({ client, consumer: consumers.get(client.consumerId ?? '') ?? null })),
      [session?._id ?? ''],
    );
    expect(copied).toEqual({ ok: true, value: { created: 3 } });
    const there = [...target.store.clients().values()].filter(({ surname }) => surname === 'Shelley');
    expect(new Set(there.map(({ consumerId }) => consumerId)).size).toBe(1);
    expect(there.map(({ number }) => number)).toEqual(expect.arrayContaining(['S-01', 'S-03']));
    expect(there.map(({ number }) => number)).not.toContain('S-02');
    expect(target.store.consumers().get(there[0]?.consumerId ?? '')).toMatchObject({
      ...{ status: 'registered', paymentType: 'none', address: { city: 'Geneva' } },
      registration: { rate: 100 },
    });
    expect(target.store.counts(session?._id ?? '').expected).toBe(4);
    const [first] = party;
    if (first === undefined) throw new Error('nobody');
    const nobody = { client: { ...first, forename: '–', surname: '–', erasedAt: 5 }, consumer: null };
    const none = await target.repository.copyClients([nobody], [session?._id ?? '']);
    expect(none).toMatchObject({ ok: false, error: { code: 'nothing_to_do' } });
    target.close();
  });

  it('pasted guests begin as imported ones, so that a rate can be set for them, too [IMPORT-05, RATE-03]', async () => {
    const rows = parsePastedRows('Emmy\tNoether', new Set());
    await event.repository.addPastedClients(dinner, rows);
    const consumerId = clientNamed('Noether')?.consumerId ?? '';
    expect(event.store.consumers().get(consumerId)).toMatchObject({
      ...{ status: 'registered', paymentType: 'none', person: { forename: 'Emmy', surname: 'Noether' } },
      registration: { amount: 0, currency: 'chf', rate: 100, rateName: null },
    });
    const applied = await event.repository.applyRate([consumerId], { rate: 75, rateName: 'Partner' });
    expect(applied).toMatchObject({ value: { before: [{ consumerId, rate: 100 }] } });
  });

  it('[VALID-68] two acts at once, in two tabs even, give no number twice', async () => {
    const both = await Promise.all([
      event.repository.createClient(input(fields('Hale', 'H-01'))),
      event.repository.createClient(input(fields('Hill', ' H-01'))),
    ]);
    expect(both.map((one) => (one.ok ? 'ok' : one.error.code)).toSorted()).toEqual(['number_exists', 'ok']);
    const guests = { count: 2, sessionId: dinner, product: null, word: 'Guest' };
    const main = both.find((one) => one.ok);
    const mainId = main?.ok ? main.value.clientId : '';
    await Promise.all([
      event.repository.addGuests(mainId, guests),
      event.repository.addGuests(mainId, guests),
    ]);
    const numbers = [...event.store.clients().values()].flatMap(({ number }) => number ?? []);
    expect(numbers.filter((number) => number.startsWith('H-')).toSorted()).toEqual([
      ...['H-01', 'H-02', 'H-03', 'H-04', 'H-05'],
    ]);
  });

  it('[VALID-68] a shared number that is changed by hand still finds its client; one of their own does not', async () => {
    const foreign = {
      _id: 'client_foreign',
      type: 'client',
      forename: 'Fay',
      surname: 'Foreign',
      number: 'S-77',
    };
    expect((await event.repository.createClient(input(fields('Storm', 'S-77')))).ok).toBe(true);
    await scene.server.call('POST', `/db/event-${scene.eventId}/_bulk_docs`, { docs: [foreign] });
    await until(event.store, () => event.store.client(foreign._id) !== null);
    const id = idOf('Storm');
    const change = (number: string) => event.repository.updateClient(id, { number });
    expect((await change('S-78')).ok).toBe(true);
    expect(event.store.client(id)).toMatchObject({ number: 'S-78', formerNumbers: ['S-77'] });
    expect((await change('S-79')).ok).toBe(true);
    expect(event.store.client(id)).toMatchObject({ number: 'S-79', formerNumbers: ['S-77'] });
    // Nobody else can have what stands on a ticket.
    expect(await event.repository.updateClient(foreign._id, { number: 'S-79' })).toMatchObject({
      error: { code: 'number_exists' },
    });
    expect(await event.repository.createClient(input(fields('Snow', 'S-77')))).toMatchObject({
      error: { code: 'number_exists' },
    });
  });
});
