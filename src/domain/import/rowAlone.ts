import { LONGEST_ORDER_CODE } from '../documents/consumer.ts';
import type { Placement } from '../documents/session.ts';
import {
  seatKey,
  sessionFacts,
  sessionsByTitle,
  sessionsNamed,
  type EventFacts,
  type SessionFacts,
} from './facts.ts';
import { columnOf, IMPORT_FIELDS, withoutDegrees, type ImportField, type Mapping } from './fields.ts';
import { isDash } from './headingKey.ts';
import {
  addressChangesOf,
  changesOf,
  emailKey,
  isNamesake,
  likeWhom,
  nameKey,
  UPDATED_FIELDS,
  type AddressChanges,
  type Addressee,
  type ClientChanges,
  type Known,
} from './known.ts';
import { orderOfNumber } from './orders.ts';
import { internationalPhone } from './phone.ts';
import {
  checkTexts,
  personOf,
  type ImportSettings,
  type Person,
  type Problems,
  type Values,
} from './rowTexts.ts';
import { cellOf, cellText, type Edits, type TableRow } from './table.ts';
import { splitName } from './wholeName.ts';

/*
 * What a row says whatever the others say and whatever a person chooses of it: nearly all of the time that checking takes,
 * and asked once of each row until it is edited.
 */

/** Whom the row looks like. */
export interface LooksLike extends Known {
  changes: ClientChanges & AddressChanges;
  /** As it stands there. */
  address: Addressee['address'];
  update: {
    clientId: string;
    changes: ClientChanges;
    address?: { consumerId: string; changes: AddressChanges };
  };
  isNamesake: boolean;
}

/** Where the row would be registered. */
export interface Place {
  sessionId: string;
  placement: Placement | null;
  problems: Pick<Problems, 'table' | 'seat'>;
  /** The seat, told apart from those of other sessions; null for none. */
  seat: string | null;
  /** The guest whom the row looks like is there already. */
  isRegistered: boolean;
}

export interface RowAlone {
  line: number;
  values: Values;
  person: Person;
  problems: Problems;
  /** By which rows of one person are found. */
  name: string;
  email: string;
  known: LooksLike | null;
  /** The registration that the row is of by a number that is an order's. */
  joins: string | undefined;
  /** One of its sessions has a plan: table and seat count (VALID-25). */
  hasPlan: boolean;
  places: readonly Place[];
}

const NUMBER_MAX = 100;
/** Nobody can do without a name: a dash in its place is one. */
const NAMES = new Set<ImportField>(['forename', 'surname', 'fullName']);

/** Reads rows of a file whose columns mean this. */
export function rowReader(mapping: Mapping, settings: ImportSettings, event: EventFacts) {
  const columns = IMPORT_FIELDS.map((field) => [field, columnOf(mapping, field)] as const).filter(
    ([, column]) => column >= 0,
  );
  const facts = new Map(event.sessions.map((one) => [one._id, sessionFacts(one, event.gone)]));
  const titles = sessionsByTitle(event.sessions);
  const chosen = settings.sessionIds.flatMap((id) => facts.get(id) ?? []).filter((one) => !one.archived);

  function sessionsOf(values: Values, problems: Problems): readonly SessionFacts[] {
    if (values.session !== undefined) {
      const found = (sessionsNamed(values.session, titles) ?? []).flatMap(({ _id }) => facts.get(_id) ?? []);
      if (found.length === 0) problems.session = 'session_unknown';
      // Archived sessions take nobody (specification 1 §4).
      else if (found.some(({ archived }) => archived)) problems.session = 'session_archived';
      return found;
    }
    if (chosen.length === 0) problems.session = 'no_session';
    return chosen;
  }

  return (row: TableRow, edits: Edits): RowAlone => {
    const given = valuesOf(row, columns, edits);
    const phone = internationalPhone(given.phone ?? '', settings.countryCode);
    const values = phone === '' ? given : { ...given, phone };
    const problems = textProblems(values);
    const person = personOf(values, settings);
    const known = looksLike(person, values, settings, event);
    if ((values.number?.length ?? 0) > NUMBER_MAX) problems.number = 'tooLong';
    if ((values.party?.length ?? 0) > LONGEST_ORDER_CODE) problems.party = 'tooLong';
    const sessions = sessionsOf(values, problems);
    const hasPlan = sessions.some((session) => session.hasPlan);
    if (hasPlan && values.seat !== undefined && values.table === undefined)
      problems.seat = 'seat_without_table';
    return {
      line: row.line,
      ...{ values, person, problems, known, hasPlan },
      name: nameKey(person),
      email: emailKey(values.email),
      joins: orderOfRow(person, settings, event),
      places: sessions.map((session) => ({
        sessionId: session.id,
        ...placeIn(session, values),
        isRegistered: known !== null && session.registered.has(known.client._id),
      })),
    };
  };
}

type Columns = readonly (readonly [ImportField, number])[];

function valuesOf(row: TableRow, columns: Columns, edits: Edits): Values {
  const values: Values = {};
  for (const [field, column] of columns) {
    const said = cellText(cellOf(row, column, edits).trim(), field);
    const text = field === 'title' ? withoutDegrees(said) : said;
    if (text !== '' && (NAMES.has(field) || !isDash(text))) values[field] = text;
  }
  return values.fullName === undefined ? values : { ...splitName(values.fullName), ...values };
}

/** What is wrong with either part of a whole name is wrong with the cell that holds both. */
function textProblems(values: Values): Problems {
  const problems: Problems = {};
  checkTexts(values, problems);
  const { forename, surname, ...others } = problems;
  const fullName = forename ?? surname;
  return values.fullName === undefined || fullName === undefined ? problems : { ...others, fullName };
}

/** As far as no other row of the file takes the seat. */
function placeIn(session: SessionFacts, values: Values): Pick<Place, 'placement' | 'problems' | 'seat'> {
  const nowhere = { placement: null, problems: {}, seat: null };
  if (!session.hasPlan || values.table === undefined) return nowhere;
  const table = session.table(values.table);
  if (table === null) return { ...nowhere, problems: { table: 'invalid_table_number' } };
  const { tableId } = table;
  if (values.seat === undefined)
    return { ...nowhere, placement: { tableId, seatIndex: null, onTable: true } };
  const seat = /^\d+$/.test(values.seat) ? Number(values.seat) : 0;
  if (seat < 1 || seat > table.seats) return { ...nowhere, problems: { seat: 'invalid_seat_number' } };
  const key = seatKey(tableId, seat - 1);
  return {
    placement: { tableId, seatIndex: seat - 1, onTable: false },
    problems: session.occupied.has(key) ? { seat: 'occupied_seat_number' } : {},
    seat: `${session.id}/${key}`,
  };
}

function orderOfRow(
  { number }: Person,
  { numbersAreOrders }: ImportSettings,
  { people, registrations }: EventFacts,
): string | undefined {
  if (numbersAreOrders !== true || number === '' || registrations === undefined) return undefined;
  return registrations.byOrder.get(number) ?? orderOfNumber(number, people, registrations);
}

function looksLike(
  person: Person,
  values: Values,
  { numbersAreOrders }: ImportSettings,
  { people, registrations }: EventFacts,
): LooksLike | null {
  if (people === undefined) return null;
  const known = likeWhom(person, people, numbersAreOrders);
  if (known === null) return null;
  const { client } = known;
  const said = new Set(UPDATED_FIELDS.filter((field) => values[field] !== undefined));
  const isOfOneName = isNamesake(person, client);
  // Where a whole name was set apart is a guess: the guest's own parts are better.
  if (values.fullName !== undefined && isOfOneName) {
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
    changes: { ...changes, ...moved },
    address: addressee?.address,
    update: { clientId: client._id, changes, ...address },
    isNamesake: isOfOneName,
  };
}
