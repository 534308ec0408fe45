import type { GoneInside } from '#domain/checkins/goneInside.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { isNewer, type EventDocument } from '#domain/documents/index.ts';
import { bySession } from '#domain/documents/sessionOrder.ts';
import type { Session } from '#domain/documents/session.ts';
import type { KnownEntries } from '#domain/entries/acts.ts';
import { EVENT_DOC_ID, EVENT_DOC_TYPES, typeOfId, type EventDocType } from '#domain/ids.ts';
import { batched, createEmitter } from '../signal.ts';
import type { EventStore, SessionCounts } from '../types.ts';
import { createCanceled } from './canceled.ts';
import { createSessionCheckins, type SessionCheckins } from './checkins.ts';
import { createDocumentMaps } from './documents.ts';
import { createSessionEntryChanges, type SessionEntryChanges } from './entryChanges.ts';
import { createOverlay, type SessionOverlay } from './overlay.ts';
import { readDocument, type StoredDoc } from './read.ts';
import type { SnapshotPart } from './snapshot.ts';

/** The store, and the side on which documents come in. */
export interface FilledStore extends EventStore {
  /** Documents as the local database has them now, deleted ones with `_deleted`. */
  apply(docs: Iterable<StoredDoc>): void;
  /** Documents of a snapshot into the empty store; most types are only read when something asks for them. */
  restore(parts: readonly SnapshotPart[]): void;
  /** Every document as it is held, deleted clients too. */
  dump(): EventDocument[];
  /** Forgets everything: the event is no more for this user. */
  clear(): void;
  /** Ids of what a later version of this program wrote, also of what cannot be shown. */
  newerIds(): string[];
  /** A session's entries as commands decide on them, those of deleted clients too; null where there is no session. */
  entriesOf(sessionId: string): KnownEntries | null;
}

/** What lists, counts and seats stand on; the others come without anything to be kept in step. */
const FIRST_TYPES: ReadonlySet<EventDocType> = new Set([
  ...(['event', 'session', 'client', 'checkin', 'entrychange'] as const),
]);

const NO_COUNTS: SessionCounts = { expected: 0, arrived: 0 };
const NOBODY: readonly GoneInside[] = [];

export function createEventStore(eventId: string, report: (error: unknown) => void): FilledStore {
  const emitter = createEmitter(report);
  const notify = batched(() => emitter.emit());
  const documents = createDocumentMaps();
  const checkins = new Map<string, SessionCheckins>();
  const entryChanges = new Map<string, SessionEntryChanges>();

  const canceled = createCanceled(documents);

  /** Ids of what a later version of this program wrote. */
  const newer = new Set<string>();

  // Caches, dropped when what they were made from changes.
  const overlays = new Map<string, SessionOverlay>();
  let sessionList: readonly Session[] | null = null;
  let activeClients: ReadonlyMap<string, Client> | null = null;

  const checkinsOf = (sessionId: string): SessionCheckins => {
    let found = checkins.get(sessionId);
    if (found === undefined) checkins.set(sessionId, (found = createSessionCheckins()));
    return found;
  };

  const entryChangesOf = (sessionId: string): SessionEntryChanges => {
    let found = entryChanges.get(sessionId);
    if (found === undefined) entryChanges.set(sessionId, (found = createSessionEntryChanges()));
    return found;
  };

  function sessionChanged(sessionId: string): void {
    overlays.delete(sessionId);
    sessionList = null;
  }
  function checkinsChanged({ sessionId, clientId }: Checkin): void {
    overlays.get(sessionId)?.touch(clientId);
    sessionList = null;
  }
  function entriesChanged({ sessionId }: EntryChange, clientIds: Iterable<string>): void {
    for (const clientId of clientIds) overlays.get(sessionId)?.touchEntry(clientId);
    sessionList = null;
  }
  /** A deleted client leaves the sessions too, so that lists, counts and seats need not ask (readings, no. 3). */
  function deletionChanged(): void {
    overlays.clear();
    sessionList = null;
  }
  /** Thousands go one portion after the other: the others are not laid anew for it. */
  function deleted(clientId: string): void {
    for (const made of overlays.values()) made.touchGone(clientId);
    sessionList = null;
  }
  /** A cancelled one stays in them without a place, and is not expected (readings, no. 48). */
  function cancellationsChanged(): void {
    const clientIds = canceled.taken();
    if (clientIds === 'all') return deletionChanged();
    if (clientIds.length === 0) return;
    for (const made of overlays.values()) for (const id of clientIds) made.touchRegistration(id);
    sessionList = null;
  }

  function put(doc: EventDocument): boolean {
    if (doc.type === 'checkin') {
      if (!checkinsOf(doc.sessionId).add(doc)) return false;
      documents.set(doc);
      checkinsChanged(doc);
      return true;
    }
    if (doc.type === 'entrychange') {
      // Nobody changes one, but the device with a wrong date that made it dates it anew before it is sent.
      if (documents.get(doc.type, doc._id)?.time !== doc.time) remove(doc._id);
      const touched = entryChangesOf(doc.sessionId).add(doc);
      if (touched === null) return false;
      documents.set(doc);
      entriesChanged(doc, touched);
      return true;
    }
    if (doc.type === 'client' && isDeleted(documents.get('client', doc._id)) !== isDeleted(doc)) {
      if (isDeleted(doc)) deleted(doc._id);
      else deletionChanged();
    }
    const changed = canceled.before(doc._id);
    documents.set(doc);
    changed();
    if (doc.type === 'session') sessionChanged(doc._id);
    if (doc.type === 'client') activeClients = null;
    return true;
  }

  function remove(id: string): boolean {
    const type = typeOfId(id);
    if (type === null) return false;
    if (type === 'checkin') {
      const known = documents.get(type, id);
      if (known === null || !checkinsOf(known.sessionId).remove(id)) return false;
      documents.delete(type, id);
      checkinsChanged(known);
      return true;
    }
    if (type === 'entrychange') {
      const known = documents.get(type, id);
      if (known === null || !entryChangesOf(known.sessionId).remove(id)) return false;
      documents.delete(type, id);
      entriesChanged(
        known,
        known.rows.map(({ clientId }) => clientId),
      );
      return true;
    }
    if (type === 'client' && isDeleted(documents.get(type, id))) deletionChanged();
    const changed = canceled.before(id);
    if (!documents.delete(type, id)) return false;
    changed();
    if (type === 'session') sessionChanged(id);
    if (type === 'client') activeClients = null;
    return true;
  }

  /** Our own write comes once from the repository and once more from the changes feed: then it is not read again. */
  function isHeld({ _id, _rev }: StoredDoc): boolean {
    const type = typeOfId(_id);
    return type !== null && _rev !== undefined && documents.get(type, _id)?._rev === _rev;
  }

  function noteNewer(stored: StoredDoc): boolean {
    const is = stored._deleted !== true && isNewer(stored);
    if (is === newer.has(stored._id)) return false;
    if (is) newer.add(stored._id);
    else newer.delete(stored._id);
    return true;
  }

  function overlay(sessionId: string): SessionOverlay | null {
    const known = overlays.get(sessionId);
    if (known !== undefined) return known;
    const stored = documents.get('session', sessionId);
    if (stored === null) return null;
    // A client whose document has not arrived yet stays.
    const deletedAt = (clientId: string): number | null =>
      documents.get('client', clientId)?.deletedAt ?? null;
    const facts = checkinsOf(sessionId).byClient;
    const acts = entryChangesOf(sessionId).registers;
    const { isCanceled } = canceled;
    const made = createOverlay({ stored, facts, acts, deletedAt, isCanceled });
    overlays.set(sessionId, made);
    return made;
  }

  const session = (sessionId: string): Session | null => overlay(sessionId)?.session() ?? null;

  function clients(): ReadonlyMap<string, Client> {
    if (activeClients === null) {
      const all = documents.all('client');
      const some = [...all.values()].some((client) => client.deletedAt != null);
      activeClients = some ? new Map([...all].filter(([, client]) => client.deletedAt == null)) : all;
    }
    return activeClients;
  }

  return {
    eventId,
    subscribe: (listener) => emitter.subscribe(listener),
    event: () => documents.get('event', EVENT_DOC_ID),
    session,
    withoutCanceled: (sessionId) => overlay(sessionId)?.withoutCanceled() ?? null,
    withHeldPlaces: (sessionId) => overlay(sessionId)?.withHeldPlaces() ?? null,
    isCanceled: canceled.isCanceled,
    sessions() {
      sessionList ??= [...documents.all('session').keys()].flatMap((id) => session(id) ?? []).sort(bySession);
      return sessionList;
    },
    clients,
    client: (clientId) => clients().get(clientId) ?? null,
    consumers: () => documents.all('consumer'),
    documents: (type) => documents.all(type),
    newer: () => newer.size,
    newerIds: () => [...newer],
    counts: (sessionId) => overlay(sessionId)?.counts() ?? NO_COUNTS,
    goneInside: (sessionId) => overlay(sessionId)?.goneInside() ?? NOBODY,
    doubleEntries: (sessionId) => checkinsOf(sessionId).doubles(),
    checkinsOf: (sessionId, clientId) => checkinsOf(sessionId).of(clientId),
    admissionsOf: (sessionId, clientId) => checkinsOf(sessionId).admissions(clientId),
    entryChangesOf: (sessionId, clientId) => entryChangesOf(sessionId).of(clientId),
    entriesOf(sessionId) {
      const entries = overlay(sessionId)?.entries();
      return entries === undefined ? null : { session: entries, acts: entryChangesOf(sessionId).registers };
    },
    apply(docs) {
      let changed = false;
      for (const stored of docs) {
        if (noteNewer(stored)) changed = true;
        if (stored._deleted === true) {
          if (remove(stored._id)) changed = true;
          continue;
        }
        if (isHeld(stored)) continue;
        const doc = readDocument(stored);
        // Of what cannot be shown any more the version before is not shown either.
        if (doc === null ? remove(stored._id) : put(doc)) changed = true;
      }
      cancellationsChanged();
      if (changed) notify();
    },
    restore(parts) {
      for (const { type, read, mentioning } of parts) {
        if (type === 'consumer') canceled.restore(mentioning('"canceled"'));
        if (FIRST_TYPES.has(type)) this.apply(read());
        else documents.later(type, () => read().flatMap((stored) => readDocument(stored) ?? []));
      }
      notify();
    },
    dump: () => EVENT_DOC_TYPES.flatMap((type): EventDocument[] => [...documents.all(type).values()]),
    clear() {
      documents.clear();
      checkins.clear();
      entryChanges.clear();
      newer.clear();
      canceled.clear();
      overlays.clear();
      sessionList = null;
      activeClients = null;
      notify();
    },
  };
}

const isDeleted = (client: Client | null): boolean => client?.deletedAt != null;
