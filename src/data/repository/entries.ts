import { actsBetween } from '#domain/entries/acts.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { deviceSuffix, entryChangeId, entryChangePrefix, idRange } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { addEntries, removeEntry, type Stamp } from '#domain/sessions/sessionEdits.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { insert } from './insert.ts';
import { stampFor } from './sessions.ts';

/** What a command makes of the entries of one session. */
export interface EntryEdit {
  sessionId: string;
  /** Given the session with all that is known of its entries, those of deleted clients too. */
  edit(session: Session, stamp: Stamp): Result<Session, Failure>;
}

/**
 * Changes the entries of sessions by small documents, all in one local transaction or none. One tab of a device at a time,
 * on all that the others have written: two of them cannot give a seat twice. Resolves with the acts; none where there is
 * nothing to change.
 */
export async function changeEntries(
  context: RepositoryContext,
  edits: readonly EntryEdit[],
  /** Told of the acts before they are written; for whoever must know of them after a crash. */
  note: (acts: readonly EntryChange[]) => Promise<void> = () => Promise.resolve(),
): Promise<Result<EntryChange[], Failure>> {
  const { store, db, device, newId } = context;
  const release = await context.lock(`foyer-entries ${db.name}`);
  try {
    await catchUp(
      context,
      edits.map(({ sessionId }) => sessionId),
    );
    const made: EntryChange[] = [];
    for (const { sessionId, edit } of edits) {
      const known = store.entriesOf(sessionId);
      if (known === null) return err({ code: 'not_found' });
      const stamp = stampFor(context);
      const edited = edit(known.session, stamp);
      if (!edited.ok) return edited;
      const suffix = (): string => deviceSuffix(device.id, newId);
      made.push(...actsBetween(known, edited.value, { ...stamp, device, suffix }));
    }
    await note(made);
    const saved = await insert(context, made);
    return saved.ok ? ok(made) : saved;
  } finally {
    release();
  }
}

/** How late the news of another tab's acts may be, ms. */
const LATEST_NEWS = 10 * 60_000;

/** Brings the acts into the store that other tabs have written and this one has not heard of yet. */
async function catchUp(
  { db, store, clock }: RepositoryContext,
  sessionIds: readonly string[],
): Promise<void> {
  const known = store.documents('entrychange');
  const since = clock.now() - LATEST_NEWS;
  for (const sessionId of sessionIds) {
    const range = {
      startkey: entryChangeId(sessionId, since, ''),
      endkey: idRange(entryChangePrefix(sessionId)).endkey,
    };
    const { rows } = await db.use((pouch) => pouch.allDocs(range));
    const keys = rows.map(({ id }) => id).filter((id) => !known.has(id));
    if (keys.length === 0) continue;
    const { rows: found } = await db.use((pouch) => pouch.allDocs({ keys, include_docs: true }));
    store.apply(found.flatMap((row) => ('doc' in row && row.doc ? [row.doc as StoredDoc] : [])));
  }
}

/** The same for one session; resolves with it as screens see it. */
export async function editEntriesOf(
  context: RepositoryContext,
  sessionId: string,
  edit: EntryEdit['edit'],
): Promise<Result<Session, Failure>> {
  const changed = await changeEntries(context, [{ sessionId, edit }]);
  if (!changed.ok) return changed;
  const session = context.store.session(sessionId);
  return session === null ? err({ code: 'not_found' }) : ok(session);
}

export const unregister = (
  context: RepositoryContext,
  sessionId: string,
  clientId: string,
): Promise<Result<Session, Failure>> =>
  editEntriesOf(context, sessionId, (session, stamp) =>
    session.clients.some((entry) => entry.clientId === clientId)
      ? ok(removeEntry(session, clientId, stamp))
      : err({ code: 'not_registered' }),
  );

/** Registers clients for sessions, with a product or none; those already registered stay as they are. */
export const registerClients = (
  context: RepositoryContext,
  sessionIds: readonly string[],
  clientIds: readonly string[],
  product: SessionEntry['product'] = null,
): Promise<Result<EntryChange[], Failure>> =>
  changeEntries(
    context,
    sessionIds.map((sessionId) => ({
      sessionId,
      edit: (session, stamp) => ok(addEntries(session, clientIds, stamp, product)),
    })),
  );
