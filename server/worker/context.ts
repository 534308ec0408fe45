import { EVENT_DOC_ID } from '#domain/ids.ts';
import { position, read } from '../storage/documents.ts';
import { DATABASES, historyDatabase, type Storage } from '../storage/types.ts';
import { createHistorian } from './history/historian.ts';
import type { ProjectionContext } from './projection.ts';
import { createReadings } from './readings.ts';
import { createSessionActs } from './sessionActs.ts';

export interface ContextOptions extends Pick<
  ProjectionContext,
  'now' | 'foldDelay' | 'wrote' | 'merged' | 'folded' | 'jobs'
> {
  storage: Storage;
  eventId: string;
  dbName: string;
}

/** What all projections of an event share; each has its own `settled`. */
export type SharedContext = Omit<ProjectionContext, 'settled'> & {
  /** Throws when it is the databases that fail: then no document is to blame. */
  probe(): Promise<void>;
};

export async function createContext(options: ContextOptions): Promise<SharedContext> {
  const { dbName, ...rest } = options;
  const { storage, eventId, now } = options;
  const db = await storage.openExisting(dbName);
  const historyDb = await storage.open(historyDatabase(eventId));
  const acts = createSessionActs(db);
  let name: string | null = null;
  const historian = createHistorian({
    eventDb: db,
    historyDb,
    now,
    acts,
    async event() {
      if (name !== null) return { id: eventId, name };
      const title = (await read(db, EVENT_DOC_ID))?.['title'];
      name = typeof title === 'string' ? title : '';
      return { id: eventId, name };
    },
  });
  return {
    ...rest,
    db,
    historyDb,
    historian,
    acts,
    readings: createReadings(db),
    renamed() {
      name = null;
    },
    async probe() {
      const central = await storage.open(DATABASES.central);
      await Promise.all([db, historyDb, central].map((one) => position(one)));
    },
  };
}
