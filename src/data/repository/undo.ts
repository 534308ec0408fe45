import { takenNumbers } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
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
import { stampFor, updateSession } from './sessions.ts';

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
  const total =
    record.fields.length +
    2 * record.created.length +
    record.added.length +
    record.removed.length +
    record.unseated.length;
  if (total === 0) return err({ code: 'nothing_to_do' });
  const meter = meterOf(total, options);
  const conflicts: UndoConflict[] = [];
  const touched = touchedClients(context, record);
  for (const id of touched) conflicts.push({ id, reason: 'changed_since' });

  const fields = await restoreFields(context, record, conflicts, meter);
  if (!fields.ok) return fields;
  const sessions = await restoreSessions(context, record, touched, conflicts, meter);
  if (!sessions.ok) return sessions;
  const seats = await restoreSeats(context, record, conflicts, meter);
  if (!seats.ok) return seats;
  const mine = record.created.filter(({ clientId }) => !touched.has(clientId));
  const created = await removeCreated(context, mine, meter);
  if (!created.ok) return created;
  return ok({ restored: fields.value + sessions.value + mine.length, conflicts });
}

/** Clients of the record that somebody has changed, seated, checked in or registered elsewhere since. */
function touchedClients({ store }: RepositoryContext, { created, added }: UndoRecord): Set<string> {
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

/** One write per session, however many registrations come or go. Resolves with the number that did. */
async function restoreSessions(
  context: RepositoryContext,
  { added, removed }: UndoRecord,
  touched: ReadonlySet<string>,
  conflicts: UndoConflict[],
  meter: Meter,
): Promise<Result<number, Failure>> {
  let count = 0;
  for (const { sessionId, entries } of added) {
    const ids = new Set(entries.map(({ clientId }) => clientId).filter((id) => !touched.has(id)));
    const written = await updateSession(context, sessionId, (session, stamp) =>
      ok(removeMany(session, ids, stamp).session),
    );
    if (!written.ok && written.error.code !== 'not_found') return written;
    count += ids.size;
    meter.advance(1);
  }
  const gone = goneClients(context);
  for (const { sessionId, entries } of removed) {
    let found: UndoConflict[] = [];
    const written = await updateSession(context, sessionId, (session, stamp) => {
      const alive = entries.filter(({ clientId }) => !gone.has(clientId));
      const result = restoreEntries(session, alive, gone, stamp);
      found = result.conflicts;
      return ok(result.session);
    });
    if (!written.ok && written.error.code !== 'not_found') return written;
    conflicts.push(...found);
    count += entries.length - found.filter(({ reason }) => reason === 'changed_since').length;
    meter.advance(1);
  }
  return ok(count);
}

/** Of those who are back; who is not needs no place, and is named already. */
async function restoreSeats(
  context: RepositoryContext,
  { unseated }: UndoRecord,
  conflicts: UndoConflict[],
  meter: Meter,
): Promise<Result<null, Failure>> {
  const gone = goneClients(context);
  for (const { sessionId, entries } of unseated) {
    const back = entries.filter(({ clientId }) => !gone.has(clientId));
    let found: UndoConflict[] = [];
    const written = await updateSession(context, sessionId, (session, stamp) => {
      const result = reseat(session, back, gone, stamp);
      found = result.conflicts;
      return ok(result.session);
    });
    if (!written.ok && written.error.code !== 'not_found') return written;
    conflicts.push(...found);
    meter.advance(1);
  }
  return ok(null);
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
