import type { EventFacts } from './facts.ts';
import type { Mapping } from './fields.ts';
import type { AddressChanges, ClientChanges, KnownChoice } from './known.ts';
import { namedOrder } from './orders.ts';
import type { PlannedClient } from './planned.ts';
import { rowReader, type LooksLike, type RowAlone } from './rowAlone.ts';
import type { ImportSettings, Problems } from './rowTexts.ts';
import type { Edits, TableRow } from './table.ts';
import { twinFinder, type Twin } from './twins.ts';

export type { ImportSettings, PlannedClient };

/** A guest whom the import changes and registers, as far as the row says otherwise. */
export interface PlannedUpdate {
  line: number;
  clientId: string;
  changes: ClientChanges;
  /** Of the registration; absent where it stays. */
  address?: { consumerId: string; changes: AddressChanges };
  registrations: PlannedClient['registrations'];
}

export interface CheckedRow {
  line: number;
  problems: Problems;
  /** The row's session has a plan: table and seat count (VALID-25). */
  hasPlan: boolean;
  /** What the row calls its order. */
  party?: string;
  /** Null when there is a problem, or the row is about somebody who is there already. */
  client: PlannedClient | null;
  /** Whom the row looks like, and what becomes of it. */
  known: (LooksLike & { choice: KnownChoice }) | null;
  /** The row further up that it repeats, and what becomes of it; null for rows of somebody who is there. */
  twin: Twin | null;
  /** Null unless it updates somebody. */
  update: PlannedUpdate | null;
}

/** What a person chose for rows that look like somebody, by their lines. */
export type KnownChoices = ReadonlyMap<number, KnownChoice>;
const NO_CHOICES: KnownChoices = new Map();

/** The check of a file's rows, to be asked again after each edit and choice: it reads only those that were edited. */
export interface ImportCheck {
  /** Those that are new to it or were edited since. */
  unread(rows: readonly TableRow[], edits: Edits): TableRow[];
  /** Reads them; the check of all is quick then. */
  read(rows: readonly TableRow[], edits: Edits): void;
  all(rows: readonly TableRow[], edits: Edits, choices?: KnownChoices): CheckedRow[];
}

export function importCheck(mapping: Mapping, settings: ImportSettings, event: EventFacts): ImportCheck {
  const readRow = rowReader(mapping, settings, event);
  const known = new Map<TableRow, KeptRow>();
  function keptOf(row: TableRow, edits: Edits): KeptRow {
    const before = known.get(row);
    const edit = edits.get(row.line);
    if (before !== undefined && before.edit === edit) return before;
    const alone = readRow(row, edits);
    const checked = checkedOf(alone, fateOf(alone, undefined), ALONE);
    const kept: KeptRow = { edit, alone, last: { chosen: undefined, others: ALONE, checked } };
    known.set(row, kept);
    return kept;
  }
  return {
    unread: (rows, edits) =>
      rows.filter((row) => {
        const before = known.get(row);
        return before === undefined || before.edit !== edits.get(row.line);
      }),
    read(rows, edits) {
      for (const row of rows) keptOf(row, edits);
    },
    all(rows, edits, choices = NO_CHOICES) {
      const check = createCheck(event);
      const checked = rows.map((row) => check(keptOf(row, edits), choices.get(row.line)));
      return withKnownOrders(checked, event);
    },
  };
}

/**
 * Checks every row in the order of the file (specification 1 §5): patterns, fixed lists, numbers unique within the
 * event and among the imported rows, table and seat rules. A row with a problem is not imported, so it takes neither
 * its number nor its seat from a later one.
 */
export const checkRows = (
  rows: readonly TableRow[],
  edits: Edits,
  mapping: Mapping,
  settings: ImportSettings,
  event: EventFacts,
  choices?: KnownChoices,
): CheckedRow[] => importCheck(mapping, settings, event).all(rows, edits, choices);

/** Who ordered with somebody who is there, or in an order that is known, is of that registration. */
function withKnownOrders(rows: CheckedRow[], { registrations }: EventFacts): CheckedRow[] {
  if (registrations === undefined) return rows;
  const { open, byOrder } = registrations;
  /** Orders that nobody has noted, by whom of them the file brings again. */
  const found = new Map<string, string>();
  for (const { known, party } of rows) {
    if (!isSamePerson(known)) continue;
    const consumerId = known?.client.consumerId ?? '';
    if (party !== undefined && !found.has(party) && open.has(consumerId)) found.set(party, consumerId);
  }
  return rows.map((row) => {
    const { client } = row;
    if (client?.party === undefined || client.joins !== undefined) return row;
    const joins = byOrder.get(namedOrder(client.party) ?? '') ?? found.get(client.party);
    return joins === undefined ? row : { ...row, client: { ...client, joins } };
  });
}

/** Of a row about the guest who has the number, and of which nothing comes, it is no fault. */
const isSaidAgain = (known: CheckedRow['known']): boolean =>
  known?.choice === 'skip' && known.likeness === 'number' && known.isNamesake;

/** Somebody says so, or number or e-mail do and nobody says otherwise: of one name there may be several. */
const isSamePerson = (known: CheckedRow['known']): boolean =>
  known?.choice === 'update' || (known?.choice === 'skip' && known.sure && known.likeness !== 'name');

/** What is known of a row as long as nobody edits it. */
interface KeptRow {
  edit: ReturnType<Edits['get']>;
  alone: RowAlone;
  /** What came of it, and of what: mostly it is so again. */
  last: { chosen: KnownChoice | undefined; others: OfOthers; checked: CheckedRow };
}

/** What the rows before it do to a row. */
interface OfOthers {
  /** Its number is another's. */
  isTaken: boolean;
  /** So is its seat. */
  isOccupied: boolean;
  twin: Twin | null;
}

const ALONE: OfOthers = { isTaken: false, isOccupied: false, twin: null };

/** Of row after row, what those before it leave. */
function createCheck(event: EventFacts) {
  /** Numbers and seats that earlier rows take. */
  const numbers = new Set<string>();
  const seats = new Set<string>();
  const twins = twinFinder();

  return (kept: KeptRow, chosen: KnownChoice | undefined): CheckedRow => {
    const { alone, last } = kept;
    const fate = fateOf(alone, chosen);
    const { number } = alone.values;
    const others: OfOthers = {
      isTaken: fate.isOwnNumber && number !== undefined && (event.numbers.has(number) || numbers.has(number)),
      isOccupied: fate.places.some(({ seat }) => seat !== null && seats.has(seat)),
      twin: alone.known === null ? twins.find(alone, chosen) : null,
    };
    const isAgain = last.chosen === chosen && isSame(last.others, others);
    const now = isAgain ? last : { chosen, others, checked: checkedOf(alone, fate, others) };
    kept.last = now;
    const { checked } = now;
    if (checked.client === null && checked.update === null) return checked;
    twins.add(alone);
    if (fate.isOwnNumber && number !== undefined) numbers.add(number);
    for (const { seat } of fate.places) if (seat !== null) seats.add(seat);
    return checked;
  };
}

const isSame = (a: OfOthers, b: OfOthers): boolean =>
  a.isTaken === b.isTaken && a.isOccupied === b.isOccupied && a.twin === null && b.twin === null;

/** What becomes of a row as far as a person chose. */
interface Fate {
  choice: KnownChoice | null;
  /** The guest whom it updates. */
  updated: string | null;
  joins: string | undefined;
  isOwnNumber: boolean;
  places: RowAlone['places'];
}

function fateOf({ known, joins, places }: RowAlone, chosen: KnownChoice | undefined): Fate {
  if (known === null) return { choice: null, updated: null, joins, isOwnNumber: joins === undefined, places };
  const choice = chosen ?? (known.sure ? 'skip' : 'add');
  const joined = choice === 'add' ? joins : undefined;
  if (choice === 'add')
    return { choice, updated: null, joins: joined, isOwnNumber: joined === undefined, places };
  // Who is registered keeps the place: it is no other's, whatever becomes of the row.
  const others = places.filter(({ isRegistered }) => !isRegistered);
  if (choice === 'skip')
    return { choice, updated: null, joins: undefined, isOwnNumber: true, places: others };
  return {
    ...{ choice, updated: known.client._id, joins: undefined, isOwnNumber: false },
    places: others,
  };
}

function checkedOf(alone: RowAlone, fate: Fate, { isTaken, isOccupied, twin }: OfOthers): CheckedRow {
  const { line, person, hasPlan } = alone;
  const { choice, updated, joins, places } = fate;
  const known = alone.known === null || choice === null ? null : { ...alone.known, choice };
  const problems = { ...alone.problems };
  if (isTaken && !isSaidAgain(known)) problems.number ??= 'number_exists';
  for (const place of places) Object.assign(problems, place.problems);
  if (isOccupied) problems.seat = 'occupied_seat_number';
  const party = person.party === undefined ? {} : { party: person.party };
  const checked = { line, problems, hasPlan, known, twin, ...party, client: null, update: null };
  if (Object.keys(problems).length > 0 || choice === 'skip' || twin?.choice === 'skip') return checked;
  const registrations = places.map(({ sessionId, placement }) => ({ sessionId, placement }));
  if (known !== null && updated !== null)
    return { ...checked, update: { line, ...known.update, registrations } };
  // The order's number is another guest's already: this one is given its own.
  const joining = joins === undefined ? {} : { number: '', joins };
  return { ...checked, client: { line, ...person, ...joining, registrations } };
}
