import { isCanceled } from '#domain/clients/canceled.ts';
import { ticketNumbers } from '#domain/clients/clientNumbers.ts';
import type { NewVersion } from '#domain/commands/command.ts';
import type { RunView } from '#domain/commands/documents.ts';
import { createPendingActs } from '#domain/commands/pendingActs.ts';
import { checkinsByClient, isLiving, laidEntries, shownSession } from '#domain/commands/shown.ts';
import { Unread } from '#domain/commands/view.ts';
import { PlacesTally, placesView } from '#domain/desk/tally.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { parseDocument, type DocOf, type EventDocument } from '#domain/documents/index.ts';
import type { KnownEntries } from '#domain/entries/acts.ts';
import { checkinPrefix, entryChangePrefix, idRange, type EventDocType } from '#domain/ids.ts';
import { generationOf } from '../storage/revisions.ts';
import type { Database } from '../storage/types.ts';
import { readRange, readSome } from './read.ts';
import type { WrittenDoc } from './written.ts';

/** A view that may serve several runs, one after the other. */
export interface DatabaseView extends RunView {
  /** A run on it wrote this document and got this revision: it need not be read back. */
  wrote(doc: NewVersion, rev: string): void;
  /**
   * Brings what was read up to date with what was written since; between two runs only, for a run decides on one moment.
   */
  refresh(written: readonly WrittenDoc[]): Promise<void>;
}

/** An event's documents on the server, read from its database as they are asked for, and kept. */
export function databaseView(db: Database): DatabaseView {
  const read = new Map<string, EventDocument | null>();
  /** What was read together, by the beginning of the ids: all of a type, all check-ins of a session. */
  const ranges = new Map<string, Map<string, EventDocument>>();
  /** What follows from it, until one of the documents is another. */
  const entries = new Map<string, KnownEntries>();
  const pending = createPendingActs();
  const tallies = new Map<string, PlacesTally>();
  let clients: Map<string, Client> | null = null;
  /** How many of them have a number, or a ticket with it. */
  let numbers: Map<string, number> | null = null;
  let forgotten: readonly string[] = [];
  /** What runs wrote, until the next refresh. */
  let own: EventDocument[] = [];

  function keep(id: string, doc: EventDocument | null): void {
    const before = read.get(id);
    read.set(id, doc);
    for (const [prefix, docs] of ranges) {
      if (!id.startsWith(prefix)) continue;
      if (doc === null) docs.delete(id);
      else docs.set(id, doc);
    }
    if (id.startsWith('client_')) keepClient(id, before, doc);
    else entries.delete(id);
    count(id, before, doc);
    if (before != null || doc?.type !== 'entrychange') {
      if (before?.type === 'entrychange') entries.delete(before.sessionId);
      return;
    }
    // What is not laid yet will be, with all acts.
    if (entries.has(doc.sessionId) && isSound(doc)) pending.add(doc);
  }
  /** In place as well: who registers adds to what is counted. */
  function count(id: string, before: EventDocument | null | undefined, doc: EventDocument | null): void {
    if (tallies.size === 0) return;
    const isAct = doc?.type === 'entrychange';
    if (isAct && !isSound(doc)) return;
    const isOther = before?.type === 'entrychange';
    for (const [sessionId, tally] of tallies) if (isOther || !tally.heard(id, doc)) tallies.delete(sessionId);
  }
  /** Those of thousands that changed, in their place: nobody has them in hand between two runs. */
  function keepClient(id: string, before: EventDocument | null | undefined, doc: EventDocument | null): void {
    if (clients === null) return;
    if (isLiving(doc)) clients.set(id, doc);
    else clients.delete(id);
    if (numbers === null) return;
    if (isLiving(before ?? null)) countNumbers(numbers, before as Client, -1);
    if (isLiving(doc)) countNumbers(numbers, doc, 1);
  }
  async function readAll(ids: readonly string[]): Promise<void> {
    for (const [id, doc] of await readSome(db, ids)) keep(id, doc);
    forgotten = forgotten.filter((id) => !read.has(id));
  }
  async function readWhole(prefix: string): Promise<void> {
    const docs = new Map<string, EventDocument>();
    for (const [id, found] of await readRange(db, idRange(prefix))) {
      // What was answered before stays so.
      if (!read.has(id)) read.set(id, found);
      const doc = read.get(id);
      if (doc != null) docs.set(id, doc);
    }
    ranges.set(prefix, docs);
  }

  /**
   * Not read yet. What is in no range that was read whole is nowhere: so a hundred who register together, each under an id that
   * nobody has, do not ask the database a hundred times.
   */
  const isUnread = (id: string): boolean =>
    !read.has(id) && (forgotten.includes(id) || !ranges.has(id.slice(0, id.indexOf('_') + 1)));
  function stored<T extends EventDocType>(type: T, id: string): DocOf<T> | null {
    if (isUnread(id)) throw new Unread(() => readAll([id]));
    const doc = read.get(id);
    return doc?.type === type ? (doc as DocOf<T>) : null;
  }
  /** A document is of the type that its id begins with, or is none. */
  function rangeOf<T extends EventDocType>(prefix: string): ReadonlyMap<string, DocOf<T>> {
    const docs = ranges.get(prefix);
    if (docs === undefined) throw new Unread(() => readWhole(prefix));
    const missing = forgotten.filter((id) => id.startsWith(prefix));
    if (missing.length > 0) throw new Unread(() => readAll(missing));
    return docs as ReadonlyMap<string, EventDocument> as ReadonlyMap<string, DocOf<T>>;
  }
  function found<T extends EventDocType>(type: T, ids: readonly string[]): Map<string, DocOf<T>> {
    return new Map(
      ids.flatMap((id) => {
        const doc = stored(type, id);
        return doc === null ? [] : [[id, doc] as const];
      }),
    );
  }
  function storedOf<T extends EventDocType>(type: T, ids: readonly string[]): Map<string, DocOf<T>> {
    const missing = [...new Set(ids)].filter(isUnread);
    if (missing.length > 0) throw new Unread(() => readAll(missing));
    return found(type, ids);
  }
  const documents = <T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>> =>
    type === 'event' ? found(type, [type]) : rangeOf(`${type}_`);

  /** Another session's local id may begin with this one's and an underscore. */
  const judged = (
    sessionId: string,
    isWanted: (one: Checkin) => boolean,
  ): ReadonlyMap<string, readonly Checkin[]> =>
    checkinsByClient(
      [...rangeOf<'checkin'>(checkinPrefix(sessionId)).values()].filter(
        (one) => one.sessionId === sessionId && isWanted(one) && isSound(one),
      ),
    );
  const checkinsIn = (sessionId: string): ReadonlyMap<string, readonly Checkin[]> =>
    judged(sessionId, () => true);
  /** Of one among thousands: only theirs are judged. */
  const checkinsOf = (sessionId: string, clientId: string): readonly Checkin[] =>
    judged(sessionId, (one) => one.clientId === clientId).get(clientId) ?? [];

  function entriesOf(id: string): KnownEntries | null {
    const session = stored('session', id);
    const acts = rangeOf<'entrychange'>(entryChangePrefix(id));
    if (session === null) return null;
    const known = entries.get(id);
    if (known === undefined) pending.forget(id);
    const own = () => [...acts.values()].filter((one) => one.sessionId === id && isSound(one));
    const now = known === undefined ? laidEntries(session, own()) : pending.layUpon(id, known);
    entries.set(id, now);
    return now;
  }

  function placesIn(sessionId: string): PlacesTally | null {
    for (const type of ['client', 'consumer', 'form'] as const) rangeOf(`${type}_`);
    const known = tallies.get(sessionId) ?? null;
    const entries = known === null ? entriesOf(sessionId) : null;
    if (entries === null) return known;
    const tally = PlacesTally.of(
      entries,
      placesView({ document: (_, id) => (read.get(id) ?? null) as never }),
    );
    tallies.set(sessionId, tally);
    return tally;
  }

  function living(): ReadonlyMap<string, Client> {
    const all = documents('client');
    return (clients ??= new Map([...all].filter(([, client]) => isLiving(client))));
  }

  function isCanceledNow(clientId: string): boolean {
    const client = documents('client').get(clientId);
    const consumers = documents('consumer');
    return client !== undefined && isCanceled(client, consumers.get(client.consumerId ?? '') ?? null);
  }

  return {
    stored,
    storedOf,
    knownOf: storedOf,
    document: stored,
    documents,
    clients: living,
    isCanceled: isCanceledNow,
    hasNumber(number) {
      const all = living();
      if (numbers === null) {
        numbers = new Map();
        for (const client of all.values()) countNumbers(numbers, client, 1);
      }
      return (numbers.get(number) ?? 0) > 0;
    },
    session(id) {
      const known = entriesOf(id);
      if (known === null) return null;
      const all = documents('client');
      return shownSession(
        known.session,
        checkinsIn(id),
        (clientId) => all.get(clientId)?.deletedAt != null,
        isCanceledNow,
      );
    },
    entriesOf,
    placesIn,
    checkinsOf,
    checkinsIn,
    forget(ids) {
      // A range itself is not read again: it would tell what this run has written itself.
      for (const id of ids) read.delete(id);
      forgotten = [...new Set([...forgotten, ...ids])];
    },
    wrote(doc, rev) {
      // Of a later generation there may be versions beside it that it does not know.
      if ('type' in doc && !('_attachments' in doc) && generationOf(rev) === 1)
        own.push({ ...doc, _rev: rev } as EventDocument);
    },
    async refresh(written) {
      for (const doc of own) keep(doc._id, doc);
      own = [];
      const prefixes = [...ranges.keys()];
      const isKnown = ({ id, rev }: WrittenDoc): boolean => rev !== null && revOf(read.get(id)) === rev;
      const changed = written
        .filter((one) => read.has(one.id) || prefixes.some((prefix) => one.id.startsWith(prefix)))
        .filter((one) => !isKnown(one));
      await readAll([...new Set([...changed.map(({ id }) => id), ...forgotten])]);
    },
  };
}

function countNumbers(numbers: Map<string, number>, client: Client, by: 1 | -1): void {
  for (const number of ticketNumbers(client)) numbers.set(number, (numbers.get(number) ?? 0) + by);
}

const revOf = (doc: EventDocument | null | undefined): unknown =>
  (doc as { _rev?: unknown } | null | undefined)?._rev;

/** One of the wrong shape, as the database's operator might write it, admits and registers nobody. */
const isSound = (act: Checkin | EntryChange): boolean => parseDocument({ ...act }).ok;
