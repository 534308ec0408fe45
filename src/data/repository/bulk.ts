import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { SessionEntry } from '#domain/documents/session.ts';
import { err, ok, type Result } from '#domain/result.ts';
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
import { stampFor, updateSession } from './sessions.ts';
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
  const trace: Trace = { fields: [], added: [], removed: [], unseated: [] };
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
  added: { sessionId: string; entries: SessionEntry[] }[];
  removed: { sessionId: string; entries: SessionEntry[] }[];
  unseated: { sessionId: string; entries: SessionEntry[] }[];
}
const sizeOf = ({ fields, added, removed, unseated }: Trace): number =>
  fields.length + added.length + removed.length + unseated.length;

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
  for (const { _id: sessionId } of context.store.sessions()) {
    let entries: SessionEntry[] = [];
    const written = await updateSession(context, sessionId, (session, stamp) => {
      // Its seats stay as they were; nobody else can take them.
      if (session.status === 'archived') return ok(session);
      const result = unseatMany(session, gone, stamp);
      entries = result.unseated;
      return ok(result.session);
    });
    if (!written.ok) return written;
    if (entries.length > 0) trace.unseated.push({ sessionId, entries });
  }
  return deleted;
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

async function register(
  context: RepositoryContext,
  ids: readonly string[],
  sessionIds: readonly string[],
  trace: Trace,
): Promise<Result<number, Failure>> {
  const touched = new Set<string>();
  const gone = goneClients(context);
  const wanted = ids.map((clientId) => ({ clientId, placement: null }));
  for (const sessionId of sessionIds) {
    let entries: SessionEntry[] = [];
    const written = await updateSession(context, sessionId, (session, stamp) => {
      if (session.status === 'archived') return err({ code: 'event_archived' });
      const result = addPlaced(session, wanted, gone, stamp);
      entries = result.added;
      return ok(result.session);
    });
    if (!written.ok) return written;
    if (entries.length > 0) trace.added.push({ sessionId, entries });
    for (const { clientId } of entries) touched.add(clientId);
  }
  return ok(touched.size);
}

async function unregister(
  context: RepositoryContext,
  ids: readonly string[],
  sessionIds: readonly string[],
  trace: Trace,
): Promise<Result<number, Failure>> {
  const touched = new Set<string>();
  const wanted = new Set(ids);
  for (const sessionId of sessionIds) {
    let entries: SessionEntry[] = [];
    const written = await updateSession(context, sessionId, (session, stamp) => {
      const result = removeMany(session, wanted, stamp);
      entries = result.removed;
      return ok(result.session);
    });
    if (!written.ok) return written;
    if (entries.length > 0) trace.removed.push({ sessionId, entries });
    for (const { clientId } of entries) touched.add(clientId);
  }
  return ok(touched.size);
}
