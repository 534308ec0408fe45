import { writing, type Command } from '#domain/commands/command.ts';
import { actsOfAll, type EntryEdit as Edit } from '#domain/commands/entries.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session } from '#domain/documents/session.ts';
import { entryChangeId, entryChangePrefix, idRange } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { callForValue, type Through } from './call.ts';
import type { RepositoryContext } from './context.ts';

/**
 * Calls a command that changes the entries of these sessions. One tab of a device at a time, on all that the others have
 * written: two of them cannot give a seat twice.
 */
export async function callForEntries<Input, Value>(
  context: RepositoryContext,
  sessionIds: readonly string[],
  command: Command<Input, Value>,
  input: Input,
  through?: Through,
): Promise<Result<Value, Failure>> {
  const release = await context.lock(`foyer-entries ${context.db.name}`);
  try {
    await catchUp(context, sessionIds);
    return await callForValue(context, command, input, through);
  } finally {
    release();
  }
}

/** The same for one session; resolves with it as screens see it. */
export async function callForSession<Input extends { sessionId: string }>(
  context: RepositoryContext,
  command: Command<Input, unknown>,
  input: Input,
): Promise<Result<Session, Failure>> {
  const changed = await callForEntries(context, [input.sessionId], command, input);
  if (!changed.ok) return changed;
  const session = context.store.session(input.sessionId);
  return session === null ? err({ code: 'not_found' }) : ok(session);
}

/** What is to become of the entries of one session. */
export interface EntryEdit {
  sessionId: string;
  edit: Edit;
}

/** Changes the entries of sessions, all in one local transaction or none. */
export const changeEntries = (
  context: RepositoryContext,
  edits: readonly EntryEdit[],
  through?: Through,
): Promise<Result<readonly EntryChange[], Failure>> =>
  callForEntries(
    context,
    edits.map(({ sessionId }) => sessionId),
    editing,
    edits,
    through,
  );

const editing: Command<readonly EntryEdit[], readonly EntryChange[]> = (view, edits, caller) => {
  const acts = actsOfAll(view, edits, caller, ({ edit }) => edit);
  return acts.ok ? writing(acts.value, ...acts.value) : acts;
};

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
