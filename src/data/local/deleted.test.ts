import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PouchDatabase } from '../deps.ts';
import { countUnpushed } from '../sync/unpushed.ts';
import { createOutbox } from '../sync/outbox.ts';
import { createDevice, until, type Device, type Tab } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';
import { openLocal } from './database.ts';
import { putUnsent } from './positions.ts';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);

describe('a database that the browser deleted under the open app', () => {
  let scene: Scene;
  let device: Device;
  let tab: Tab;
  let event: OpenEvent;
  let deletions = 0;
  /** The event's database on the device. */
  let copy: { db: PouchDatabase; isDeleted: boolean };
  /** While set, a busy device tells the exchange of no local change. */
  let late: (() => void)[] | null = null;
  /** The browser is still at it, and opens nothing. */
  let isBusy = false;

  beforeEach(async () => {
    scene = await createScene();
    device = scene.device();
    deletions = 0;
    isBusy = false;
    const { openDatabase } = device.deps;
    Object.assign(device.deps, {
      openDatabase: async (name: string) => {
        if (isBusy && name.endsWith(scene.eventId)) throw new Error('UnknownError: Internal error');
        const db = await openDatabase(deletions === 0 ? name : `${name}-${deletions}`);
        if (name.endsWith(scene.eventId)) copy = deletable(db);
        return name.endsWith(scene.eventId) ? copy.db : db;
      },
    });
    tab = scene.tab(device);
    await tab.login('manager');
    event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
  });

  afterEach(() => scene.close());

  function deletable(db: PouchDatabase): typeof copy {
    const one = { isDeleted: false, db };
    one.db = new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        return (...args: never[]): unknown => {
          if (one.isDeleted && key !== 'close') throw new Error('InvalidStateError: database is closed');
          const answer: unknown = Reflect.apply(value, target, args);
          if (key === 'changes') tellLate(answer as PouchDB.Core.Changes<object>, args[0]);
          return answer;
        };
      },
    });
    return one;
  }

  /** The exchange follows ids, what screens show follows documents. */
  function tellLate(feed: PouchDB.Core.Changes<object>, options?: PouchDB.Core.ChangesOptions): void {
    if (options?.live !== true || options.include_docs === true) return;
    const on = feed.on.bind(feed) as (name: string, listener: (row: unknown) => void) => typeof feed;
    feed.on = ((name: string, listener: (row: unknown) => void) =>
      on(name, (row) => {
        if (late === null) listener(row);
        else late.push(() => listener(row));
      })) as typeof feed.on;
  }

  function browserDeletes(): void {
    deletions += 1;
    copy.isDeleted = true;
  }

  const guest = (surname: string): string => entryOf(event, scene.sessionId, surname).clientId;
  async function goesOffline(): Promise<void> {
    device.online(false);
    const before = await event.repository.checkIn(scene.sessionId, guest('Lovelace'), 'list');
    expect(before.ok).toBe(true);
  }

  async function isDeletedAndGoesOn(): Promise<void> {
    await until(tab.data.sync, () => event.sync.get().state === 'offline' && event.sync.get().waiting === 1);
    browserDeletes();
    const after = await event.repository.checkIn(scene.sessionId, guest('Hopper'), 'list');
    expect(after.ok).toBe(true);
    expect(event.store.counts(scene.sessionId).arrived).toBe(2);
    await until(tab.data.sync, () => event.sync.get().lostAt !== null);
    const wait = (): boolean => event.sync.get().unsentCheckins.length === 2;
    await until(tab.data.sync, wait, { ms: 8000, show: () => event.sync.get() });
  }

  async function everybodyHears(): Promise<void> {
    device.online(true);
    const hears = (): boolean => scene.event.store.counts(scene.sessionId).arrived === 2;
    await until(scene.event.store, hears, { ms: 15_000, show: () => event.sync.get() });
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
  }

  it('is begun anew with what is in memory, which is said, and nothing done here is lost [SYNC-10]', async () => {
    await goesOffline();
    await isDeletedAndGoesOn();
    await everybodyHears();
    expect(event.store.clients().size).toBe(3);
    expect(event.sync.get()).toMatchObject({ waiting: 0, refused: [], complete: true });
  });

  describe('while the browser could not open it either', () => {
    beforeEach(async () => {
      await goesOffline();
      await until(
        tab.data.sync,
        () => event.sync.get().state === 'offline' && event.sync.get().waiting === 1,
      );
      isBusy = true;
      browserDeletes();
      device.online(true);
      await until(tab.data.sync, () => event.sync.get().error === 'storage_broken');
      // The exchange is over with what it saves at its end.
      for (const _ of [1, 2]) await tab.data.sync.syncNow(scene.eventId);
      isBusy = false;
    });

    it('the next check-in has it begun anew and sent, and the loss is told [SYNC-10]', async () => {
      const after = await event.repository.checkIn(scene.sessionId, guest('Hopper'), 'list');
      expect(after.ok).toBe(true);
      await until(tab.data.sync, () => event.sync.get().lostAt !== null);
      await everybodyHears();
    });

    it('a door where nobody does anything sends what waited, too [SYNC-10]', async () => {
      device.online(false);
      device.online(true);
      await until(scene.event.store, () => scene.event.store.counts(scene.sessionId).arrived === 1);
      await until(tab.data.sync, () => event.sync.get().state === 'synced');
      expect(event.sync.get().lostAt).not.toBeNull();
    });
  });

  it('how far the deleted one was sent says nothing of the new one [SYNC-10]', async () => {
    late = [];
    const turing = guest('Turing');
    expect((await scene.event.repository.setCovid(turing, true)).ok).toBe(true);
    await until(event.store, () => event.store.client(turing)?.covid === true);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    await goesOffline();
    const told = late;
    late = null;
    for (const tell of told) tell();
    await isDeletedAndGoesOn();
    await everybodyHears();
    expect(event.sync.get()).toMatchObject({ waiting: 0, refused: [], complete: true });
  });

  it('what a pull brings that finds it deleted makes the new one no whole copy: all is pulled again [SYNC-10]', async () => {
    // Files are not in memory, so nothing but a first pull brings back what has one.
    const ball = scene.event.store.sessions()[1]?._id ?? '';
    const picture = new Blob([PNG], { type: 'image/png' });
    expect((await scene.event.repository.setPlanBackground(ball, picture)).ok).toBe(true);
    const showsPicture = (): boolean => '_attachments' in (event.store.session(ball) ?? {});
    await until(event.store, showsPicture);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');

    const waits = new Promise<void>((resolve) => {
      device.intercept = (url, init) => {
        if (!url.includes('/_changes') || !url.includes(scene.eventId) || !url.includes('longpoll'))
          return null;
        resolve();
        device.intercept = null;
        return device.deps.fetch(url, init).finally(browserDeletes);
      };
    });
    await Promise.all([waits, tab.data.sync.syncNow(scene.eventId)]);
    const hopper = entryOf(scene.event, scene.sessionId, 'Hopper').clientId;
    expect((await scene.event.repository.checkIn(scene.sessionId, hopper, 'list')).ok).toBe(true);
    await until(tab.data.sync, () => event.sync.get().lostAt !== null);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    await until(event.store, () => event.store.counts(scene.sessionId).arrived === 1);
    expect(await event.repository.planBackground(ball)).not.toBeNull();
  });
});

it('what comes back into a copy is not taken for what its first pull brought, wherever a crash comes in between [SYNC-10]', async () => {
  const { deps } = createDevice('http://127.0.0.1:9');
  const db = await openLocal(deps, 'copy');
  const doc = { _id: 'checkin_1', _rev: '1-a', _revisions: { start: 1, ids: ['a'] } };
  await putUnsent(db, [doc]);
  await createOutbox(db, deps.report).skipFirstPull();
  expect(await countUnpushed(db, deps.report)).toBe(1);
  await db.close();
});
