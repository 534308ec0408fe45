import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#domain/documents/session.ts';
import { databaseName } from '#domain/ids.ts';
import { deleteEvent } from '../events/deletion.ts';
import { Jobs } from '../jobs/jobs.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { TestClock } from '../testing/clock.ts';
import { checkin, client, entry, EVENT, session, T0, World } from './testing/world.ts';
import { STORAGES } from './testing/storages.ts';

let storage: Storage;
let world: World;
let db: Database;

const checkInTimes = async () => {
  const { clients } = (await world.get(db, 'session_dinner')) as unknown as Session;
  return Object.fromEntries(clients.map((one) => [one.clientId, one.checkInTime]));
};
const revision = async () => Number((await world.get(db, 'session_dinner'))._rev.split('-')[0]);

describe.each(STORAGES)('on %s', (_name, open) => {
  beforeEach(async () => {
    storage = await open();
    world = new World(storage);
    db = await world.createEvent();
  });
  afterEach(() => storage.close());

  describe('fold of check-ins', () => {
    test('sets and cancels the entry’s check-in time [CHECKIN-05] [CHECKIN-06]', async () => {
      await db.bulkDocs([client('Ada'), client('Bo'), session([entry('Ada'), entry('Bo')])]);
      const worker = world.start();
      await db.put(checkin('Ada', T0 + 1));
      await db.put(checkin('Bo', T0 + 2));
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 1, client_bo: T0 + 2 });
      await db.put(checkin('Bo', T0 + 3, { action: 'out' }));
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 1, client_bo: null });
      await worker.stop();
      expect(world.errors).toEqual([]);
    });

    test('many check-ins become few writes of the session', async () => {
      const names = Array.from({ length: 200 }, (_, index) => `Guest${index}`);
      await db.put(session(names.map((name) => entry(name))));
      const worker = world.start();
      await worker.idle();
      await Promise.all(names.map((name, index) => db.put(checkin(name, T0 + index))));
      await worker.idle();
      expect(Object.values(await checkInTimes()).filter((time) => time !== null)).toHaveLength(200);
      expect(await revision()).toBeLessThanOrEqual(4);
      await worker.stop();
    });

    test('an edit with an old projection is folded again', async () => {
      await db.put(session([entry('Ada')]));
      await db.put(checkin('Ada', T0 + 1));
      const worker = world.start();
      await worker.idle();
      await world.change(db, 'session_dinner', () => ({ clients: [entry('Ada', { updatedTime: T0 + 9 })] }));
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 1 });
      await worker.stop();
    });

    test('check-ins that were waiting at a stop are folded after the next start', async () => {
      await db.put(session([entry('Ada')]));
      const first = world.start({ timings: { foldDelay: () => 3_600_000, position: 0, retry: 5 } });
      await first.idle();
      await db.put(checkin('Ada', T0 + 1));
      // Long enough for the row to be processed; the fold itself waits for an hour.
      await expect.poll(world.codes.bind(world)).toContain('checked_in');
      await first.stop();
      expect(await checkInTimes()).toEqual({ client_ada: null });
      const second = world.start();
      await second.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 1 });
      await second.stop();
      expect((await world.codes()).filter((code) => code === 'checked_in')).toHaveLength(1);
    });

    test('a session whose id begins like another’s keeps its own check-ins', async () => {
      await db.put(session([entry('Ada')]));
      await db.put(session([entry('Ada')], { _id: 'session_dinner_late' }));
      await db.put(checkin('Ada', T0 + 5, { sessionId: 'session_dinner_late' }));
      const worker = world.start();
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: null });
      await worker.stop();
    });
  });

  describe('central', () => {
    test('follows the event’s document and its sessions [EVENT-15] [SYNC-04]', async () => {
      const worker = world.start();
      await db.put(session([], { date: T0 + 5000, status: 'ongoing' }));
      await db.put(
        session([], { _id: 'session_talk', title: 'Talk', titleFrench: 'Exposé', date: T0 + 1000 }),
      );
      await world.change(db, 'event', () => ({
        title: 'Grand gala',
        titleFrench: 'Grand gala',
        location: 'Lausanne',
        timeZone: 'Asia/Tokyo',
      }));
      await worker.idle();
      expect(await world.central()).toMatchObject({
        title: 'Grand gala',
        location: 'Lausanne',
        timeZone: 'Asia/Tokyo',
        date: T0 + 1000,
        status: 'ongoing',
        authorized: ['someone'],
        sessions: [
          { id: 'session_talk', title: 'Talk', titleFrench: 'Exposé', date: T0 + 1000, status: 'upcoming' },
          { id: 'session_dinner', title: 'Dinner', date: T0 + 5000, status: 'ongoing' },
        ],
      });
      await db.remove((await world.get(db, 'session_talk')) as never);
      await worker.idle();
      expect(await world.central()).toMatchObject({ date: T0 + 5000, sessions: [{ id: 'session_dinner' }] });
      await worker.stop();
    });

    test('is not written when nothing changes', async () => {
      const worker = world.start();
      await db.put(session([entry('Ada')]));
      await worker.idle();
      const before = (await (await storage.open(DATABASES.central)).info()).update_seq;
      await db.put(checkin('Ada', T0 + 1));
      await world.change(db, 'session_dinner', (doc) => ({ metadata: { ...(doc['metadata'] as object) } }));
      await worker.idle();
      expect((await (await storage.open(DATABASES.central)).info()).update_seq).toBe(before);
      await worker.stop();
    });

    test('a new event is followed, a deleted one dropped', async () => {
      const worker = world.start();
      await worker.idle();
      const talk = await world.createEvent('talk', 'Talk');
      await talk.put(session([]));
      await worker.idle();
      expect(await world.central('talk')).toMatchObject({ sessions: [{ id: 'session_dinner' }] });
      expect(worker.status().databases).toBe(2);
      await deleteEvent(storage, new Jobs({ storage, holder: 'api', now: () => world.now }), 'talk');
      await worker.idle();
      expect(worker.status().databases).toBe(1);
      expect(await storage.list()).not.toContain(databaseName('talk'));
      expect(await storage.list()).not.toContain('foyer-history-talk');
      await worker.stop();
    });
  });

  describe('failures', () => {
    test('a poisonous document is set aside and stops no other; a mended one is processed', async () => {
      const worker = world.start();
      await db.put({ ...session([]), _id: 'session_bad', clients: 'nonsense' });
      await db.put({ ...checkin('Ada', T0 + 1), action: 'sideways' });
      await db.bulkDocs([client('Ada'), session([entry('Ada')]), checkin('Ada', T0 + 2)]);
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 2 });
      const { failed, failures } = worker.status();
      expect(failed).toBe(2);
      expect(failures.map(({ id }) => id)).toContain('session_bad');
      await worker.stop();

      const next = world.start();
      await next.idle();
      expect(next.status().failed).toBe(2);
      await world.change(db, 'session_bad', () => ({ clients: [] }));
      await next.idle();
      expect(next.status().failed).toBe(1);
      await next.stop();
    });

    test('failing databases are waited for, and nothing is lost', async () => {
      await db.bulkDocs([client('Ada'), session([entry('Ada')])]);
      const broken: Storage = {
        ...storage,
        open: (name) => (fail() ? Promise.reject(new Error('disk on fire')) : storage.open(name)),
      };
      let left = 4;
      const fail = () => left-- > 0;
      const worker = new World(broken).start({ now: () => T0 });
      await db.put(checkin('Ada', T0 + 1));
      await worker.idle();
      expect(await checkInTimes()).toEqual({ client_ada: T0 + 1 });
      await worker.stop();
    });
  });

  describe('lease', () => {
    test('one worker is active; a clean stop lets the next one in, a silent one is replaced after its time', async () => {
      const timings = { lease: 60, retry: 5, position: 0, foldDelay: () => 1 };
      const first = world.start({ timings });
      await first.idle();
      const second = world.start({ timings });
      await second.idle();
      expect([first.status().active, second.status().active]).toEqual([true, false]);
      await first.stop();
      await expect.poll(() => second.status().active).toBe(true);
      // A worker whose clock is an hour ahead finds the lease expired, as after a crash of its holder.
      const third = world.start({ timings, now: () => T0 + 3_600_000 });
      await third.idle();
      // A renewal in the same moment may win once; the next try takes it.
      await expect.poll(() => third.status().active).toBe(true);
      await expect.poll(() => second.status().active).toBe(false);
      await Promise.all([second.stop(), third.stop()]);
    });

    test('one that waits hears when the lease is given back, and knows when it runs out', async () => {
      // Renewed, and looked at, every 20 minutes.
      const timings = { lease: 3_600_000, retry: 5, position: 0, foldDelay: () => 1 };
      const real = () => Date.now();
      const first = world.start({ timings, now: real });
      await first.idle();
      const second = world.start({ timings, now: real });
      await second.idle();
      expect(second.status().active).toBe(false);
      await first.stop();
      await expect.poll(() => second.status().active).toBe(true);
      await second.stop();
      // One that was killed: its lease has two seconds left, by a clock that stands until somebody has waited.
      const clock = new TestClock();
      const lease = { holder: 'a killed one', expires: clock.stop() + 2000 };
      await world.change(await storage.open(DATABASES.worker), 'lease', () => lease);
      const third = world.start({ timings, now: clock.now });
      await third.idle();
      expect(third.status().active).toBe(false);
      clock.go();
      await expect.poll(() => third.status().active).toBe(true);
      await third.stop();
    });

    test('a lease left by a crash of the only server is taken over at once', async () => {
      const timings = { lease: 60_000, retry: 5, position: 0, foldDelay: () => 1 };
      const crashed = world.start({ timings });
      await crashed.idle();
      // Another handle on the storage, as after a restart of the process.
      const restarted = new World({ ...storage });
      restarted.now = T0 + 1;
      const worker = restarted.start({ timings, newId: () => 'after the crash' });
      await worker.idle();
      // With CouchDB another server may be alive: there the lease has to run out.
      expect(worker.status().active).toBe(storage.kind === 'embedded');
      await Promise.all([worker.stop(), crashed.stop()]);
    });

    test('two active at the same moment do no harm', async () => {
      const timings = { lease: 60_000, retry: 5, position: 0, foldDelay: () => 1 };
      const names = Array.from({ length: 30 }, (_, index) => `Guest${index}`);
      const first = world.start({ timings });
      await first.idle();
      // Finds the lease expired by its own clock, while the first one goes on until its next renewal.
      const workers = [first, world.start({ timings, now: () => T0 + 3_600_000 })];
      await Promise.all(workers.map((worker) => worker.idle()));
      expect(workers.map((worker) => worker.status().active)).toEqual([true, true]);
      await db.bulkDocs([...names.map((name) => client(name)), session(names.map((name) => entry(name)))]);
      for (const [index, name] of names.entries()) {
        await db.put(checkin(name, T0 + index));
        await world.change(db, `client_${name.toLowerCase()}`, () => ({
          phone: `+41 22 000 00 ${10 + index}`,
        }));
      }
      await world.change(db, 'event', () => ({ title: 'Gala of two workers' }));
      await Promise.all(workers.map((worker) => worker.idle()));
      await Promise.all(workers.map((worker) => worker.idle()));
      const codes = await world.codes();
      const count = (code: string) => codes.filter((one) => one === code).length;
      expect(count('client_created')).toBe(30);
      expect(count('checked_in')).toBe(30);
      expect(count('session_created')).toBe(1);
      expect(count('client_updated')).toBeLessThanOrEqual(30);
      expect(Object.values(await checkInTimes())).toEqual(names.map((_, index) => T0 + index));
      expect(await world.central(EVENT)).toMatchObject({ title: 'Gala of two workers' });
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(world.errors).toEqual([]);
    });
  });
});
