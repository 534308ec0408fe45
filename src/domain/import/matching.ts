import { countsRows } from './counts.ts';
import { isListed, listedValue, withoutDegrees, type ImportField, type Mapping } from './fields.ts';
import { headingKey } from './headingKey.ts';
import { GUESTS, meaningOf, namesCode, partyRank, PREFERRED, type Meaning } from './headings.ts';

interface Candidate extends Meaning {
  column: number;
}

/**
 * Finds the field of each heading. Where two columns could be the same field, one with something in it has it before an
 * empty one, then the better known name, then the one more to the left. With rows, what stands below has a say: a title,
 * language or category that we mostly do not know is another program's, and what counts orders does not number people.
 */
export function matchHeaders(headers: readonly string[], all: readonly (readonly string[])[] = []): Mapping {
  const rows = eachOnce(all);
  const candidates = new Map<ImportField, Candidate[]>();
  for (const [column, header] of headers.entries()) {
    const meaning = meaningOf(header);
    if (meaning === null) continue;
    const list = candidates.get(meaning.field) ?? [];
    candidates.set(meaning.field, [...list, { ...meaning, column }]);
  }
  const mapping: (ImportField | null)[] = headers.map(() => null);
  for (const [field, list] of candidates) {
    const fitting = list
      .filter((one) => fits(one, cellsOf(rows, one.column)))
      .sort((a, b) => a.rank - b.rank || a.column - b.column);
    const chosen = fitting.find(({ column }) => cellsOf(rows, column).length > 0) ?? fitting[0];
    if (chosen !== undefined) mapping[chosen.column] = field;
  }
  const isEmpty = (field: ImportField): boolean =>
    rows.length > 0 && cellsOf(rows, mapping.indexOf(field)).length === 0;
  // A seat alone is no place.
  if (!mapping.includes('table')) drop(mapping, 'seat');
  if (mapping.includes('fullName') && isEmpty('forename') && isEmpty('surname'))
    drop(mapping, 'forename', 'surname');
  const orders =
    orderColumn(headers, rows, namesCode) ??
    orderOfOne(headers, rows, mapping) ??
    orderColumn(headers, rows, looksCoded);
  if (orders !== null && (mapping[orders] ?? 'number') === 'number') mapping[orders] = 'party';
  return withNames(withGuests(mapping, headers, rows), headers);
}

/** A row that was copied twice says nothing of its columns. */
function eachOnce(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const known = new Set<string>();
  return rows.filter((cells) => {
    const text = cells.join('\u0000');
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
}

/** The column that says who ordered together: some of its values stand in several rows. */
function orderColumn(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  isOrders: (header: string, cells: readonly string[]) => boolean,
): number | null {
  const known = headers.flatMap((header, column) => {
    const rank = partyRank(header);
    const cells = rank === null ? [] : cellsOf(rows, column);
    const isShared = new Set(cells).size < cells.length;
    return rank !== null && isShared && isOrders(header, cells) ? [{ column, rank }] : [];
  });
  return known.toSorted((a, b) => a.rank - b.rank || a.column - b.column)[0]?.column ?? null;
}

/** Where each row has its own, its name alone must say that it is an order's: a later file may bring others of it. */
function orderOfOne(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
): number | null {
  const column = headers.findIndex(
    (header, at) =>
      mapping[at] === null &&
      partyRank(header) !== null &&
      namesCode(header) &&
      (rows.length === 0 || cellsOf(rows, at).length > 0) &&
      !countsRows(cellsOf(rows, at)),
  );
  return column < 0 ? null : column;
}

/** More people of one order are sooner a word that many share. */
const MOST_TOGETHER = 20;
/** One word with a digit. */
const CODE = /^(?=.*\d)\S+$/;
/** How many, how much, an hour, a day. */
const NO_CODES = [
  ...[/^x?\d{1,2}x?$/i, /^\d+[.,]\d{1,2}$/, /^\d{1,2}[:h](\d\d)?(:\d\d)?$/i],
  ...[/^\d{1,2}([./-])\d{1,2}\1(\d\d)?(\d\d)?$/, /^\d{4}([./-])\d{1,2}\1\d{1,2}(t.*)?$/i],
];

/** Of a heading that is a word alone, 'Inscription', what stands below must look like codes: it may say anything. */
function looksCoded(_header: string, cells: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].every(
    ([cell, count]) => count <= MOST_TOGETHER && CODE.test(cell) && !NO_CODES.some((one) => one.test(cell)),
  );
}

function drop(mapping: (ImportField | null)[], ...fields: ImportField[]): void {
  for (const field of fields) if (mapping.includes(field)) mapping[mapping.indexOf(field)] = null;
}

/** So few words that we do not know are sooner put right one by one. */
const FEW = 4;

/** What stands in a column, without its empty cells. */
const cellsOf = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.flatMap((cells) => {
    const text = cells[column]?.trim() ?? '';
    return text === '' ? [] : [text];
  });

/** One in so many may be a copy that was changed. */
const COPIES = 10;

function fits({ field, doubtful, mayCount, mayRepeat }: Meaning, cells: readonly string[]): boolean {
  if (isListed(field)) {
    const telling = field === 'title' ? cells.map(withoutDegrees).filter((text) => text !== '') : cells;
    if (telling.length === 0 && cells.length > 0) return false;
    const known = telling.filter((text) => listedValue(field, text) !== null);
    return (!doubtful && telling.length < FEW) || known.length * 2 >= telling.length;
  }
  if (mayCount === true && countsRows(cells)) return false;
  const repeated = cells.length - new Set(cells).size;
  return !doubtful || repeated === 0 || (mayRepeat === true && repeated * COPIES <= cells.length);
}

const NAMES: readonly ImportField[] = ['forename', 'surname', 'fullName'];

/** 'Invité': where nothing else names anybody, and what stands below are no numbers. */
function withGuests(
  mapping: (ImportField | null)[],
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping {
  if (NAMES.some((field) => mapping.includes(field))) return mapping;
  const column = headers.findIndex((header, at) => {
    if (!GUESTS.has(headingKey(header))) return false;
    // Of a heading alone, one that is known beside it says that it is one.
    if (rows.length === 0) return mapping.some((field, other) => field !== null && other !== at);
    const cells = cellsOf(rows, at);
    return cells.length > 0 && !cells.some((cell) => /\d/.test(cell));
  });
  return mapping.map((field, at) => (at === column ? 'fullName' : field));
}

/** A name alone is the whole name: 'Name' is a surname only beside a forename. A whole name beside both says nothing new. */
function withNames(mapping: Mapping, headers: readonly string[]): Mapping {
  const surname = mapping.indexOf('surname');
  if (mapping.includes('forename') && surname >= 0)
    return mapping.map((field) => (field === 'fullName' ? null : field));
  // Beside a whole name it may be another whole name.
  const forename = mapping.indexOf('forename');
  if (mapping.includes('fullName') && headingKey(headers[forename] ?? '') === PREFERRED)
    return mapping.map((field) => (field === 'forename' ? null : field));
  if (forename >= 0 || mapping.includes('fullName') || surname < 0) return mapping;
  const isName = ['name', 'nom'].includes(headingKey(headers[surname] ?? ''));
  return isName ? mapping.map((field) => (field === 'surname' ? 'fullName' : field)) : mapping;
}
