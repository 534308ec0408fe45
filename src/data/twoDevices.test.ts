import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedNumbers, takenNumbers } from '#domain/clients/clientNumbers.ts';
import { createClient } from '#domain/commands/createClient.ts';
import type { NotifFields } from '#domain/commands/notifs.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Session } from '#domain/documents/session.ts';
import { MOST_PICTURES } from '#domain/notifications/pictures.ts';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { indexNumbers, readCode } from '#domain/checkins/scan.ts';
import { ownPerson } from '../../server/commands/own.ts';
import { until } from './testing/device.ts';
import { apart, createScene, DAY, entryOf, type Scene } from './testing/scene.ts';

describe('two devices and the real server', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('a second device pulls the event by bundle and sees the same [SYNC-01, SYNC-03]', async () => {
    // What the server still writes of the new event would come by the changes.
    await scene.server.built.worker?.idle();
    const door = scene.device();
    const tab = scene.tab(door);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    expect(event.store.event()).toMatchObject({ title: 'Gala', date: DAY });
    expect(event.store.clients().size).toBe(3);
    await until(event.store, () => event.store.counts(scene.sessionId).expected === 3);
    expect(event.store.counts(scene.sessionId)).toEqual({ expected: 3, arrived: 0 });
    expect(event.sync.get()).toMatchObject({ complete: true, mode: 'light' });
    expect(door.sent.filter(({ path }) => path.endsWith('_bulk_get'))).toEqual([]);
    expect(door.errors).toEqual([]);
  });

  it('a check-in is here before many that registered before it', async () => {
    const guests = parsePastedRows('Rosa\tParks', new Set());
    expect((await scene.event.repository.addPastedClients(scene.sessionId, guests)).ok).toBe(true);
    await scene.desk.data.sync.syncNow(scene.eventId);
    await until(scene.desk.data.sync, () => scene.event.sync.get().waiting === 0);
    let shown: Promise<void> | null = null;
    const { one, two, ea, eb } = await apart(scene, ({ deps }) => {
      const { openDatabase } = deps;
      deps.openDatabase = async (name) => {
        const db = await openDatabase(name);
        const bulkDocs = db.bulkDocs.bind(db) as (...given: unknown[]) => Promise<never>;
        db.bulkDocs = (async (...given: unknown[]) => {
          if (JSON.stringify(given[0]).includes('"_id":"client_')) await shown;
          return bulkDocs(...given);
        }) as never;
        return db;
      };
    });
    const desk = { id: 'server-desk', name: 'Registration page' };
    const who = { eventId: scene.eventId, person: ownPerson(desk), device: { id: 'server', name: 'Server' } };
    const expected = ({ store }: typeof ea): number => store.counts(scene.sessionId).expected;
    const there = expected(ea);
    const fields = {
      ...{ title: null, forename: 'Mary', number: '', company: '', category: 'indiv' as const },
      ...{ language: 'en' as const, email: '', phone: '', notes: '' },
    };
    const registrations = [{ sessionId: scene.sessionId, placement: null, checkInTime: null }];
    const register = async (index: number): Promise<boolean> => {
      const guest = { fields: { ...fields, surname: `Crowd${index}` }, address: null, registrations };
      return (await scene.server.built.registrar.call(who, createClient, guest)).ok;
    };
    const done = await Promise.all(Array.from({ length: 30 }, (_, index) => register(index)));
    expect(done).not.toContain(false);
    const { clientId } = entryOf(scene.event, scene.sessionId, 'Parks');
    expect((await scene.event.repository.checkIn(scene.sessionId, clientId, 'list')).ok).toBe(true);
    // Not before the server tells all of it, which it does a moment after it is written.
    const isIn = (event: typeof ea): boolean => entryOf(event, scene.sessionId, 'Parks').checkInTime !== null;
    two.online(true);
    await until(eb.store, () => isIn(eb) && expected(eb) === there + 30);
    let show = (): void => undefined;
    shown = new Promise((resolve) => (show = resolve));
    one.online(true);
    // The registrations are not written before.
    await until(ea.store, () => isIn(ea));
    expect(expected(ea)).toBe(there);
    show();
    await until(ea.store, () => expected(ea) === there + 30);
  });

  it('both check in the same guest offline: both learn of it, and settle it [CHECKIN-05, CHECKIN-06, CHECKIN-07]', async () => {
    const { sessionId } = scene;
    const { one, two, a, ea, eb } = await apart(scene);
    const guest = entryOf(ea, sessionId, 'Lovelace').clientId;
    const first = await ea.repository.checkIn(sessionId, guest, 'list');
    const second = await eb.repository.checkIn(sessionId, guest, 'scan');
    expect([first.ok, second.ok]).toEqual([true, true]);
    expect(entryOf(ea, sessionId, 'Lovelace').checkInTime).toBe(first.ok ? first.value.time : 0);
    expect(await ea.repository.checkIn(sessionId, guest, 'list')).toMatchObject({
      error: { code: 'already_checked_in' },
    });
    expect(a.data.sync.get()).toMatchObject({ summary: 'offline', online: false });
    await until(a.data.sync, () => a.data.sync.get().waiting === 1);
    one.online(true);
    two.online(true);
    for (const event of [ea, eb]) {
      await until(event.store, () => event.store.doubleEntries(sessionId).length === 1);
    }
    await until(a.data.sync, () => a.data.sync.get().waiting === 0);
    if (!first.ok || !second.ok) return;
    // Each counts by its own clock; what came in the same millisecond is in the order of the ids, which begin with the time.
    const order = [
      { event: ea, made: first.value },
      { event: eb, made: second.value },
    ].sort((x, y) => (x.made._id < y.made._id ? -1 : 1));
    const [north, south] = order as [(typeof order)[number], (typeof order)[number]];
    const { time: since } = north.made;
    const everywhere = async (time: number) => {
      for (const event of [ea, eb]) {
        await until(event.store, () => entryOf(event, sessionId, 'Lovelace').checkInTime === time);
      }
    };
    await everywhere(south.made.time);
    // The second door takes its own admission back: the first door's stands, at both.
    const undone = await south.event.repository.cancelCheckIn(sessionId, guest, 'list');
    await everywhere(since);
    expect(await south.event.repository.checkIn(sessionId, guest, 'scan')).toMatchObject({
      error: { code: 'already_checked_in' },
    });
    // And gives it again: the time is the first one's.
    const id = undone.ok ? undone.value._id : '';
    expect((await south.event.repository.undoCancellation(sessionId, guest, id)).ok).toBe(true);
    await everywhere(south.made.time);
    // The first door settles it for itself; the note of both says who.
    const kept = await north.event.repository.cancelCheckIn(sessionId, guest, 'list', south.made._id);
    await everywhere(since);
    for (const { store } of [ea, eb]) {
      // The worker's fold may come before the check-in that it folds.
      await until(store, () => store.doubleEntries(sessionId)[0]?.settledBy != null);
      expect(store.doubleEntries(sessionId)).toMatchObject([
        { first: north.made, second: south.made, settledBy: kept.ok ? kept.value : null },
      ]);
    }
    // The worker's fold says the same, whatever it had folded before.
    const stored = async () =>
      (await scene.server.built.storage.open(`event-${scene.eventId}`)).get(
        sessionId,
      ) as unknown as Promise<Session>;
    await expect
      .poll(async () => (await stored()).clients.find(({ clientId }) => clientId === guest)?.checkInTime)
      .toBe(since);
  });

  it('a check-in comes with the news of it: the other device asks for nothing', async () => {
    const { sessionId, eventId } = scene;
    const [one, two] = [scene.device(), scene.device()];
    const asked: string[] = [];
    two.intercept = (url, init) => {
      if (url.includes('_bulk_get') && typeof init?.body === 'string') asked.push(init.body);
      return null;
    };
    const [a, b] = [scene.tab(one), scene.tab(two)];
    await a.login('manager');
    await b.login('manager');
    const [ea, eb] = [await a.open(eventId), await b.open(eventId)];
    const guest = entryOf(ea, sessionId, 'Turing').clientId;
    const done = await ea.repository.checkIn(sessionId, guest, 'list');
    await until(eb.store, () => eb.store.checkinsOf(sessionId, guest).length === 1);
    expect(eb.store.checkinsOf(sessionId, guest)[0]).toEqual(done.ok ? done.value : null);
    // One that was made while the other was away comes with the first page after it.
    two.online(false);
    expect((await ea.repository.cancelCheckIn(sessionId, guest, 'list')).ok).toBe(true);
    await until(a.data.sync, () => a.data.sync.get().waiting === 0);
    two.online(true);
    await until(eb.store, () => eb.store.checkinsOf(sessionId, guest).length === 2);
    expect(asked.filter((body) => body.includes('checkin_'))).toEqual([]);
    expect(two.errors).toEqual([]);
  });

  it('a file named on one device and a status set on another, both offline, both stay [SYNC-10]', async () => {
    const { sessionId } = scene;
    const { one, two, ea, eb } = await apart(scene);
    expect((await ea.repository.setSessionStatus(sessionId, 'ongoing')).ok).toBe(true);
    const blob = new Blob(['%PDF-1.7 map'], { type: 'application/pdf' });
    const saved = await eb.repository.addFile({ name: 'Map', blob, sessionIds: [sessionId] });
    const fileId = saved.ok ? saved.value._id : '';
    one.online(true);
    two.online(true);
    for (const { store } of [ea, eb]) {
      await until(store, () => {
        const { status, files } = store.session(sessionId) ?? {};
        return status === 'ongoing' && files?.includes(fileId) === true;
      });
    }
  });

  it('[VALID-68] a number that both gave offline is settled on both at once, with one result, and finds both', async () => {
    const { sessionId } = scene;
    const { one, two, a, b, ea, eb } = await apart(scene);
    const add = (event: typeof ea, forename: string) =>
      event.repository.addPastedClients(
        sessionId,
        parsePastedRows(`${forename}\tQuill\t\t\tQ-7`, takenNumbers(event.store.clients())),
      );
    expect((await add(ea, 'Ida')).ok).toBe(true);
    expect((await add(eb, 'Uma')).ok).toBe(true);
    // Who knows of it never gives it again.
    expect(await add(ea, 'Eva')).toMatchObject({ error: { code: 'nothing_to_do' } });
    const meet = async () => {
      one.online(true);
      two.online(true);
      for (const { data } of [a, b]) await until(data.sync, () => data.sync.get().waiting === 0);
    };
    const shared = (event: typeof ea) => sharedNumbers(event.store.clients());
    await meet();
    // The desk too: it is asked below, when the others have settled it.
    for (const event of [ea, eb, scene.event]) await until(event.store, () => shared(event).length === 1);
    expect(shared(ea)).toEqual(shared(eb));
    one.online(false);
    two.online(false);
    for (const event of [ea, eb]) expect((await event.repository.settleNumber('Q-7')).ok).toBe(true);
    const later = shared(scene.event)[0]?.clientIds[1] ?? '';
    const numberOn = (event: typeof ea) => event.store.client(later)?.number;
    expect(numberOn(ea)).toMatch(/^Q-7-[0-9A-F]{5}$/);
    expect(numberOn(eb)).toBe(numberOn(ea));
    await meet();
    const stored = await scene.server.built.storage.open(`event-${scene.eventId}`);
    await expect
      .poll(async () => {
        const doc = (await stored.get(later, { conflicts: true })) as unknown as Record<string, unknown>;
        return [doc['number'], doc['formerNumbers'], doc['_conflicts']];
      })
      .toEqual([numberOn(ea), ['Q-7'], undefined]);
    for (const event of [ea, eb]) {
      await until(event.store, () => shared(event).length === 0);
      const numbers = indexNumbers(event.store.clients());
      expect(readCode('Q-7', numbers, indexNumbers(new Map()), new Map())).toMatchObject({
        kind: 'several',
      });
    }
    expect(await ea.repository.settleNumber('Q-7')).toMatchObject({ error: { code: 'nothing_to_do' } });
    expect([...one.errors, ...two.errors]).toEqual([]);
  });

  it('messages whose pictures weigh as much as they may are made and reworded on both without network, and are whole on both', async () => {
    const { one, two, ea, eb } = await apart(scene);
    const fields = (subject: string, letter: string): NotifFields => ({
      ...{ notifType: 'inactive', notifMethod: 'email', purpose: 'service', attachments: [] },
      ...{ consumerStatus: null, consumerStatusNew: null, language: null, sessionIds: null },
      ...{ sendAt: null, unpaidDays: null },
      contents: { subject, body: { font: '', html: picture(letter), text: subject } },
    });
    const picture = (letter: string): string =>
      `<p><img src="data:image/png;base64,${letter.repeat(Math.floor((MOST_PICTURES * 4) / 3))}" alt=""></p>`;
    const save = (on: typeof ea, base: Notif | null, subject: string, letter: string) =>
      on.repository.saveNotif({ notifId: base?._id ?? null, fields: fields(subject, letter), base });
    const held = ({ store }: typeof ea): Record<string, string> =>
      Object.fromEntries(
        Array.from(store.documents('notif').values(), ({ contents }) => [
          contents?.subject ?? '',
          contents?.body?.html ?? '',
        ]),
      );
    const made = await save(ea, null, 'North', 'A');
    expect(made.ok && (await save(eb, null, 'South', 'B')).ok).toBe(true);
    one.online(true);
    two.online(true);
    for (const event of [ea, eb]) await until(event.store, () => Object.keys(held(event)).length === 2);
    for (const event of [ea, eb]) expect(held(event)).toEqual({ North: picture('A'), South: picture('B') });

    // Both change the same one: the later word counts on both, with its own picture.
    one.online(false);
    two.online(false);
    const base = made.ok ? made.value : null;
    await save(ea, base, 'North of one', 'C');
    two.skew = 60_000;
    await save(eb, base, 'North of two', 'D');
    one.online(true);
    two.online(true);
    for (const event of [ea, eb]) await until(event.store, () => held(event)['North of two'] !== undefined);
    for (const event of [ea, eb])
      expect(held(event)).toEqual({ 'North of two': picture('D'), South: picture('B') });
    expect([...one.errors, ...two.errors]).toEqual([]);
  });

  it('one check-in costs one small request that leaves at once [SYNC-13]', async () => {
    const { sessionId, eventId } = scene;
    const door = scene.device();
    const tab = scene.tab(door);
    await tab.login('manager');
    const event = await tab.open(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    door.sent.length = 0;
    await event.repository.checkIn(sessionId, entryOf(event, sessionId, 'Hopper').clientId, 'scan');
    await until(scene.event.store, () => entryOf(scene.event, sessionId, 'Hopper').checkInTime !== null);
    // What a tab asks for by itself, a check-in or not.
    const asked = /\/_(changes|bulk_get|all_docs)$/;
    const pushes = door.sent.filter(({ path }) => !asked.test(path));
    expect(pushes.map(({ path }) => path.split('/').at(-1))).toEqual(['_bulk_docs']);
    expect(pushes[0]?.bytes).toBeLessThan(1000);
  });

  it('a cancellation counts against a door whose clock is hours ahead', async () => {
    const { sessionId, eventId } = scene;
    const [fast, right] = [scene.device(), scene.device()];
    fast.skew = 3 * 3_600_000;
    const [a, b] = [scene.tab(fast), scene.tab(right)];
    await a.login('manager');
    await b.login('manager');
    const [ea, eb] = [await a.open(eventId), await b.open(eventId)];
    expect(a.data.sync.get()).toMatchObject({ clockSkewed: true });
    // Hours, but for what a request took on its way.
    expect(Math.abs(a.data.clock.offset + fast.skew)).toBeLessThan(600_000);
    const guest = entryOf(ea, sessionId, 'Turing').clientId;
    await ea.repository.checkIn(sessionId, guest, 'list');
    await until(eb.store, () => entryOf(eb, sessionId, 'Turing').checkInTime !== null);
    await eb.repository.cancelCheckIn(sessionId, guest, 'list');
    await until(ea.store, () => entryOf(ea, sessionId, 'Turing').checkInTime === null);
  });
});
