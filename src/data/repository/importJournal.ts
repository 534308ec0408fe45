import { NOTHING_TO_UNDO, type CreatedClient } from '#domain/clients/undo.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { RepositoryContext } from './context.ts';
import { undoMany } from './undo.ts';

/**
 * A `_local` document, which never leaves this device: the ids that an import under way is to create. Of before it named
 * acts there may still be one without.
 */
const NAME = 'foyer-import';

export type JournalPair = readonly [clientId: string, consumerId: string];

export interface Journal {
  pairs: readonly JournalPair[];
  /** Entry changes, which are written last and together. */
  acts: readonly string[];
}

export const writeJournal = (db: LocalDatabase, { pairs, acts }: Journal): Promise<void> =>
  db.writeLocal(NAME, { pairs, acts });
export const clearJournal = (db: LocalDatabase): Promise<void> => writeJournal(db, { pairs: [], acts: [] });

/** Held while an import runs, in whichever tab; a tab that ends lets go of it. */
export const lockImport = ({ db, lock }: RepositoryContext): Promise<() => void> =>
  lock(`${NAME} ${db.name}`);

/**
 * An import whose page was closed or reloaded on the way has left clients without a session, and nobody could undo
 * them: they are taken back before the event is worked with again. Who was registered or touched since stays, and all of
 * them where the registrations were written too.
 */
export async function takeBackUnfinished(context: RepositoryContext): Promise<void> {
  const { db, store } = context;
  if ((await readJournal(db)).pairs.length === 0) return;
  const release = await lockImport(context);
  try {
    // Empty by now if it was another tab's that has ended well.
    const { pairs, acts } = await readJournal(db);
    const isWhole = acts.some((id) => store.documents('entrychange').has(id));
    const [clients, consumers] = [store.documents('client'), store.consumers()];
    const created = (isWhole ? [] : pairs).flatMap(([clientId, consumerId]): CreatedClient[] => {
      const [clientRev, consumerRev] = [clients.get(clientId)?._rev, consumers.get(consumerId)?._rev];
      if (!isFirst(clientRev) || !isFirst(consumerRev)) return [];
      return [{ clientId, clientRev, consumerId, consumerRev }];
    });
    if (created.length > 0) {
      const undone = await undoMany(context, { ...NOTHING_TO_UNDO, created });
      if (!undone.ok) return;
    }
    if (pairs.length > 0) await clearJournal(db);
  } finally {
    release();
  }
}

async function readJournal(db: LocalDatabase): Promise<Journal> {
  const { pairs = [], acts = [] } = ((await db.readLocal(NAME)) ?? {}) as Partial<Journal>;
  return { pairs, acts };
}
const isFirst = (rev: string | undefined): rev is string => rev?.startsWith('1-') === true;
