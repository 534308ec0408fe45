import { EVENT_DOC_ID, checkinId, databaseName, entryChangeId, idRange } from '#domain/ids.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { updateCentral } from '../../events/central.ts';
import { DATABASES, historyDatabase, type AnyDoc, type Database, type Storage } from '../../storage/types.ts';
import { read, type Stored } from '../../storage/documents.ts';
import { startWorker } from '../index.ts';
import type { HistoryDoc } from '../history/documents.ts';
import type { Worker, WorkerOptions } from '../types.ts';

export const EVENT = 'gala';
export const T0 = 1_700_000_000_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A driver for tests: one event, its documents, and workers upon them. */
export class World {
  readonly storage: Storage;
  now = T0;
  errors: unknown[] = [];
  private count = 0;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  async createEvent(id = EVENT, title = 'Gala'): Promise<Database> {
    const dbName = databaseName(id);
    const db = await this.storage.open(dbName);
    await db.put({
      _id: EVENT_DOC_ID,
      type: 'event',
      id,
      title,
      dbName,
      paymentTypes: ['none'],
      metadata: meta(T0),
    });
    await updateCentral(this.storage, (events) => [
      ...events,
      { id, dbName, title, status: 'upcoming', authorized: ['someone'], sessions: [] },
    ]);
    return db;
  }

  start(options: Partial<WorkerOptions> = {}): Worker {
    return startWorker(this.storage, {
      now: () => this.now,
      newId: () => `worker${++this.count}`,
      log: silent,
      onError: (error) => this.errors.push(error),
      timings: { retry: 5, retryMax: 50, position: 0, gather: 0, foldDelay: () => 5 },
      ...options,
    });
  }

  /** Ends the world; throws if any worker met a failure that the test did not expect. */
  async close(): Promise<void> {
    await this.storage.close();
    if (this.errors.length > 0) throw new AggregateError(this.errors, 'the worker failed');
  }

  async history(id = EVENT): Promise<HistoryDoc[]> {
    const db = await this.storage.open(historyDatabase(id));
    const { rows } = await db.allDocs({ ...idRange('h_'), include_docs: true });
    return rows.map((row) => row.doc as unknown as HistoryDoc);
  }

  async codes(): Promise<string[]> {
    return (await this.history()).map(({ code }) => code);
  }

  async central(id = EVENT): Promise<AnyDoc | undefined> {
    const doc = await read(await this.storage.open(DATABASES.central), 'events');
    return (doc?.['events'] as AnyDoc[] | undefined)?.find((event) => event['id'] === id);
  }

  async get(db: Database, id: string): Promise<Stored> {
    const doc = await read(db, id);
    if (doc === null) throw new Error(`${id} is missing`);
    return doc;
  }

  async change(db: Database, id: string, change: (doc: AnyDoc) => AnyDoc): Promise<void> {
    const stored = await this.get(db, id);
    await db.put({ ...stored, ...change(stored) });
  }
}

export const person = (name: string) => ({ id: `user-${name.toLowerCase()}`, name });
export const meta = (time: number, name = 'Ada') => ({
  author: person(name),
  createdAt: T0,
  updatedAt: time,
});

/** As PouchDB takes it. */
export type NewDoc = AnyDoc & { _id: string };

export const client = (name: string, more: AnyDoc = {}): NewDoc => ({
  _id: `client_${name.toLowerCase()}`,
  type: 'client',
  forename: name,
  surname: 'Test',
  category: 'indiv',
  language: 'fr',
  metadata: meta(T0),
  ...more,
});

export const entry = (name: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  clientId: `client_${name.toLowerCase()}`,
  checkInTime: null,
  placement: null,
  product: null,
  updatedTime: T0,
  ...more,
});

export const session = (clients: SessionEntry[], more: Partial<Session> = {}): NewDoc => ({
  _id: 'session_dinner',
  type: 'session',
  title: 'Dinner',
  date: T0,
  status: 'upcoming',
  autoSave: false,
  autoSaveDelay: 60,
  clients,
  removedClients: {},
  files: [],
  metadata: { ...meta(T0), detailsAt: T0 },
  ...more,
});

export const checkin = (name: string, time: number, more: Partial<Checkin> = {}): NewDoc => ({
  _id: checkinId(more.sessionId ?? 'session_dinner', time, `${name.toLowerCase()}${more.device?.id ?? 'd1'}`),
  type: 'checkin',
  sessionId: 'session_dinner',
  clientId: `client_${name.toLowerCase()}`,
  action: 'in',
  time,
  device: { id: 'd1', name: 'Door 1' },
  author: person('Hugo'),
  method: 'list',
  ...more,
});

export const entryChange = (
  time: number,
  rows: EntryChange['rows'],
  more: Partial<EntryChange> = {},
): NewDoc => ({
  _id: entryChangeId(
    'session_dinner',
    time,
    `d1${rows.map(({ clientId }) => clientId.slice(7)).join('')}`.slice(0, 20),
  ),
  type: 'entrychange',
  sessionId: 'session_dinner',
  time,
  device: { id: 'd1', name: 'Desk 1' },
  author: person('Zoe'),
  rows,
  ...more,
});
