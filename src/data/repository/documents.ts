import { numbersOf } from '#domain/clients/clientNumbers.ts';
import { checkinsByClient } from '#domain/commands/shown.ts';
import type { NewVersion } from '#domain/commands/command.ts';
import type { Documents, RunView, Written } from '#domain/commands/documents.ts';
import { Unread, type EventView } from '#domain/commands/view.ts';
import { PlacesTally, placesView } from '#domain/desk/tally.ts';
import type { Client } from '#domain/documents/client.ts';
import type { DocOf, EventDocument } from '#domain/documents/index.ts';
import { typeOfId, type EventDocType } from '#domain/ids.ts';
import { isConflict } from '../failure.ts';
import { readDocument, type StoredDoc } from '../store/read.ts';
import type { NewDoc, RepositoryContext } from './context.ts';
import { readMerged } from './update.ts';

/** Where commands run in the browser: what they look at is in memory, what they change is read from the local database. */
export function browserDocuments({ db, store }: Pick<RepositoryContext, 'db' | 'store'>): Documents {
  return {
    view: () => viewOf({ db, store }),
    async write(docs) {
      const replies = await put(db, docs);
      const saved = docs.flatMap((doc, index): StoredDoc[] => {
        const reply = replies[index];
        return reply !== undefined && 'rev' in reply ? [{ ...doc, _rev: reply.rev } as StoredDoc] : [];
      });
      store.apply(await Promise.all(saved.map(async (doc) => (hasFiles(doc) ? withoutFiles(db, doc) : doc))));
      return replies;
    },
  };
}

type Parts = Pick<RepositoryContext, 'db' | 'store'>;

function viewOf({ db, store }: Parts): RunView {
  const read = new Map<string, EventDocument | null>();
  /** Changed by somebody else: memory may not have heard of it yet. */
  const overtaken = new Set<string>();
  /** What was answered once stays the answer of this run. */
  const answers = new Map<string, unknown>();
  function once<T>(question: string, answer: () => T): T {
    if (!answers.has(question)) answers.set(question, answer());
    return answers.get(question) as T;
  }
  function renew(question: string, id: string, now: ReadonlyMap<string, unknown>): void {
    const before = answers.get(question) as ReadonlyMap<string, unknown> | undefined;
    if (before === undefined) return;
    const after = new Map(before);
    if (now.has(id)) after.set(id, now.get(id));
    else after.delete(id);
    answers.set(question, after);
  }
  const readAll = async (ids: readonly string[]): Promise<void> => {
    for (const [id, stored] of await readMany(db, ids)) {
      read.set(id, stored === null ? null : readDocument(stored));
    }
  };
  function stored<T extends EventDocType>(type: T, id: string): DocOf<T> | null {
    const doc = read.get(id);
    if (doc === undefined) throw new Unread(() => readAll([id]));
    return doc?.type === type ? (doc as DocOf<T>) : null;
  }
  const documents = <T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>> =>
    once(`documents ${type}`, () => store.documents(type));
  function storedOf<T extends EventDocType>(type: T, ids: readonly string[]): Map<string, DocOf<T>> {
    const missing = ids.filter((id) => !read.has(id));
    if (missing.length > 0) throw new Unread(() => readAll([...new Set(missing)]));
    return new Map(
      ids.flatMap((id) => {
        const doc = stored(type, id);
        return doc === null ? [] : [[id, doc] as const];
      }),
    );
  }
  const clients = (): ReadonlyMap<string, Client> => once('clients', () => store.clients());
  const document: EventView['document'] = (type, id) => documents(type).get(id) ?? null;
  const entriesOf: EventView['entriesOf'] = (id) => once(`entries ${id}`, () => store.entriesOf(id));
  return {
    stored,
    storedOf,
    knownOf(type, ids) {
      const inMemory = documents(type);
      const wanted = ids.filter((id) => overtaken.has(id) || read.has(id));
      const fresh = storedOf(type, wanted);
      const isFresh = new Set(wanted);
      return new Map(
        ids.flatMap((id) => {
          const doc = isFresh.has(id) ? fresh.get(id) : inMemory.get(id);
          return doc === undefined ? [] : [[id, doc] as const];
        }),
      );
    },
    document,
    documents,
    clients,
    isCanceled: (clientId) => store.isCanceled(clientId),
    hasNumber: (number) => numbersOf(clients()).has(number),
    session: (id) => once(`session ${id}`, () => store.session(id)),
    entriesOf,
    placesIn: (id) =>
      once(`places ${id}`, () => {
        const known = entriesOf(id);
        return known && PlacesTally.of(known, placesView({ document }));
      }),
    checkinsOf: (sessionId, clientId) =>
      once(`checkins ${sessionId} ${clientId}`, () => store.checkinsOf(sessionId, clientId)),
    checkinsIn: (id) =>
      once(`checkins ${id}`, () =>
        checkinsByClient([...documents('checkin').values()].filter(({ sessionId }) => sessionId === id)),
      ),
    forget(ids) {
      for (const id of ids) {
        const type = typeOfId(id);
        read.delete(id);
        overtaken.add(id);
        answers.delete(`session ${id}`);
        answers.delete(`entries ${id}`);
        // Only this one: the others stay as they were answered, without what this run has written itself.
        if (type !== null) renew(`documents ${type}`, id, store.documents(type));
        if (type === 'client') renew('clients', id, store.clients());
      }
    },
  };
}

/** Documents of the local database, their conflicts resolved; null for one that is not there. */
async function readMany(
  db: RepositoryContext['db'],
  ids: readonly string[],
): Promise<[string, StoredDoc | null][]> {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return [[only, await readMerged(db, only)]];
  const { rows } = await db.use((pouch) =>
    pouch.allDocs({ keys: [...ids], include_docs: true, conflicts: true }),
  );
  return Promise.all(
    ids.map(async (id, index): Promise<[string, StoredDoc | null]> => {
      const row = rows[index];
      const doc = (row !== undefined && 'doc' in row ? row.doc : null) as StoredDoc | null | undefined;
      return [id, doc?._conflicts === undefined ? (doc ?? null) : await readMerged(db, id)];
    }),
  );
}

/** In one transaction. */
async function put(db: RepositoryContext['db'], docs: readonly NewVersion[]): Promise<Written[]> {
  const [only] = docs;
  if (only !== undefined && docs.length === 1) {
    try {
      const { rev } = await db.use((pouch) => pouch.put({ ...only } as NewDoc));
      return [{ rev }];
    } catch (error) {
      if (isConflict(error)) return [{ conflict: true }];
      throw error;
    }
  }
  const rows = await db.use((pouch) => pouch.bulkDocs(docs.map((doc) => ({ ...doc })) as NewDoc[]));
  return rows.map((row): Written => {
    if ('rev' in row && row.rev !== undefined) return { rev: row.rev };
    if (isConflict(row)) return { conflict: true };
    return { refused: { code: 'unknown', message: `not saved: ${(row as Error).message}` } };
  });
}

const hasFiles = ({ _attachments = {} }: StoredDoc): boolean =>
  Object.values(_attachments as Record<string, { data?: unknown }>).some(({ data }) => data !== undefined);

/** In memory files are only named, not kept. */
const withoutFiles = async (db: RepositoryContext['db'], { _id, _rev }: StoredDoc): Promise<StoredDoc> =>
  (await db.use((pouch) => pouch.get(_id, { rev: _rev }))) as unknown as StoredDoc;
