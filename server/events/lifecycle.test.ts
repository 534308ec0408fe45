import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { Offices, T0 } from '../jobs/testing/office.ts';
import { read } from '../storage/documents.ts';
import { DATABASES, historyDatabase } from '../storage/types.ts';
import { dyingAfter } from '../testing/dying.ts';
import { sleepingAfter } from '../testing/sleeping.ts';
import { openTestStorage, storages } from '../testing/storage.ts';
import { createEvent, undoCreation } from './creation.ts';
import { deleteEvent, deletion } from './deletion.ts';
import { adoptIntents } from './intents.ts';

const input = { title: 'Gala', date: T0, author: { id: 'user-ada', name: 'Ada' }, eventId: 'gala' };

let offices: Offices;
const events = async (): Promise<string[]> => {
  const central = await read(await offices.storage.open(DATABASES.central), 'events');
  return ((central?.['events'] ?? []) as { id: string }[]).map(({ id }) => id);
};
/** Another process begins, after the lease of all that came before. */
async function nextProcess(): Promise<void> {
  offices.now += 30_000;
  const next = offices.office('next').open();
  await next.idle();
  await next.stop();
}

describe.each(storages('leveldb', 'couchdb'))('creating and deleting events on %s', (name) => {
  beforeEach(async () => {
    offices = new Offices(await openTestStorage(name), [deletion, undoCreation]);
  });
  afterEach(() => offices.close());

  test('leave nothing behind', async () => {
    const { jobs } = offices.office('api');
    const { storage } = offices;
    expect(await createEvent(storage, jobs, input, T0)).toEqual({ eventId: 'gala', dbName: 'event-gala' });
    // Whoever got no answer asks again.
    await createEvent(storage, jobs, { ...input, title: 'Another title' }, T0);
    expect(await events()).toEqual(['gala']);
    expect(await (await storage.open('event-gala')).get('event')).toMatchObject({ title: 'Gala' });
    expect(await offices.stored()).toEqual([]);
    await storage.open(historyDatabase('gala'));
    await deleteEvent(storage, jobs, 'gala');
    expect(await events()).toEqual([]);
    for (const gone of [databaseName('gala'), historyDatabase('gala')])
      expect(await storage.exists(gone)).toBe(false);
    expect(await offices.stored()).toEqual([]);
  });

  test('a creation that is cut off after any write is undone, or whole', async () => {
    for (let writes = 0, whole = false; !whole; writes++) {
      const mortal = dyingAfter(offices.storage, writes);
      const dying = offices.office('dying', mortal);
      await createEvent(mortal, dying.jobs, input, T0).catch(() => undefined);
      await nextProcess();
      whole = (await events()).includes('gala');
      expect(await offices.storage.exists('event-gala'), `after ${writes} writes`).toBe(whole);
      expect(await offices.stored()).toEqual([]);
      expect(writes).toBeLessThan(8);
    }
  });

  test('a creation that slept before any of its steps until it was undone names no event that is none', async () => {
    for (let steps = 0, awake = false; !awake; steps++) {
      const sleepy = sleepingAfter(offices.storage, steps, nextProcess);
      const { jobs } = offices.office('sleepy');
      const created = await createEvent(sleepy, jobs, input, T0).then(
        () => true,
        () => false,
      );
      awake = !sleepy.hasSlept();
      await nextProcess();
      const isThere = await offices.storage.exists('event-gala');
      expect(await events(), `after ${steps} steps`).toEqual(isThere ? ['gala'] : []);
      expect(isThere || !created).toBe(true);
      expect(await offices.stored()).toEqual([]);
      // Whoever got no answer asks again.
      await createEvent(offices.storage, offices.office('api').jobs, input, T0);
      expect(await (await offices.storage.open('event-gala')).get('event')).toMatchObject({ title: 'Gala' });
      await deleteEvent(offices.storage, offices.office('api').jobs, 'gala');
      expect(steps).toBeLessThan(12);
    }
  });

  test('a deletion that is cut off after any write is ended by the next process', async () => {
    for (let writes = 1, survived = false; !survived; writes++) {
      const { jobs } = offices.office('api');
      await createEvent(offices.storage, jobs, input, T0);
      await offices.storage.open(historyDatabase('gala'));
      const mortal = dyingAfter(offices.storage, writes);
      const dying = offices.office('dying', mortal);
      await deleteEvent(mortal, dying.jobs, 'gala').catch(() => undefined);
      survived = !mortal.isDead();
      await nextProcess();
      expect(await events(), `after ${writes} writes`).toEqual([]);
      expect(await offices.storage.exists('event-gala')).toBe(false);
      expect(await offices.storage.exists(historyDatabase('gala'))).toBe(false);
      expect(await offices.stored()).toEqual([]);
      expect(writes).toBeLessThan(10);
    }
  });

  test('a creation that fails takes nothing away that was there before it', async () => {
    const { storage } = offices;
    const before = await storage.open('event-gala');
    await before.put({ _id: 'client_ada', type: 'client' });
    const mortal = dyingAfter(storage, 2);
    const failing = offices.office('failing', mortal);
    await createEvent(mortal, failing.jobs, { ...input, bringsBack: true }, T0).catch(() => undefined);
    expect(mortal.isDead()).toBe(true);
    await nextProcess();
    expect(await (await storage.open('event-gala')).get('client_ada')).toMatchObject({ type: 'client' });
  });

  test('what the server of the version before had left unfinished is finished', async () => {
    const { storage } = offices;
    const db = await storage.open(DATABASES.jobs);
    const { jobs } = offices.office('api');
    for (const id of ['whole', 'doomed']) {
      await createEvent(storage, jobs, { ...input, eventId: id }, T0);
    }
    await storage.open('event-orphan');
    await db.bulkDocs([
      { _id: 'create_whole', type: 'create', eventId: 'whole', startedAt: offices.now },
      { _id: 'create_orphan', type: 'create', eventId: 'orphan', startedAt: offices.now },
      { _id: 'delete_doomed', type: 'delete', eventId: 'doomed', startedAt: offices.now },
    ]);
    await adoptIntents(storage, jobs, false);
    // Another server may still be at the creation.
    await nextProcess();
    expect([await events(), await storage.exists('event-orphan')]).toEqual([['whole'], true]);
    offices.now += 300_000;
    await nextProcess();
    expect([await events(), await storage.exists('event-orphan')]).toEqual([['whole'], false]);
    expect(await storage.exists('event-whole')).toBe(true);
    expect(await offices.stored()).toEqual([]);
  });
});
