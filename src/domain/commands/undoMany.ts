import { takenNumbers } from '../clients/clientNumbers.ts';
import {
  isSameValue,
  isUntouched,
  removeMany,
  reseat,
  restoreEntries,
  type CreatedClient,
  type FieldChange,
  type UndoConflict,
  type UndoRecord,
} from '../clients/undo.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { FOYER } from '../documents/common.ts';
import type { SessionEntry } from '../documents/session.ts';
import { doneBy, type ActsDone, type SessionEntries } from '../entries/undoActs.ts';
import { bearsMoney } from '../money/bearsMoney.ts';
import { changedBy } from '../money/standIn.ts';
import { ok } from '../result.ts';
import { stampAfter, writing, type Command, type NewVersion } from './command.ts';
import { actsOfAll, goneClients, seatlessClients } from './entries.ts';
import type { EventView } from './view.ts';

/*
 * Taking back what one act on many wrote, in parts (domain/work/undoMany.ts): wherever nobody has touched it since. What
 * was touched stays, and is named.
 */

/** What a look at the event says of a record, before anything of it is taken back. */
export interface UndoLook {
  /** Created clients whom somebody has changed, seated, checked in or registered elsewhere since, or whom a message has reached. */
  touched: ReadonlySet<string>;
  /** Those of them of whom nothing else is to be said than that a message went to them. */
  reached: ReadonlySet<string>;
  /** Deleted clients whose number was given away. It stays with the new one. */
  outnumbered: ReadonlySet<string>;
  /** Sessions of which the acts of the record tell, and that are not archived. */
  sessionIds: readonly string[];
  /**
   * Clients of whom something stands in a session that was archived since, which is read-only, and that session. Whoever was
   * created stays as a whole then.
   */
  held: ReadonlyMap<string, string>;
  /** What of the record can be taken back once these sessions are open again. */
  left: UndoRecord | null;
}

export const lookAtUndo: Command<UndoRecord, UndoLook> = (view, record) => {
  const { fields, created, acts } = record;
  const stored = view.storedOf('entrychange', acts);
  const done = doneBy([...stored.values()]);
  const { added, removed, unseated } = done;
  const sessions = view.documents('session');
  const isArchived = (id: string): boolean => sessions.get(id)?.status === 'archived';
  const sessionIds = [...new Set([...added, ...removed, ...unseated].map(({ sessionId }) => sessionId))];
  const { touched, reached } = touchedOf(view, created, added);
  const held = heldOf(view, { record, done, touched }, sessionIds.filter(isArchived));
  const own = new Set(created.flatMap(({ clientId }) => (held.has(clientId) ? [clientId] : [])));
  const remain = [...stored.values()].filter(
    ({ sessionId, rows }) => isArchived(sessionId) || rows.some(({ clientId }) => own.has(clientId)),
  );
  const left: UndoRecord = {
    fields: [],
    // Who was touched is named again: their registrations stay, too.
    created: created.filter(({ clientId }) => own.has(clientId) || touched.has(clientId)),
    acts: remain.map(({ _id }) => _id),
  };
  const value: UndoLook = {
    ...{ touched, reached, held },
    outnumbered: outnumberedOf(view, fields),
    sessionIds: sessionIds.filter((id) => sessions.has(id) && !isArchived(id)),
    left: held.size > 0 ? left : null,
  };
  return ok({ value, write: [] });
};

function heldOf(
  view: EventView,
  { record, done, touched }: { record: UndoRecord; done: ActsDone; touched: ReadonlySet<string> },
  archived: readonly string[],
): ReadonlyMap<string, string> {
  const held = new Map<string, string>();
  if (archived.length === 0) return held;
  const gone = new Set(goneClients(view));
  for (const { field, id } of record.fields) if (field === 'deletedAt') gone.delete(id);
  for (const sessionId of archived) {
    const here = new Set(view.session(sessionId)?.clients.map(({ clientId }) => clientId));
    const added = entriesIn(done.added, sessionId).filter(({ clientId }) => here.has(clientId));
    const removed = entriesIn(done.removed, sessionId).filter(({ clientId }) => !here.has(clientId));
    const seats = new Map(view.session(sessionId)?.clients.map((one) => [one.clientId, one.placement]));
    const unseated = entriesIn(done.unseated, sessionId).filter(
      ({ clientId, placement }) => !isSameValue(seats.get(clientId) ?? null, placement ?? null),
    );
    for (const { clientId } of [...added, ...removed, ...unseated]) {
      if (!touched.has(clientId) && !gone.has(clientId)) held.set(clientId, sessionId);
    }
  }
  return held;
}

function touchedOf(
  view: EventView,
  created: readonly CreatedClient[],
  added: readonly SessionEntries[],
): Pick<UndoLook, 'touched' | 'reached'> {
  const touched = new Set<string>();
  const reached = new Set<string>();
  if (created.length === 0 && added.length === 0) return { touched, reached };
  const [clients, consumers] = [view.documents('client'), view.documents('consumer')];
  const own = new Set(created.map(({ clientId }) => clientId));
  const sessions = [...view.documents('session').keys()].map((id) => view.session(id));
  const registered = byClient(sessions.flatMap((session) => session?.clients ?? []));
  for (const { clientId, clientRev, consumerId, consumerRev } of created) {
    // As an undo leaves them.
    if (clients.get(clientId)?.deletedAt != null && !registered.has(clientId)) continue;
    const consumer = consumers.get(consumerId);
    const isSameConsumer = consumerRev === null || isAsMade(consumer, consumerRev);
    const isSameClient = clients.get(clientId)?._rev === clientRev;
    if (!isSameClient || !isSameConsumer) touched.add(clientId);
    if (isSameClient && !isSameConsumer && isReached(consumer)) reached.add(clientId);
  }
  for (const session of sessions) {
    const made = byClient(entriesIn(added, session?._id ?? ''));
    for (const entry of session?.clients ?? []) {
      const ours = made.get(entry.clientId);
      const foreign = ours === undefined && own.has(entry.clientId);
      if (!foreign && (ours === undefined || isUntouched(entry, ours))) continue;
      touched.add(entry.clientId);
      reached.delete(entry.clientId);
    }
  }
  return { touched, reached };
}

/** By anybody's hand: that a message did not go is noted by the server, which changes nothing of what was imported. */
function isAsMade(consumer: Consumer | undefined, rev: string): consumer is Consumer & { _rev: string } {
  if (consumer?._rev === undefined) return false;
  if (consumer._rev === rev) return true;
  const told = Object.values(consumer.notifs);
  return told.length > 0 && told.flat().every(({ ok }) => !ok) && isUnsigned(consumer);
}

/** A message went to them, and nobody but the server, which may give the status that comes with it, has changed anything. */
function isReached(consumer: Consumer | undefined): boolean {
  if (consumer === undefined || bearsMoney(consumer)) return false;
  const isSent = Object.values(consumer.notifs)
    .flat()
    .some(({ ok }) => ok);
  return isSent && (isUnsigned(consumer) || consumer.metadata?.author?.id === FOYER.id);
}

const isUnsigned = ({ metadata, status }: Consumer): boolean =>
  metadata?.updatedAt === metadata?.createdAt && status === 'registered';

const byClient = (entries: readonly SessionEntry[]): ReadonlyMap<string, SessionEntry> =>
  new Map(entries.map((entry) => [entry.clientId, entry]));

const entriesIn = (list: readonly SessionEntries[], sessionId: string): readonly SessionEntry[] =>
  list.find((one) => one.sessionId === sessionId)?.entries ?? [];

function outnumberedOf(view: EventView, fields: readonly FieldChange[]): Set<string> {
  const deleted = fields.filter(({ type, field }) => type === 'client' && field === 'deletedAt');
  if (deleted.length === 0) return new Set();
  const numbers = takenNumbers(view.clients());
  const clients = view.documents('client');
  const outnumbered = deleted.filter(({ id }) => numbers.has(clients.get(id)?.number?.trim() ?? ''));
  return new Set(outnumbered.map(({ id }) => id));
}

/** What was taken back of a part, and what was left. */
export interface Restored {
  restored: number;
  conflicts: readonly UndoConflict[];
}

const OF_STATUS: readonly string[] = ['statusBefore', 'hold'];

/** Gives fields of clients, or of consumers, their values of before. */
export const restoreFields: Command<
  { type: FieldChange['type']; changes: readonly FieldChange[]; outnumbered: ReadonlySet<string> },
  Restored
> = (view, { type, changes, outnumbered }, caller) => {
  const ids = changes.map(({ id }) => id);
  const stored = view.knownOf<'client' | 'consumer'>(type, ids);
  // Several fields of one document go back together.
  const docs = new Map<string, Client | Consumer>();
  const conflicts: UndoConflict[] = [];
  const valueOf = (doc: Client | Consumer | undefined, field: string): unknown =>
    (doc as Record<string, unknown> | undefined)?.[field];
  const isSet = ({ id, field, after }: FieldChange): boolean =>
    isSameValue(valueOf(stored.get(id), field), after);
  // Whose status somebody has set since, even to what it was before.
  const kept = new Set(changes.filter((one) => one.field === 'status' && !isSet(one)).map(({ id }) => id));
  for (const { id, field, before, after } of changes) {
    // What means something only with a status that stays, stays with it.
    if (kept.has(id) && OF_STATUS.includes(field)) continue;
    const doc = docs.get(id) ?? stored.get(id);
    const value = valueOf(doc, field);
    if (doc === undefined) conflicts.push({ id, reason: 'deleted_since' });
    else if (isSameValue(value, before)) continue;
    else if (!isSameValue(value, after)) conflicts.push({ id, reason: 'changed_since' });
    else if (field === 'deletedAt' && outnumbered.has(id)) conflicts.push({ id, reason: 'number_taken' });
    else {
      const { [field]: _now, ...rest } = doc as Record<string, unknown>;
      const then = { ...rest, ...(before === undefined ? {} : { [field]: before }) } as Client | Consumer;
      docs.set(id, changedBy(stampAfter(caller, then), then));
    }
  }
  return writing({ restored: docs.size, conflicts }, ...docs.values());
};

/**
 * Takes back what some of the acts did: registrations that were made end, ended ones are as they were, and so are the
 * places of those who are back. `restored` counts registrations.
 */
export const restoreActs: Command<
  { acts: readonly string[]; sessionIds: readonly string[]; staying: ReadonlySet<string> },
  Restored
> = (view, { acts, sessionIds, staying }, caller) => {
  const { added, removed, unseated } = doneBy([...view.storedOf('entrychange', acts).values()]);
  const [gone, seatless] = [goneClients(view), seatlessClients(view)];
  const conflicts: UndoConflict[] = [];
  let restored = 0;
  const parts = sessionIds.map((sessionId) => ({ sessionId }));
  const decided = actsOfAll(view, parts, caller, ({ sessionId }) => (session, stamp) => {
    const made = entriesIn(added, sessionId).map(({ clientId }) => clientId);
    const mine = new Set(made.filter((id) => !staying.has(id)));
    const ended = removeMany(session, mine, stamp);
    const alive = entriesIn(removed, sessionId).filter(({ clientId }) => !gone.has(clientId));
    const back = restoreEntries(ended.session, alive, seatless, stamp);
    // Who is not back needs no place, and is named already.
    const here = entriesIn(unseated, sessionId).filter(({ clientId }) => !gone.has(clientId));
    const seated = reseat(back.session, here, seatless, stamp);
    conflicts.push(...back.conflicts, ...seated.conflicts);
    const lost = back.conflicts.filter(({ reason }) => reason === 'changed_since').length;
    restored += ended.removed.length + entriesIn(removed, sessionId).length - lost;
    return ok(seated.session);
  });
  return decided.ok ? writing({ restored, conflicts }, ...decided.value) : decided;
};

/**
 * Clients that were created are soft-deleted (specification 1 §2), and their consumers go, unless somebody else is of that
 * registration. A client that somebody has changed in this very moment stays with its consumer, and so does a consumer.
 * A consumer that tells of money stays too: it would be refused, and with it the whole step.
 */
export const removeCreated: Command<readonly CreatedClient[], Restored> = (view, created, caller) => {
  const clients = view.knownOf(
    'client',
    created.map(({ clientId }) => clientId),
  );
  const consumers = view.knownOf(
    'consumer',
    created.map(({ consumerId }) => consumerId),
  );
  const docs: NewVersion[] = [];
  const going = new Map<string, string>();
  const conflicts: UndoConflict[] = [];
  for (const { clientId, clientRev, consumerId, consumerRev } of created) {
    const client = clients.get(clientId);
    if (client?.deletedAt != null) continue;
    if (client?._rev !== clientRev) {
      conflicts.push({ id: clientId, reason: 'changed_since' });
      continue;
    }
    docs.push(changedBy(stampAfter(caller, client), { ...client, deletedAt: caller.time }));
    const consumer = consumers.get(consumerId);
    if (consumerRev !== null && isAsMade(consumer, consumerRev) && !bearsMoney(consumer))
      going.set(consumerId, consumer._rev);
  }
  const removed = new Set(docs.map(({ _id }) => _id));
  for (const { _id, consumerId } of view.clients().values()) {
    if (consumerId != null && !removed.has(_id)) going.delete(consumerId);
  }
  for (const [_id, _rev] of going) docs.push({ _id, _rev, _deleted: true });
  return writing({ restored: created.length - conflicts.length, conflicts }, ...docs);
};
