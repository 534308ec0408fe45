import { takenNumbers } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { SessionEntry } from '#domain/documents/session.ts';
import { doneBy, type ActsDone, type SessionEntries } from '#domain/entries/undoActs.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Stamp } from '#domain/sessions/sessionEdits.ts';
import {
  isUntouched,
  removeMany,
  reseat,
  restoreEntries,
  type CreatedClient,
  type UndoConflict,
  type UndoRecord,
} from '#domain/clients/undo.ts';
import type { BulkOptions, UndoOutcome } from '../bulkTypes.ts';
import type { Failure } from '../types.ts';
import { editMany, meterOf, type Meter } from './batches.ts';
import type { NewDoc, RepositoryContext } from './context.ts';
import { changeEntries, type EntryEdit } from './entries.ts';
import { stampFor } from './sessions.ts';

/** Ids of deleted clients: they hold no seats (readings, no. 3). */
export function goneClients({ store }: RepositoryContext): Set<string> {
  const gone = new Set<string>();
  for (const { _id, deletedAt } of store.documents('client').values()) if (deletedAt != null) gone.add(_id);
  return gone;
}

/** The next version of a client or consumer: the change, and a stamp later than any it has seen. */
export function changed<T extends Client | Consumer>(doc: T, change: Partial<T>, stamp: Stamp): T {
  const updatedAt = Math.max(stamp.time, (doc.metadata.updatedAt ?? 0) + 1);
  return { ...doc, ...change, metadata: { ...doc.metadata, author: stamp.author, updatedAt } };
}

/**
 * Takes back what one act on many clients wrote, wherever nobody has touched it since: fields get their values of
 * before, clients it created are soft-deleted with their registrations (their consumers go), registrations it took
 * away come back as they were, and so do the places of deleted clients. What was touched stays, and is reported.
 */
export async function undoMany(
  context: RepositoryContext,
  record: UndoRecord,
  options?: BulkOptions,
): Promise<Result<UndoOutcome, Failure>> {
  const done = doneIn(context, record);
  const total = record.fields.length + 2 * record.created.length + Math.sign(record.acts.length);
  if (total === 0) return err({ code: 'nothing_to_do' });
  const meter = meterOf(total, options);
  const conflicts: UndoConflict[] = [];
  const touched = touchedClients(context, record, done);
  for (const id of touched) conflicts.push({ id, reason: 'changed_since' });

  const fields = await restoreFields(context, record, conflicts, meter);
  if (!fields.ok) return fields;
  const entries = await restoreAll(context, done, touched, conflicts);
  if (!entries.ok) return entries;
  meter.advance(Math.sign(record.acts.length));
  const mine = record.created.filter(({ clientId }) => !touched.has(clientId));
  const created = await removeCreated(context, mine, meter);
  if (!created.ok) return created;
  return ok({ restored: fields.value + entries.value + mine.length, conflicts });
}

/** Clients of the record that somebody has changed, seated, checked in or registered elsewhere since. */
function touchedClients(
  { store }: RepositoryContext,
  { created }: UndoRecord,
  { added }: ActsDone,
): Set<string> {
  const touched = new Set<string>();
  const [clients, consumers] = [store.documents('client'), store.consumers()];
  const own = new Set(created.map(({ clientId }) => clientId));
  for (const { clientId, clientRev, consumerId, consumerRev } of created) {
    const same = clients.get(clientId)?._rev === clientRev && consumers.get(consumerId)?._rev === consumerRev;
    if (!same) touched.add(clientId);
  }
  for (const session of store.sessions()) {
    const made = new Map(
      added
        .find(({ sessionId }) => sessionId === session._id)
        ?.entries.map((entry) => [entry.clientId, entry]),
    );
    for (const entry of session.clients) {
      const ours = made.get(entry.clientId);
      const foreign = ours === undefined && own.has(entry.clientId);
      if (foreign || (ours !== undefined && !isUntouched(entry, ours))) touched.add(entry.clientId);
    }
  }
  return touched;
}

async function restoreFields(
  context: RepositoryContext,
  { fields }: UndoRecord,
  conflicts: UndoConflict[],
  meter: Meter,
): Promise<Result<number, Failure>> {
  const stamp = stampFor(context);
  // A number that was given away while its owner was deleted stays with the new one.
  const numbers = takenNumbers(context.store.clients());
  let restored = 0;
  for (const type of ['client', 'consumer'] as const) {
    const changes = new Map(fields.filter((one) => one.type === type).map((one) => [one.id, one]));
    const done = new Set<string>();
    for (const id of changes.keys()) {
      if (!context.store.documents(type).has(id)) conflicts.push({ id, reason: 'deleted_since' });
    }
    const edit = <T extends Client | Consumer>(doc: T): T | null => {
      const change = changes.get(doc._id);
      if (change === undefined || (doc as Record<string, unknown>)[change.field] !== change.after) {
        done.delete(doc._id);
        conflicts.push({ id: doc._id, reason: 'changed_since' });
        return null;
      }
      if (change.field === 'deletedAt' && doc.type === 'client' && numbers.has(doc.number?.trim() ?? '')) {
        conflicts.push({ id: doc._id, reason: 'number_taken' });
        return null;
      }
      done.add(doc._id);
      const { [change.field]: _now, ...rest } = doc as Record<string, unknown>;
      const before = change.before === undefined ? {} : { [change.field]: change.before };
      return changed({ ...rest, ...before } as T, {}, stamp);
    };
    const ids = [...changes.keys()];
    const written =
      type === 'client'
        ? await editMany(context, 'client', ids, (doc) => edit(doc), meter)
        : await editMany(context, 'consumer', ids, (doc) => edit(doc), meter);
    if (!written.ok) return written;
    restored += done.size;
  }
  return ok(restored);
}

/** What the record's acts did, by what they say themselves. */
function doneIn({ store }: RepositoryContext, { acts }: UndoRecord): ActsDone {
  const all = store.documents('entrychange');
  return doneBy(acts.flatMap((id) => all.get(id) ?? []));
}

/**
 * In one write, however many registrations and seats come or go: made ones end, ended ones are as they were, and so are
 * the places of those who are back. Resolves with the number of registrations.
 */
async function restoreAll(
  context: RepositoryContext,
  { added, removed, unseated }: ActsDone,
  touched: ReadonlySet<string>,
  conflicts: UndoConflict[],
): Promise<Result<number, Failure>> {
  const gone = goneClients(context);
  const entriesOf = (list: readonly SessionEntries[], sessionId: string): readonly SessionEntry[] =>
    list.find((one) => one.sessionId === sessionId)?.entries ?? [];
  const ids = new Set([...added, ...removed, ...unseated].map(({ sessionId }) => sessionId));
  let count = 0;
  const edits = [...ids]
    .filter((sessionId) => context.store.entriesOf(sessionId) !== null)
    .map((sessionId): EntryEdit => ({
      sessionId,
      edit(session, stamp) {
        const made = entriesOf(added, sessionId).map(({ clientId }) => clientId);
        const mine = new Set(made.filter((id) => !touched.has(id)));
        const ended = removeMany(session, mine, stamp);
        const alive = entriesOf(removed, sessionId).filter(({ clientId }) => !gone.has(clientId));
        const back = restoreEntries(ended.session, alive, gone, stamp);
        // Who is not back needs no place, and is named already.
        const here = entriesOf(unseated, sessionId).filter(({ clientId }) => !gone.has(clientId));
        const seated = reseat(back.session, here, gone, stamp);
        conflicts.push(...back.conflicts, ...seated.conflicts);
        const lost = back.conflicts.filter(({ reason }) => reason === 'changed_since').length;
        count += mine.size + entriesOf(removed, sessionId).length - lost;
        return ok(seated.session);
      },
    }));
  if (edits.length === 0) return ok(0);
  const written = await changeEntries(context, edits);
  return written.ok ? ok(count) : written;
}

/** Clients are soft-deleted (specification 1 §2); a consumer that nobody belongs to any more is removed. */
async function removeCreated(
  context: RepositoryContext,
  created: readonly CreatedClient[],
  meter: Meter,
): Promise<Result<null, Failure>> {
  if (created.length === 0) return ok(null);
  const stamp = stampFor(context);
  const revs = new Map(created.map(({ clientId, clientRev }) => [clientId, clientRev]));
  const deleted = await editMany(
    context,
    'client',
    [...revs.keys()],
    (client) =>
      client._rev === revs.get(client._id) ? changed(client, { deletedAt: stamp.time }, stamp) : null,
    meter,
  );
  if (!deleted.ok) return deleted;
  for (let start = 0; start < created.length; start += 500) {
    const batch = created.slice(start, start + 500);
    const tombstones = batch.map(({ consumerId, consumerRev }) => ({
      _id: consumerId,
      _rev: consumerRev,
      _deleted: true,
    }));
    // One that somebody has changed in this very moment answers 409 and stays.
    const rows = await context.db.use((pouch) => pouch.bulkDocs(tombstones as NewDoc[]));
    const done = tombstones.filter((_, index) => {
      const row = rows[index];
      return row !== undefined && 'rev' in row;
    });
    context.store.apply(done);
    meter.advance(batch.length);
  }
  return ok(null);
}
