import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import type { ReactElement } from 'react';
import { createClock } from '#domain/devices/clock.ts';
import type { Client } from '#domain/documents/client.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import type { Role } from '#domain/rights/roles.ts';
import type { Language } from '#domain/config.ts';
import type { AnyDoc } from '#data/deps.ts';
import type { LocalDatabase } from '#data/local/database.ts';
import { createRepository } from '#data/repository/index.ts';
import { createEventStore, type FilledStore } from '#data/store/eventStore.ts';
import type { StoredDoc } from '#data/store/read.ts';
import type { AppData, DatabaseSync, OpenEvent } from '#data/types.ts';
import { renderScreen, still } from '#hooks/testing/renderScreen.tsx';

PouchDB.plugin(memory);
// Without a layout a virtual list would show nothing.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 440 });

/*
 * Screens of clients on the real store, the real repository and a database in memory; only login, synchronisation and
 * server are stand-ins.
 */

let scenes = 0;

const table = (number: number, seats: number) => ({
  ...{ type: 'circle' as const, number, seats },
  ...{ position: { x: number * 20, y: 50 }, rotation: 0, scale: 1 },
});
export const PLAN: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 2, tables: { a: table(1, 4), b: table(2, 2) } },
};

export const session = (id: string, title: string, more: Partial<Session> = {}): Session => ({
  ...{ _id: `session_${id}`, type: 'session', title, date: Date.UTC(2026, 5, 1, 12), status: 'upcoming' },
  ...{ autoSave: false, autoSaveDelay: 60, clients: [], removedClients: {}, files: [], metadata: {} },
  ...more,
});
export const client = (id: string, surname: string, more: Partial<Client> = {}): Client => ({
  ...{ _id: `client_${id}`, type: 'client', forename: 'Ada', surname, number: `N-${id}` },
  ...{ category: 'indiv', language: 'en', metadata: {}, ...more },
});

export interface Scene {
  store: FilledStore;
  event: OpenEvent;
}
interface SceneOptions {
  documents: readonly { _id: string }[];
  role?: Role;
  mode?: DatabaseSync['mode'];
  eventId?: string;
  timeZone?: string;
}

export async function openScene({
  documents,
  mode = 'light',
  eventId = 'gala',
  timeZone = '',
  role = 'member',
}: SceneOptions) {
  const pouch = new PouchDB<AnyDoc>(`clients-${process.pid}-${++scenes}`, { adapter: 'memory' });
  const event: EventDoc = {
    ...{
      _id: 'event',
      type: 'event',
      id: eventId,
      title: `Gala ${eventId}`,
      timeZone,
      dbName: `event-${eventId}`,
    },
    ...{
      paymentTypes: ['none'],
      invoiceNextIndex: 0,
      adminContact: false,
      invoicePrefix: 'GL',
      metadata: {},
    },
  };
  await pouch.bulkDocs([event, ...documents] as unknown as AnyDoc[]);
  const store = createEventStore(eventId, (error) => {
    throw error;
  });
  const rows = await pouch.allDocs({ include_docs: true });
  store.apply(rows.rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc as unknown as StoredDoc] : [])));
  const db = { use: (work: (one: typeof pouch) => unknown) => work(pouch) } as unknown as LocalDatabase;
  let ids = 0;
  const repository = createRepository({
    ...{ db, store, clock: createClock({ wall: () => Date.now() }) },
    device: { id: 'device', name: 'Test' },
    inTurn: (work) => work(),
    lock: async () => () => undefined,
    newId: () => `id${String(++ids).padStart(14, '0')}`,
    user: () => ({ _id: 'user', username: role, role }),
  } as Parameters<typeof createRepository>[0]);
  const status = { mode, id: eventId } as DatabaseSync;
  const opened = {
    ...{ id: eventId, store, repository, close: () => undefined },
    sync: { get: () => status, subscribe: () => () => undefined },
  } as OpenEvent;
  return { store, event: opened, pouch } satisfies Scene & { pouch: unknown };
}

interface ShowOptions {
  scene: Scene;
  path: string;
  at: string;
  screen: ReactElement;
  role?: Role;
  language?: Language;
  /** Other events that can be opened. */
  others?: readonly Scene[];
  /** What the server answers; without it there is no network. */
  server?: Partial<AppData>;
}

/** Shows the screen at its route; everything else is a page that says where one is. */
export async function show({
  scene,
  path,
  at,
  screen,
  role = 'member',
  language = 'en',
  others = [],
  server,
}: ShowOptions) {
  const all = [scene, ...others];
  const login = { token: 't', expires: 9e15, user: { _id: 'user', username: role, role } };
  const events = all.map(({ event }) => ({
    id: event.id,
    dbName: '',
    title: `Gala ${event.id}`,
    sessions: [],
  }));
  const data = {
    login: still(login),
    events: still(events),
    clock: createClock({ wall: () => Date.now() }),
    sync: {
      ...still({ online: server !== undefined }),
      syncNow: async () => undefined,
    },
    serverFiles: async () => ({ ok: false, error: { code: 'offline' } }),
    cardAccounts: async () => ({ ok: false, error: { code: 'offline' } }),
    async openEvent(eventId: string) {
      const found = all.find(({ event }) => event.id === eventId);
      return found ? { ok: true, value: found.event } : { ok: false, error: { code: 'offline' } };
    },
    ...server,
  } as unknown as AppData;
  return renderScreen({ screen, path, at, language, event: scene.event, data });
}
