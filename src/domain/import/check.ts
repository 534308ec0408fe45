import { LONGEST_ORDER_CODE } from '../documents/consumer.ts';
import type { Placement } from '../documents/session.ts';
import { cellOf, cellText, type Edits, type TableRow } from './table.ts';
import { sessionFacts, sessionsByTitle, seatKey, type EventFacts, type SessionFacts } from './facts.ts';
import {
  addressChangesOf,
  changesOf,
  isNamesake,
  likeWhom,
  UPDATED_FIELDS,
  type AddressChanges,
  type Addressee,
  type ClientChanges,
  type Known,
  type KnownChoice,
} from './known.ts';
import { isDash } from './headingKey.ts';
import { columnOf, IMPORT_FIELDS, splitName, titleKey, type ImportField, type Mapping } from './fields.ts';
import { namedOrder, orderOfNumber } from './orders.ts';
import { internationalPhone } from './phone.ts';
import type { PlannedClient } from './planned.ts';
import {
  checkTexts,
  personOf,
  type ImportSettings,
  type Person,
  type Problems,
  type Values,
} from './rowTexts.ts';
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

type KnownRow = Known & {
  choice: KnownChoice;
  changes: ClientChanges & AddressChanges;
  /** As it stands there. */
  address: Addressee['address'];
  update: Pick<PlannedUpdate, 'clientId' | 'changes' | 'address'>;
};

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
  known: KnownRow | null;
  /** The row further up that it repeats, and what becomes of it; null for rows of somebody who is there. */
  twin: Twin | null;
  /** Null unless it updates somebody. */
  update: PlannedUpdate | null;
}

const NUMBER_MAX = 100;
/** Nobody can do without a name: a dash in its place is one. */
const NAMES = new Set<ImportField>(['forename', 'surname', 'fullName']);

/**
 * Checks every row in the order of the file (specification 1 §5): patterns, fixed lists, numbers unique within the
 * event and among the imported rows, table and seat rules. A row with a problem is not imported, so it takes neither
 * its number nor its seat from a later one.
 */
export function checkRows(
  rows: readonly TableRow[],
  edits: Edits,
  mapping: Mapping,
  settings: ImportSettings,
  event: EventFacts,
  choices: KnownChoices = NO_CHOICES,
): CheckedRow[] {
  const columns = IMPORT_FIELDS.map((field) => [field, columnOf(mapping, field)] as const).filter(
    ([, column]) => column >= 0,
  );
  const check = createCheck(settings, event, choices);
  const checked = rows.map((row) => {
    const values: Values = {};
    for (const [field, column] of columns) {
      const text = cellText(cellOf(row, column, edits).trim(), field);
      if (text !== '' && (NAMES.has(field) || !isDash(text))) values[field] = text;
    }
    return values.fullName === undefined
      ? check(row.line, values)
      : ofWholeName(check(row.line, { ...splitName(values.fullName), ...values }));
  });
  return withKnownOrders(checked, event);
}

/** Who ordered with somebody who is there, or in an order that is known, is of that registration. */
function withKnownOrders(rows: readonly CheckedRow[], { registrations }: EventFacts): CheckedRow[] {
  if (registrations === undefined) return [...rows];
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
const isSaidAgain = (person: Person, known: CheckedRow['known']): boolean =>
  known?.choice === 'skip' && known.likeness === 'number' && isNamesake(person, known.client);

/** Somebody says so, or number or e-mail do and nobody says otherwise: of one name there may be several. */
const isSamePerson = (known: CheckedRow['known']): boolean =>
  known?.choice === 'update' || (known?.choice === 'skip' && known.sure && known.likeness !== 'name');

/** What a person chose for rows that look like somebody, by their lines. */
export type KnownChoices = ReadonlyMap<number, KnownChoice>;
const NO_CHOICES: KnownChoices = new Map();

/** What is wrong with either part is wrong with the cell that holds both. */
function ofWholeName(row: CheckedRow): CheckedRow {
  const { forename, surname, ...others } = row.problems;
  const problem = forename ?? surname;
  return problem === undefined ? row : { ...row, problems: { ...others, fullName: problem } };
}

function createCheck(settings: ImportSettings, event: EventFacts, choices: KnownChoices) {
  const numbers = new Set(event.numbers);
  const facts = new Map(event.sessions.map((one) => [one._id, sessionFacts(one, event.gone)]));
  const titles = sessionsByTitle(event.sessions);
  /** Seats that earlier rows take. */
  const claimed = new Set<string>();
  const twins = twinFinder();

  function sessionsOf(values: Values, problems: Problems): SessionFacts[] {
    if (values.session !== undefined) {
      const found = titles.get(titleKey(values.session));
      const session = found && facts.get(found._id);
      if (session === undefined) problems.session = 'session_unknown';
      // Archived sessions take nobody (specification 1 §4).
      else if (session.archived) problems.session = 'session_archived';
      return session === undefined ? [] : [session];
    }
    const chosen = settings.sessionIds.flatMap((id) => facts.get(id) ?? []).filter((one) => !one.archived);
    if (chosen.length === 0) problems.session = 'no_session';
    return chosen;
  }

  function placementIn(session: SessionFacts, values: Values, problems: Problems): Placement | null {
    if (!session.hasPlan || values.table === undefined) return null;
    const table = session.table(values.table);
    if (table === null) {
      problems.table = 'invalid_table_number';
      return null;
    }
    if (values.seat === undefined) return { tableId: table.tableId, seatIndex: null, onTable: true };
    const seat = /^\d+$/.test(values.seat) ? Number(values.seat) : 0;
    if (seat < 1 || seat > table.seats) {
      problems.seat = 'invalid_seat_number';
      return null;
    }
    const key = seatKey(table.tableId, seat - 1);
    if (session.occupied.has(key) || claimed.has(`${session.id}/${key}`))
      problems.seat = 'occupied_seat_number';
    return { tableId: table.tableId, seatIndex: seat - 1, onTable: false };
  }

  return (line: number, given: Values): CheckedRow => {
    const problems: Problems = {};
    const phone = internationalPhone(given.phone ?? '', settings.countryCode);
    const values = phone === '' ? given : { ...given, phone };
    checkTexts(values, problems);
    const person = personOf(values, settings);
    const known = knownOf(line, person, values, settings, event, choices);
    const updated = known?.choice === 'update' ? known.client._id : null;
    const joins = known === null || known.choice === 'add' ? orderOfRow(person, settings, event) : undefined;
    if (values.number !== undefined) {
      if (values.number.length > NUMBER_MAX) problems.number = 'tooLong';
      else if (
        joins === undefined &&
        numbers.has(values.number) &&
        updated === null &&
        !isSaidAgain(person, known)
      )
        problems.number = 'number_exists';
    }
    if ((values.party?.length ?? 0) > LONGEST_ORDER_CODE) problems.party = 'tooLong';
    const sessions = sessionsOf(values, problems);
    const hasPlan = sessions.some((session) => session.hasPlan);
    if (hasPlan && values.seat !== undefined && values.table === undefined)
      problems.seat = 'seat_without_table';
    const registrations = sessions
      // Who is registered keeps the place.
      .filter((session) => updated === null || !session.registered.has(updated))
      .map((session) => ({ sessionId: session.id, placement: placementIn(session, values, problems) }));
    const party = person.party === undefined ? {} : { party: person.party };
    const twin = known === null ? twins.find(values, choices.get(line)) : null;
    const checked = { line, problems, hasPlan, known, twin, ...party, client: null, update: null };
    if (Object.keys(problems).length > 0 || known?.choice === 'skip' || twin?.choice === 'skip')
      return checked;
    twins.add(line, values);
    if (updated === null && joins === undefined && values.number !== undefined) numbers.add(values.number);
    for (const { sessionId, placement } of registrations) {
      if (placement?.tableId == null || placement.seatIndex == null) continue;
      claimed.add(`${sessionId}/${seatKey(placement.tableId, placement.seatIndex)}`);
    }
    if (known !== null && updated !== null)
      return { ...checked, update: { line, ...known.update, registrations } };
    // The order's number is another guest's already: this one is given its own.
    const joining = joins === undefined ? {} : { number: '', joins };
    return { ...checked, client: { line, ...person, ...joining, registrations } };
  };
}

/** The registration that the row is of by a number that is an order's. */
function orderOfRow(
  { number }: Person,
  { numbersAreOrders }: ImportSettings,
  { people, registrations }: EventFacts,
): string | undefined {
  if (numbersAreOrders !== true || number === '' || registrations === undefined) return undefined;
  return registrations.byOrder.get(number) ?? orderOfNumber(number, people, registrations);
}

function knownOf(
  line: number,
  person: Person,
  values: Values,
  { numbersAreOrders }: ImportSettings,
  { people, registrations }: EventFacts,
  choices: KnownChoices,
): CheckedRow['known'] {
  if (people === undefined) return null;
  const known = likeWhom(person, people, numbersAreOrders);
  if (known === null) return null;
  const { client } = known;
  const said = new Set(UPDATED_FIELDS.filter((field) => values[field] !== undefined));
  // Where a whole name was set apart is a guess: the guest's own parts are better.
  if (values.fullName !== undefined && isNamesake(person, client)) {
    said.delete('forename');
    said.delete('surname');
  }
  const changes = changesOf(person, client, said);
  const consumerId = client.consumerId ?? '';
  const addressee = registrations?.addressees.get(consumerId);
  const moved =
    addressee === undefined
      ? {}
      : addressChangesOf(values, { client, addressee }, people.guestsOf.get(consumerId) ?? 0);
  const address = Object.keys(moved).length === 0 ? {} : { address: { consumerId, changes: moved } };
  return {
    ...known,
    choice: choices.get(line) ?? (known.sure ? 'skip' : 'add'),
    changes: { ...changes, ...moved },
    address: addressee?.address,
    update: { clientId: client._id, changes, ...address },
  };
}
