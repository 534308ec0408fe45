import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, type NewClientInput } from '#domain/commands/createClient.ts';
import { place } from '#domain/commands/entries.ts';
import type { Command } from '#domain/commands/command.ts';
import { err } from '#domain/result.ts';
import { registerAtDesk } from '#domain/commands/registerAtDesk.ts';
import { submission } from '#domain/desk/submission.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { DOCUMENTS } from '#domain/documents/index.ts';
import { PlacesTally } from '#domain/desk/tally.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { beginEpoch } from '../storage/epochs.ts';
import type { Database, Storage } from '../storage/types.ts';
import { clientDoc, sessionDoc } from '../testing/documents.ts';
import { testRegistrars, type Registrars } from '../testing/registrars.ts';
import { startTestServer } from '../testing/server.ts';
import { openTestStorage, storages } from '../testing/storage.ts';
import { ownPerson } from './own.ts';

const person = ownPerson({ id: 'server-desk', name: 'Registration page' });
const device = { id: 'server', name: 'Server' };
const who = { eventId: 'gala', person, device };
const sessionId = 'session_s';
const table = { type: 'circle', number: 1, seats: 9, position: { x: 9, y: 9 }, rotation: 0, scale: 1 };
const plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } };

const guest = (
  surname: string,
  more: Partial<NewClientInput['registrations'][number]> = {},
  number = '',
): NewClientInput => ({
  fields: {
    ...{ title: null, forename: 'Mary', surname, number, company: '', category: 'indiv' },
    ...{ language: 'en', email: '', phone: '', notes: '' },
  },
  address: null,
  registrations: [{ sessionId, placement: null, checkInTime: null, ...more }],
});

describe.each(storages('leveldb', 'couchdb'))('the registrar on %s', (kind) => {
  let storage: Storage;
  let db: Database;
  let registrars: Registrars;
  beforeEach(async () => {
    storage = await openTestStorage(kind);
    db = await storage.open('event-gala');
    await db.bulkDocs([sessionDoc('s', { plan, clients: [] }) as never]);
    registrars = testRegistrars(storage);
  });
  afterEach(async () => {
    await registrars.close();
    await storage.close();
  });
  /** The rows of each act. */
  const acts = async (): Promise<number[]> => {
    const ids = { startkey: 'entrychange_', endkey: 'entrychange_\uFFF0', include_docs: true };
    const { rows } = await db.allDocs(ids);
    return rows.map(({ doc }) => (doc as unknown as EntryChange).rows.length);
  };

  it('loses none of a hundred at once, and gives a seat and a number once', async () => {
    const desk = registrars.open();
    const inputs = Array.from({ length: 100 }, (_, index) =>
      guest(`No${index}`, { placement: placementAt('t', index % 9) }, `N${index % 50}`),
    );
    const answers = await Promise.all(inputs.map((input) => desk.call(who, createClient, input)));
    // The first nine have the seats and their numbers.
    expect(answers.filter(({ ok }) => ok)).toHaveLength(9);
    const codes = new Set(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)));
    expect(codes).toEqual(new Set(['ok', 'occupied_seat_number', 'number_exists']));
    const more = Array.from({ length: 100 }, (_, index) => guest(`More${index}`));
    const all = await Promise.all(more.map((input) => desk.call(who, createClient, input)));
    expect(all.every(({ ok }) => ok)).toBe(true);
    const rows = await acts();
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(109);
    // Who is decided on together is entered by one act: the first of each hundred, and the others.
    expect(rows.length).toBeLessThanOrEqual(4);
  });

  it('sees at once what another server, or a device, wrote: acts, clients and the session itself', async () => {
    const [here, there] = [registrars.open(), registrars.open()];
    const first = placementAt('t', 0);
    const ada = await here.call(who, createClient, guest('Ada', { placement: first }, 'A1'));
    expect(ada.ok).toBe(true);
    expect(await there.call(who, createClient, guest('Bob', { placement: first }))).toEqual(
      err({ code: 'occupied_seat_number', field: sessionId }),
    );
    const bob = await there.call(who, createClient, guest('Bob', { placement: placementAt('t', 1) }, 'B1'));
    const clientId = ada.ok ? ada.value.clientId : '';
    expect(await here.call(who, createClient, guest('Cora', {}, 'B1'))).toEqual(
      err({ code: 'number_exists' }),
    );
    expect(await here.call(who, place, { sessionId, clientId, placement: placementAt('t', 1) })).toEqual(
      err({ code: 'occupied_seat_number' }),
    );
    expect(bob.ok).toBe(true);
    // Somebody deletes her: seat and number are free.
    await db.put({ ...(await db.get(clientId)), deletedAt: 5 });
    expect((await here.call(who, createClient, guest('Dan', { placement: first }, 'A1'))).ok).toBe(true);
    await db.put({ ...(await db.get(sessionId)), status: 'archived' });
    expect(await here.call(who, createClient, guest('Eve'))).toEqual(
      err({ code: 'event_archived', field: sessionId }),
    );
  });

  it('reads no session, no acts and no clients again for a call when nothing else was written', async () => {
    const read: string[] = [];
    const counting: Storage = {
      ...storage,
      openExisting: async (name) => {
        const real = await storage.openExisting(name);
        return new Proxy(real, {
          get(target, key) {
            const value: unknown = Reflect.get(target, key);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]): unknown => {
              const [{ keys, startkey } = {}] = given as { keys?: string[]; startkey?: string }[];
              if (key === 'allDocs') read.push(...(keys ?? [`from ${startkey}`]));
              return (value as (...args: unknown[]) => unknown).apply(target, given);
            };
          },
        });
      },
    };
    const desk = registrars.open(counting);
    await desk.call(who, createClient, guest('Ada'));
    expect(read).toContain('from client_');
    const bob = await desk.call(who, createClient, guest('Bob'));
    read.length = 0;
    await desk.call(who, createClient, guest('Cora'));
    // What this one writes, and the session's revision, which the gateway looks at; nothing of what Bob's call wrote.
    expect(read.some((id) => id.startsWith('from '))).toBe(false);
    expect(bob.ok && read.includes(bob.value.clientId)).toBe(false);
    expect(read.length).toBeLessThan(8);
  });

  it('counts who has a place once, and then what each registration adds; the last places are given exactly', async () => {
    const entries = Array.from({ length: 200 }, (_, index) => ({
      ...{
        clientId: `client_here${index}`,
        checkInTime: null,
        placement: null,
        product: null,
        updatedTime: 1,
      },
    }));
    const author = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
    await db.bulkDocs([
      ...entries.map(({ clientId }) => clientDoc(clientId.slice('client_'.length))),
      sessionDoc('dinner', { clients: entries, capacity: 290 }),
      {
        ...{ _id: 'event', type: 'event', id: 'gala', dbName: 'event-gala', title: 'Gala', date: 1 },
        metadata: author,
      },
      {
        ...{
          _id: 'form_f',
          type: 'form',
          accessId: 'registra',
          name: 'Team',
          language: 'en',
          currency: 'chf',
        },
        ...{
          vat: 0,
          enabled: true,
          options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
          metadata: author,
        },
        amounts: { session_dinner: { menu: { adult: { amount: 0, enabled: true } } } },
      },
    ] as never);
    const counted = vi.spyOn(PlacesTally, 'of');
    const desk = registrars.open();
    let count = 0;
    const register = async () => {
      const name = { forename: 'Mary', surname: 'Shelley' };
      const done = await desk.call(who, registerAtDesk, {
        ...{
          accessId: 'registra',
          localId: `r${++count}`,
          content: 'x',
          termsWording: '',
          takesCards: false,
        },
        submission: submission.parse({
          ...{
            submissionId: `registrar-${String(count).padStart(8, '0')}`,
            language: 'en',
            paymentType: 'none',
          },
          person: { ...name, email: 'mary@example.org' },
          clients: [{ ...name, sessions: [{ sessionId: 'session_dinner', optionId: 'menu' }] }],
        }),
      });
      return done.ok && done.value.ok;
    };
    const group = () => Promise.all(Array.from({ length: 40 }, register));
    // Its call judges it, so do those it is decided and written together with, and the gateway.
    const looked = vi.spyOn(DOCUMENTS.consumer.schema, 'safeParse');
    const answers = [await register(), ...(await group()), ...(await group()), ...(await group())];
    expect(answers.filter(Boolean)).toHaveLength(90);
    expect(looked).toHaveBeenCalledTimes(90);
    looked.mockRestore();
    expect(counted).toHaveBeenCalledTimes(1);
    // Somebody gives a place up on a device.
    const first: object = await db.get('consumer_r1');
    await db.put({ ...first, status: 'canceled' } as never);
    expect([await register(), await register()]).toEqual([true, false]);
    expect(counted).toHaveBeenCalledTimes(1);
    counted.mockRestore();
  });

  it('what can wait lets a rush go first, and nothing else', async () => {
    const desk = registrars.open();
    await desk.call(who, createClient, guest('Ada'));
    let isCalm = false;
    const calm = desk.calm().then(() => void (isCalm = true));
    // Sooner than any timer.
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCalm).toBe(true);
    await calm;
    let isDone = false;
    const calls = Array.from({ length: 60 }, (_, index) => desk.call(who, createClient, guest(`No${index}`)));
    const all = Promise.all(calls).then(() => void (isDone = true));
    // The first goes alone, all others with the next group.
    await calls[0];
    await new Promise((resolve) => setImmediate(resolve));
    await desk.calm();
    expect(isDone).toBe(true);
    await all;
  });

  it('many small groups one after the other are a rush as well', async () => {
    const desk = registrars.open();
    for (let group = 0; group < 3; group++)
      await Promise.all(
        Array.from({ length: 15 }, (_, index) => desk.call(who, createClient, guest(`G${group}${index}`))),
      );
    let isCalm = false;
    const calm = desk.calm().then(() => void (isCalm = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCalm).toBe(false);
    await calm;
  });

  it('begins anew when the database was put back to what it was', async () => {
    const desk = registrars.open();
    const ada = await desk.call(who, createClient, guest('Ada', {}, 'A1'));
    const client = await db.get(ada.ok ? ada.value.clientId : '');
    await storage.destroy('event-gala');
    db = await storage.open('event-gala');
    await beginEpoch(db, null);
    await db.bulkDocs([sessionDoc('s', { plan, clients: [] }) as never]);
    expect(client['number']).toBe('A1');
    expect((await desk.call(who, createClient, guest('Bob', {}, 'A1'))).ok).toBe(true);
  });

  it('fails whom it could not answer, and goes on', async () => {
    const desk = registrars.open();
    const broken: Command<null, never> = () => {
      throw new Error('broken');
    };
    await expect(desk.call(who, broken, null)).rejects.toThrow('broken');
    expect((await desk.call(who, createClient, guest('Ada'))).ok).toBe(true);
    await expect(desk.call({ ...who, eventId: 'none' }, createClient, guest('Ada'))).rejects.toMatchObject({
      status: 503,
    });
    const host = { ...person, role: 'host' as const };
    expect(await desk.call({ ...who, person: host }, createClient, guest('Eve'))).toMatchObject({
      error: { code: 'forbidden' },
    });
  });
});

it('the server’s own: what it registers is told in the history and folded into the session', async () => {
  const server = await startTestServer({ worker: true });
  try {
    const { eventId } = await server.event();
    const as = server.manager;
    await server.call('POST', `/db/event-${eventId}/_bulk_docs`, {
      as,
      body: { docs: [sessionDoc('s')] },
    });
    const done = await Promise.all(
      ['Ada', 'Bob'].map((name) => server.registrar.call({ ...who, eventId }, createClient, guest(name))),
    );
    expect(done.map(({ ok }) => ok)).toEqual([true, true]);
    await server.worker?.idle();
    const session = await server.call('GET', `/db/event-${eventId}/session_s`, { as });
    expect(session.body['clients']).toHaveLength(2);
    const history = await server.call<object>('GET', `/api/historyEvents/${eventId}`, { as });
    expect(JSON.stringify(history.body)).toContain('Registration page');
  } finally {
    await server.close();
  }
});
