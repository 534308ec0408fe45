import { freshNumber, guestNumbers, takenNumbers } from '../clients/clientNumbers.ts';
import { newConsumer } from '../clients/clients.ts';
import {
  addPlaced,
  isSameValue,
  type CreatedClient,
  type FieldChange,
  type UndoRecord,
} from '../clients/undo.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import { docId } from '../ids.ts';
import type { PlannedClient, PlannedUpdate } from '../import/check.ts';
import { takesGuests } from '../import/orders.ts';
import { err, ok } from '../result.ts';
import { writing, type Command } from './command.ts';
import { actsOfAll, seatlessClients } from './entries.ts';
import { valueOf } from './updateKnown.ts';
import type { EventView } from './view.ts';

/*
 * An import, in parts: all of it is planned, then created portion by portion, then registered portion by portion
 * (domain/work/importClients.ts). Clients are durable before an act names them.
 */

/** Who is to be created, and their registrations. */
export interface Newcomer {
  client: Client;
  consumer: Consumer;
  /** The consumer was there before. */
  joins: boolean;
  registrations: PlannedClient['registrations'];
}

/** The newcomers of some of the rows that were planned; to be called once for each of them, in their order. */
export type NewcomersOf = (rows: readonly PlannedClient[]) => Newcomer[];

/**
 * A client and a consumer per row (status registered, rate 100, payment none: specification 1 §4, §9). Writes nothing.
 * Looks at all rows, and gives who makes the newcomers of them: 10,000 in one go keep a page from answering.
 * Fails with `number_exists` when another device was faster with a number, `not_found`, `event_archived`, `nothing_to_do`.
 */
export const planImport: Command<readonly PlannedClient[], NewcomersOf> = (view, rows, caller) => {
  const { author, time, newId } = caller;
  const taken = takenNumbers(view.clients());
  // Given numbers first, so that a made-up one cannot take one of them.
  for (const { number } of rows) {
    if (number === '') continue;
    if (taken.has(number)) return err({ code: 'number_exists', message: number });
    taken.add(number);
  }
  for (const sessionId of sessionsOf(rows)) {
    const session = view.document('session', sessionId);
    if (session === null) return err({ code: 'not_found' });
    if (session.status === 'archived') return err({ code: 'event_archived' });
  }
  const metadata = { author, createdAt: time, updatedAt: time };
  const consumers = view.knownOf(
    'consumer',
    rows.flatMap(({ joins }) => joins ?? []),
  );
  const joined = partiesJoined(view, rows, consumers, taken);
  const parties = partiesOf(rows, () => {
    const beginning = freshNumber(newId, taken);
    taken.add(beginning);
    return beginning;
  });
  const newcomerOf = (row: PlannedClient): Newcomer => {
    const { line: _line, registrations, address, number: given, party, joins, ...fields } = row;
    const there = joined.get(joins ?? '');
    const together = there ?? (party === undefined ? undefined : parties.get(party));
    const number = given === '' ? (together?.numbers.shift() ?? freshNumber(newId, taken)) : given;
    taken.add(number);
    const _id = docId('client', newId());
    const { category: _category, notes: _notes, diet: _diet, ...person } = fields;
    const consumer =
      together?.consumer ??
      newConsumer(
        docId('consumer', newId()),
        { person, address: address ?? together?.address ?? null, ...(party && { orderCode: party }) },
        metadata,
      );
    if (together !== undefined) together.consumer = consumer;
    return {
      client: { _id, type: 'client', ...fields, number, consumerId: consumer._id, metadata },
      consumer,
      joins: there !== undefined,
      registrations,
    };
  };
  return ok({ value: (some) => some.map(newcomerOf), write: [] });
};

interface Party {
  consumer?: Consumer;
  /** The first that a row has. */
  address: PlannedClient['address'];
  /** For those whom the file does not number: one beginning, as for who registers at the desk. */
  numbers: string[];
}

/** Those that are there and that rows are of. Numbers go on behind those of whoever is in it. */
function partiesJoined(
  view: EventView,
  rows: readonly PlannedClient[],
  consumers: ReadonlyMap<string, Consumer>,
  taken: Set<string>,
): Map<string, Party> {
  const joining = rows.filter(({ joins }) => takesGuests(consumers.get(joins ?? '')));
  const counts = new Map<string, number>();
  for (const { joins = '', number } of joining)
    counts.set(joins, (counts.get(joins) ?? 0) + (number === '' ? 1 : 0));
  const mains = new Map<string, string>();
  for (const { consumerId, number } of counts.size === 0 ? [] : view.clients().values()) {
    if (consumerId && counts.has(consumerId) && number?.includes('-01')) mains.set(consumerId, number);
  }
  return new Map(
    [...counts].map(([id, count]): [string, Party] => {
      const main = mains.get(id);
      const numbers = main === undefined ? [] : guestNumbers(main, taken, count);
      for (const number of numbers) taken.add(number);
      return [id, { consumer: consumers.get(id) as Consumer, address: null, numbers }];
    }),
  );
}

/** Those of two and more, by what the file calls them. The first row is whoever registered the others. */
function partiesOf(rows: readonly PlannedClient[], newNumber: () => string): Map<string, Party> {
  const groups = new Map<string, PlannedClient[]>();
  for (const row of rows) {
    if (row.party !== undefined && row.joins === undefined)
      groups.set(row.party, [...(groups.get(row.party) ?? []), row]);
  }
  return new Map(
    [...groups].flatMap(([key, group]): [string, Party][] => {
      if (group.length < 2) return [];
      const address = group.find((row) => row.address !== null)?.address ?? null;
      const isNumbered = group.some(({ number }) => number !== '');
      const beginning = isNumbered ? '' : newNumber();
      const numbers = isNumbered
        ? []
        : group.map((_row, at) => `${beginning}-${String(at + 1).padStart(2, '0')}`);
      return [[key, { address, numbers }]];
    }),
  );
}

export const sessionsOf = (rows: readonly Pick<Newcomer, 'registrations'>[]): string[] => [
  ...new Set(rows.flatMap(({ registrations }) => registrations.map(({ sessionId }) => sessionId))),
];

/** Creates a portion of those planned; of a party, the first brings their registration. */
export const createNewcomers: Command<readonly Newcomer[], null> = (view, newcomers) => {
  const known = view.documents('consumer');
  const docs = newcomers.flatMap(({ client, consumer, joins }) =>
    joins || known.has(consumer._id) ? [client] : [client, consumer],
  );
  return writing(null, ...new Set(docs));
};

export interface Registered {
  acts: readonly EntryChange[];
  /** Registrations whose seat was taken meanwhile: they have no place. */
  unplaced: number;
}

/** Who is registered, and where. */
export type Registrant = Pick<PlannedUpdate, 'clientId' | 'registrations'>;

/** Registers a portion of those who were created, for all their sessions in one write. */
export const registerNewcomers: Command<readonly Registrant[], Registered> = (view, newcomers, caller) => {
  const seatless = seatlessClients(view);
  const parts = sessionsOf(newcomers).map((sessionId) => ({
    sessionId,
    wanted: newcomers.flatMap(({ clientId, registrations }) =>
      registrations
        .filter((one) => one.sessionId === sessionId)
        .map(({ placement }) => ({ clientId, placement })),
    ),
  }));
  let unplaced = 0;
  const acts = actsOfAll(view, parts, caller, ({ wanted }) => (session, stamp) => {
    const placed = addPlaced(session, wanted, seatless, stamp);
    unplaced += placed.unplaced.length;
    return ok(placed.session);
  });
  return acts.ok ? writing({ acts: acts.value, unplaced }, ...acts.value) : acts;
};

/** A client with its consumer; `joins` where that was there before. */
export type JournalPair = readonly [clientId: string, consumerId: string, joins?: 'joins'];

/** The ids of what an import creates, noted before it is written; none when it has ended. */
export interface ImportJournal {
  pairs: readonly JournalPair[];
  /** Entry changes, which are written after the clients, portion by portion. */
  acts: readonly string[];
  /** There are portions after those of which `acts` tells. */
  more?: boolean;
  /** What it is to change of guests who are there, which is written last, with what stood there before. */
  fields: readonly FieldChange[];
}

/**
 * What an import that came to no end has left, as a record to undo: those who were created, of whom the undo leaves those
 * whom somebody has changed since, and the fields that have its values. Null where nothing is left, or all of it was written.
 */
export const unfinishedImport: Command<ImportJournal, UndoRecord | null> = (view, journal) => {
  const written = view.storedOf('entrychange', journal.acts);
  const idsOf = (type: FieldChange['type']) =>
    journal.fields.flatMap((one) => (one.type === type ? [one.id] : []));
  const known = {
    client: view.storedOf('client', idsOf('client')),
    consumer: view.storedOf('consumer', idsOf('consumer')),
  };
  const fields = writtenOf(journal.fields, (one) => valueOf(known[one.type].get(one.id), one.field));
  const isRegistered = journal.more !== true && (journal.acts.length > 0 || journal.pairs.length === 0);
  if (isRegistered && written.size === journal.acts.length && fields.length === journal.fields.length)
    return ok({ value: null, write: [] });
  const [clients, consumers] = [view.documents('client'), view.documents('consumer')];
  const created = journal.pairs.flatMap(([clientId, consumerId, joins]): CreatedClient[] => {
    const client = clients.get(clientId);
    if (client === undefined || client.deletedAt != null) return [];
    const consumerRev = joins === undefined ? firstOf(consumers.get(consumerId)) : null;
    return [{ clientId, clientRev: firstOf(client), consumerId, consumerRev }];
  });
  const acts = [...written.keys()];
  const isNothing = created.length + acts.length + fields.length === 0;
  const value = isNothing ? null : { created, acts, fields };
  return ok({ value, write: [] });
};

/** Of several changes of one field, those up to the one whose value stands there now: going back leads through all of them. */
function writtenOf(
  fields: readonly FieldChange[],
  now: (change: FieldChange) => unknown,
): readonly FieldChange[] {
  const keyOf = ({ id, field }: FieldChange): string => `${id} ${field}`;
  const last = new Map<string, FieldChange>();
  for (const change of fields) if (isSameValue(now(change), change.after)) last.set(keyOf(change), change);
  return fields.filter((change) => {
    const key = keyOf(change);
    const isWritten = last.has(key);
    if (last.get(key) === change) last.delete(key);
    return isWritten;
  });
}

/** Clients, and registrations that were changed, of which a record tells. */
export const guestsOf: Command<UndoRecord, readonly string[]> = (view, { created, fields, acts }) => {
  const registered = [...view.storedOf('entrychange', acts).values()].flatMap(({ rows }) => rows);
  const ids = [...created, ...registered].map(({ clientId }) => clientId);
  return ok({ value: [...new Set([...ids, ...fields.map(({ id }) => id)])], write: [] });
};

/** The revision in which it was created; that of nothing where it was changed since. */
const firstOf = (doc: { _rev?: string | undefined } | undefined): string =>
  doc?._rev?.startsWith('1-') === true ? doc._rev : '';
