import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import { parseDocument } from '#domain/documents/index.ts';
import { EVENT_DOC_ID, typeOfId } from '#domain/ids.ts';
import { isMissing } from '../base/errors.ts';
import { read } from '../storage/documents.ts';
import { historyDatabase, type AnyDoc, type ChangeRow, type Storage } from '../storage/types.ts';
import { createCancellations } from './cancellations.ts';
import { createCentralEntry } from './central.ts';
import { readLeaves, writeResolution } from './conflicts.ts';
import { getMany } from './couch.ts';
import { createFolder, type Folder } from './fold.ts';
import type { Reading } from './history/decide.ts';
import { createHistorian } from './history/historian.ts';
import { createInvoices } from './invoices.ts';

/**
 * Names of steps in the list of failures. A step has a name apart from its document's, because what else is done with
 * the document may well succeed.
 */
const CENTRAL_STEP = 'central';
const FOLD_STEP = 'fold:';
const INVOICE_STEP = 'invoice:';
const CANCELED_STEP = 'canceled:';

export interface EventWorkOptions {
  storage: Storage;
  eventId: string;
  dbName: string;
  now: () => number;
  foldDelay: (entries: number, streak: number) => number;
  /** Documents or steps that failed, or with `null` those that did not. */
  onResult: (ids: readonly string[], error: unknown) => void;
}

/** What is done about the changes of one event's documents. Everything may be done again. */
export interface EventWork {
  folder: Folder;
  /** Works through changed documents; names of steps repeat the step. Throws only when the databases fail, not for a single document. */
  process(rows: readonly Pick<ChangeRow, 'id' | 'changes'>[]): Promise<void>;
}

export async function createEventWork(options: EventWorkOptions): Promise<EventWork> {
  const { storage, eventId, dbName, now, onResult } = options;
  const db = await storage.openExisting(dbName);
  const historyDb = await storage.open(historyDatabase(eventId));
  /** Revisions already processed in full: the fold's own writes need no second look. */
  const seen = new Map<string, string>();
  const central = createCentralEntry(storage, db, eventId);
  const invoices = createInvoices({ db, historyDb, epochs: () => storage.epochs(historyDatabase(eventId)) });
  const cancellations = createCancellations(db);
  let eventName: string | null = null;
  const historian = createHistorian({
    eventDb: db,
    historyDb,
    now,
    async event() {
      if (eventName !== null) return { id: eventId, name: eventName };
      const title = (await read(db, EVENT_DOC_ID))?.['title'];
      eventName = typeof title === 'string' ? title : '';
      return { id: eventId, name: eventName };
    },
  });
  const folder = createFolder({
    db,
    now,
    delay: options.foldDelay,
    onResult: (sessionId, error) => onResult([FOLD_STEP + sessionId], error),
    onWrite(sessionId, from, to) {
      if (seen.get(sessionId) === from) seen.set(sessionId, to);
    },
  });

  /** Does all at once; when that fails finds out which documents are to blame, so that one stops no other. */
  async function isolate(
    ids: readonly string[],
    work: (ids: readonly string[]) => Promise<void>,
  ): Promise<void> {
    if (ids.length === 0) return;
    try {
      await work(ids);
      onResult(ids, null);
    } catch (error) {
      await probe(error);
      if (ids.length === 1) onResult(ids, error);
      else for (const id of ids) await isolate([id], work);
    }
  }

  /** Is it the databases that fail? Then no document is to blame, and the whole batch is tried again later. */
  async function probe(cause: unknown): Promise<void> {
    try {
      await Promise.all([db.info(), historyDb.info()]);
    } catch {
      throw cause;
    }
  }

  async function checkins(ids: readonly string[]): Promise<void> {
    const stored = [...(await getMany(db, ids)).values()].flatMap(({ doc }) => doc ?? []);
    // Their ids are random, so a conflict is somebody's mischief; it must not stay all the same.
    await others(stored.filter((doc) => doc['_conflicts'] !== undefined).map(({ _id }) => _id));
    const docs = stored.map(toCheckin);
    await historian.tellCheckins(docs);
    folder.add(docs);
  }

  /** Documents with a history: conflicts are told before they are resolved, for then the losers' words are gone. */
  async function tracked(ids: readonly string[]): Promise<void> {
    const latest = new Map<string, Reading>();
    await historian.tell(ids, async (wanted) => {
      const readings = await readAll(wanted);
      for (const reading of readings) latest.set(reading.id, reading);
      return readings;
    });
    for (const { id, leaves, rev } of latest.values()) {
      const [first = null] = leaves;
      const doc = leaves.length > 1 ? await writeResolution(db, leaves as Leaf[]) : first;
      if (typeOfId(id) === 'session') {
        central.note(id, doc);
        if (doc !== null) await folder.check(doc);
      }
      seen.set(id, rev);
    }
  }

  /** Documents without a history: only what loses a conflict is told. */
  async function others(ids: readonly string[]): Promise<void> {
    for (const reading of await readAll(ids)) {
      if (reading.leaves.length < 2) continue;
      await historian.tellOverruled(reading);
      await writeResolution(db, reading.leaves as Leaf[]);
    }
  }

  async function readAll(ids: readonly string[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (const [id, { doc, rev }] of await getMany(db, ids)) {
      if (rev === null) continue;
      if (doc === null) readings.push({ id, rev, leaves: [], tombstone: await readTombstone(id, rev) });
      else if (doc['_conflicts'] === undefined) readings.push({ id, rev, leaves: [doc] });
      else readings.push(await readConflict(id, rev, doc));
    }
    return readings;
  }

  async function readConflict(id: string, rev: string, doc: AnyDoc): Promise<Reading> {
    const leaves = await readLeaves(db, id);
    if (leaves.length < 2)
      return { id, rev: leaves[0]?._rev ?? rev, leaves: leaves.length === 1 ? leaves : [doc] };
    return { id, rev: resolveConflict(leaves).merged._rev, leaves };
  }

  async function readTombstone(id: string, rev: string): Promise<AnyDoc | null> {
    try {
      return await db.get(id, { rev });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    folder,
    async process(rows) {
      const kinds = sortByKind(rows, seen);
      if (kinds.others.includes(EVENT_DOC_ID)) eventName = null;
      await isolate(kinds.tracked, tracked);
      // After clients and sessions: a check-in's sentence names both.
      await isolate(kinds.checkins, checkins);
      await isolate(kinds.others, others);
      // After conflicts were resolved: a merge may have dropped an index.
      await isolate(
        kinds.invoices.map((id) => INVOICE_STEP + id),
        (steps) => invoices.look(steps.map((step) => step.slice(INVOICE_STEP.length))),
      );
      await isolate(
        kinds.canceled.map((id) => CANCELED_STEP + id),
        (steps) => cancellations.look(steps.map((step) => step.slice(CANCELED_STEP.length))),
      );
      for (const sessionId of kinds.folds) folder.schedule(sessionId);
      if (kinds.central) await isolate([CENTRAL_STEP], () => central.refresh());
    },
  };
}

interface Kinds {
  checkins: string[];
  tracked: string[];
  others: string[];
  /** Consumers, and the event for its next index. */
  invoices: string[];
  /** Clients and consumers: a door must know who has cancelled. */
  canceled: string[];
  folds: string[];
  central: boolean;
}

function sortByKind(
  rows: readonly Pick<ChangeRow, 'id' | 'changes'>[],
  seen: ReadonlyMap<string, string>,
): Kinds {
  const kinds: Kinds = {
    ...{ checkins: [], tracked: [], others: [], invoices: [], canceled: [], folds: [] },
    central: false,
  };
  for (const { id, changes } of new Map(rows.map((row) => [row.id, row])).values()) {
    if (id === CENTRAL_STEP) kinds.central = true;
    if (id.startsWith(INVOICE_STEP)) kinds.invoices.push(id.slice(INVOICE_STEP.length));
    if (id.startsWith(CANCELED_STEP)) kinds.canceled.push(id.slice(CANCELED_STEP.length));
    if (id.startsWith(FOLD_STEP)) kinds.folds.push(id.slice(FOLD_STEP.length));
    const type = typeOfId(id);
    if (type === null) continue;
    // Closed leaves stay in the list, so more than one revision only means that a look is needed; a retry has none.
    const mayConflict = changes.length !== 1;
    const isTracked = type === 'client' || type === 'session' || type === 'consumer';
    if (isTracked && !mayConflict && changes[0]?.rev === seen.get(id)) continue;
    if (type === 'session' || type === 'event') kinds.central = true;
    if (type === 'consumer' || type === 'event') kinds.invoices.push(id);
    if (type === 'client' || type === 'consumer') kinds.canceled.push(id);
    if (isTracked) kinds.tracked.push(id);
    else if (type === 'checkin') kinds.checkins.push(id);
    else if (mayConflict || type === 'event') kinds.others.push(id);
  }
  return kinds;
}

function toCheckin(doc: AnyDoc): Checkin {
  const { _conflicts, ...rest } = doc;
  const parsed = parseDocument(rest);
  if (!parsed.ok) throw new Error(`${String(doc['_id'])}: ${parsed.error.field} ${parsed.error.detail}`);
  return parsed.value as Checkin;
}
