import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Session } from '#domain/documents/session.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Stamp } from '#domain/sessions/sessionEdits.ts';
import {
  addPlaced,
  removeMany,
  unseatMany,
  type FieldChange,
  type UndoRecord,
} from '#domain/clients/undo.ts';
import type { BulkChange, BulkOptions, BulkOutcome } from '../bulkTypes.ts';
import type { Failure } from '../types.ts';
import { editMany, meterOf, type Meter } from './batches.ts';
import type { RepositoryContext } from './context.ts';
import { changeEntries, type EntryEdit } from './entries.ts';
import { stampFor } from './sessions.ts';
import { changed, goneClients, undoMany } from './undo.ts';

/**
 * One act on many clients: a field, their sessions, or their deletion. Resolves with how many it changed and what
 * undoes it. What a failure on the way left behind is taken back. Fails with `event_archived` for a session that
 * takes nobody, `nothing_to_do` when all of them are so already.
 */
export async function changeClients(
  context: RepositoryContext,
  clientIds: readonly string[],
  change: BulkChange,
  options?: BulkOptions,
): Promise<Result<BulkOutcome, Failure>> {
  const known = context.store.clients();
  const clients = [...new Set(clientIds)].flatMap((id) => known.get(id) ?? []);
  const trace: Trace = { fields: [], acts: [] };
  const done = await apply(context, clients, change, trace, options);
  const record: UndoRecord = { created: [], ...trace };
  if (!done.ok) {
    if (sizeOf(trace) > 0) await undoMany(context, record);
    return done;
  }
  if (sizeOf(trace) === 0) return err({ code: 'nothing_to_do' });
  return ok({ changed: done.value, unchanged: clients.length - done.value, undo: record });
}

/** Filled while the work goes on, so that a failure knows what to take back. */
interface Trace {
  fields: FieldChange[];
  acts: string[];
}
const sizeOf = ({ fields, acts }: Trace): number => fields.length + acts.length;

function apply(
  context: RepositoryContext,
  clients: readonly Client[],
  change: BulkChange,
  trace: Trace,
  options?: BulkOptions,
): Promise<Result<number, Failure>> {
  const ids = clients.map((client) => client._id);
  const set = (field: 'category' | 'language', value: Client[typeof field]) =>
    setField(context, 'client', ids, field, value, trace, meterOf(ids.length, options));
  switch (change.kind) {
    case 'category':
      return set('category', change.value);
    case 'language':
      return set('language', change.value);
    case 'status':
      return setStatus(context, clients, change.value, trace, options);
    case 'register':
      return register(context, ids, change.sessionIds, trace);
    case 'unregister':
      return unregister(context, ids, change.sessionIds, trace);
    default:
      change.kind satisfies 'delete';
      return softDelete(context, ids, trace, meterOf(ids.length, options));
  }
}

/** The consumers' status (readings, no. 12); clients of one consumer count each. */
async function setStatus(
  context: RepositoryContext,
  clients: readonly Client[],
  status: Consumer['status'],
  trace: Trace,
  options?: BulkOptions,
): Promise<Result<number, Failure>> {
  const consumers = [...new Set(clients.flatMap(({ consumerId }) => consumerId ?? []))];
  const meter = meterOf(consumers.length, options);
  const written = await setField(context, 'consumer', consumers, 'status', status, trace, meter);
  if (!written.ok) return written;
  const changedIds = new Set(trace.fields.map(({ id }) => id));
  return ok(clients.filter(({ consumerId }) => consumerId && changedIds.has(consumerId)).length);
}

/**
 * Soft deletion (specification 1 §2; readings, no. 3): the documents stay with `deletedAt` and the seats are freed. The
 * registrations stay too, unseen while their client is deleted: nothing that says who was in is lost, not even a
 * check-in that another device brings later. Clients first: a crash in between leaves places of deleted clients, which
 * nobody sees.
 */
async function softDelete(
  context: RepositoryContext,
  ids: readonly string[],
  trace: Trace,
  meter: Meter,
): Promise<Result<number, Failure>> {
  const { time } = stampFor(context);
  const deleted = await setField(context, 'client', ids, 'deletedAt', time, trace, meter);
  if (!deleted.ok) return deleted;
  const gone = new Set(trace.fields.map(({ id }) => id));
  // Of archived sessions the seats stay as they were; nobody else can take them.
  const open = context.store.sessions().filter(({ status }) => status !== 'archived');
  const freed = await changeEach(
    context,
    open.map(({ _id }) => _id),
    (session, stamp) => ok(unseatMany(session, gone, stamp).session),
    trace,
  );
  return freed.ok ? deleted : freed;
}

/** Sets one field where it has another value. */
async function setField(
  context: RepositoryContext,
  type: 'client' | 'consumer',
  ids: readonly string[],
  field: string,
  value: unknown,
  trace: Trace,
  meter: Meter,
): Promise<Result<number, Failure>> {
  const stamp = stampFor(context);
  const made = new Map<string, FieldChange>();
  const edit = <T extends Client | Consumer>(doc: T): T | null => {
    const before = (doc as Record<string, unknown>)[field];
    if (before === value) {
      made.delete(doc._id);
      return null;
    }
    made.set(doc._id, { type, id: doc._id, field, before, after: value });
    return changed(doc, { [field]: value } as Partial<T>, stamp);
  };
  const written =
    type === 'client'
      ? await editMany(context, 'client', ids, (doc) => edit(doc), meter)
      : await editMany(context, 'consumer', ids, (doc) => edit(doc), meter);
  trace.fields.push(...made.values());
  return written.ok ? ok(made.size) : written;
}

function register(
  context: RepositoryContext,
  ids: readonly string[],
  sessionIds: readonly string[],
  trace: Trace,
): Promise<Result<number, Failure>> {
  const gone = goneClients(context);
  const wanted = ids.map((clientId) => ({ clientId, placement: null }));
  const add = (session: Session, stamp: Stamp): ReturnType<EntryEdit['edit']> =>
    session.status === 'archived'
      ? err({ code: 'event_archived' })
      : ok(addPlaced(session, wanted, gone, stamp).session);
  return changeEach(context, sessionIds, add, trace);
}

function unregister(
  context: RepositoryContext,
  ids: readonly string[],
  sessionIds: readonly string[],
  trace: Trace,
): Promise<Result<number, Failure>> {
  const wanted = new Set(ids);
  const remove = (session: Session, stamp: Stamp): ReturnType<EntryEdit['edit']> =>
    ok(removeMany(session, wanted, stamp).session);
  return changeEach(context, sessionIds, remove, trace);
}

/** The same edit of several sessions' entries. Resolves with the number of clients whom it changed. */
async function changeEach(
  context: RepositoryContext,
  sessionIds: readonly string[],
  edit: EntryEdit['edit'],
  trace: Trace,
): Promise<Result<number, Failure>> {
  const changed = await changeEntries(
    context,
    sessionIds.map((sessionId) => ({ sessionId, edit })),
  );
  if (!changed.ok) return changed;
  trace.acts.push(...changed.value.map(({ _id }) => _id));
  return ok(new Set(changed.value.flatMap(({ rows }) => rows.map(({ clientId }) => clientId))).size);
}
