import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal, type LocalDatabase } from '../local/database.ts';
import { createEventStore, type FilledStore } from './eventStore.ts';
import { fillStore, type Filling } from './fill.ts';

PouchDB.plugin(memory);

const errors: unknown[] = [];
let serial = 0;
let time: number;
let timer: (() => void) | null;
let db: LocalDatabase;
let store: FilledStore;
let filling: Filling;
let told: number;

beforeEach(async () => {
  [time, timer, told] = [1000, null, 0];
  const deps = {
    openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }),
    ...{ newId: () => `life-${++serial}`, report: (error: unknown) => void errors.push(error) },
    ...{
      wall: () => time,
      timers: { set: (callback: () => void) => (timer = callback), clear: () => (timer = null) },
    },
  } as unknown as Deps;
  db = await openLocal(deps, `fill-${++serial}`);
  store = createEventStore('gala', deps.report);
  filling = await fillStore(db, store, deps);
  store.subscribe(() => void (told += 1));
});
afterEach(async () => {
  filling.stop();
  await db.destroy();
  if (errors.length > 0) throw new Error(String(errors));
});

/** Other devices' documents, as a pull brings them. Resolves once the feed has told of all. */
async function brought(...docs: AnyDoc[]): Promise<void> {
  const { update_seq: since } = await db.use((pouch) => pouch.info());
  let stop = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    let heard = 0;
    void db.use((pouch) => {
      const feed = pouch.changes({ since, live: true });
      void feed.on('change', () => void (++heard === docs.length && resolve()));
      stop = () => feed.cancel();
      return Promise.resolve();
    });
  });
  await db.use((pouch) => pouch.bulkDocs(docs));
  await all;
  stop();
  // The store's own feed began before that one; its listeners are told a microtask later.
  await new Promise((resolve) => setImmediate(resolve));
}
const client = (name: string): AnyDoc => ({
  ...{
    _id: `client_${name}`,
    type: 'client',
    forename: 'A',
    surname: name,
    category: 'indiv',
    language: 'en',
  },
  metadata: {},
});
const checkin = (name: string): AnyDoc => ({
  ...{
    _id: `checkin_${name}`,
    type: 'checkin',
    sessionId: 'session_a',
    clientId: 'client_a',
    action: 'in',
    time: 1,
  },
  ...{ device: { id: 'd', name: 'd' }, author: { id: 'a', name: 'a' }, method: 'list' },
});
const names = (): string[] => [...store.clients().keys()].map((id) => id.slice('client_'.length));
/** Lets the time pass after which the rest goes in. */
const pass = (): void => {
  time += 50;
  timer?.();
};

it('what a page brings goes into the store with one walk through it, and the first of it at once', async () => {
  await brought(client('first'));
  expect(names()).toEqual(['first']);
  expect(told).toBe(1);
  await brought(...Array.from({ length: 20 }, (_, index) => client(`page${index}`)));
  expect(names()).toEqual(['first']);
  pass();
  expect(names()).toHaveLength(21);
  await vi.waitFor(() => expect(told).toBe(2));
  time += 50;
  await brought(client('later'));
  expect(names()).toContain('later');
});

it('check-ins wait for nothing, and bring what came before them', async () => {
  await brought(client('first'));
  await brought(client('second'), checkin('a'));
  expect(names()).toEqual(['first', 'second']);
  expect([...store.documents('checkin').keys()]).toEqual(['checkin_a']);
});

it('who asks how far the store has come gets it brought there', async () => {
  await brought(client('first'));
  await brought(client('second'));
  const { update_seq } = await db.use((pouch) => pouch.info());
  expect(names()).toEqual(['first']);
  expect(filling.heard()).toBe(update_seq);
  expect(names()).toEqual(['first', 'second']);
});

it('what is saved here is not replaced by what was told before it', async () => {
  await brought(client('first'));
  const [before, after] = [client('a'), { ...client('a'), surname: 'saved' }];
  await brought(before);
  expect(store.documents('client').has('client_a')).toBe(false);
  const { _rev } = await db.use((pouch) => pouch.get('client_a'));
  filling.store.apply([{ ...after, _rev: `2-${_rev.slice(2)}` } as never]);
  timer?.();
  expect(store.documents('client').get('client_a')).toMatchObject({ surname: 'saved' });
});
