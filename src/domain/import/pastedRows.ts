import { isDash } from './headingKey.ts';
import { addressed, inOrder, oneEach } from './pastedNames.ts';
import { withoutGuard } from '../text/formulaGuard.ts';
import { matchesPattern } from '../text/text.ts';
import { withoutUnseen } from '../text/unseen.ts';

/** One attendee read from a pasted line, or what is wrong with the line. */
export interface PastedRow {
  /** 1-based line of the pasted text. */
  line: number;
  forename: string;
  surname: string;
  company: string;
  email: string;
  number: string;
  error: PastedRowError | null;
}
export type PastedRowError =
  | 'missing_name'
  | 'invalid_name'
  | 'invalid_email'
  | 'number_too_long'
  | 'number_exists'
  | 'too_many_columns';

const COLUMNS = ['forename', 'surname', 'company', 'email', 'number'] as const;
type Column = (typeof COLUMNS)[number];

const HEADERS: Record<string, Column> = {
  forename: 'forename',
  firstname: 'forename',
  prenom: 'forename',
  surname: 'surname',
  lastname: 'surname',
  name: 'surname',
  nom: 'surname',
  company: 'company',
  entreprise: 'company',
  societe: 'company',
  organisation: 'company',
  organization: 'company',
  email: 'email',
  mail: 'email',
  courriel: 'email',
  number: 'number',
  code: 'number',
  numero: 'number',
};

/**
 * Reads lines pasted from a spreadsheet: columns separated by tabs (else semicolons, else commas), in the order
 * forename, surname, company, e-mail, number, or in the order of a header line in English or French; or whole names from anywhere, with
 * or without addresses of mail. Blank lines are skipped; nothing is saved here, each row says what is wrong with it. `taken` are the
 * numbers the event already has.
 */
export function parsePastedRows(pasted: string, taken: ReadonlySet<string>): PastedRow[] {
  const lines = linesOf(oneEach(pasted));
  const separator = separatorOf(lines.filter(({ text }) => addressed(text) === null));
  let columns: readonly (Column | null)[] = COLUMNS;
  const seen = new Set(taken);
  const rows: PastedRow[] = [];
  let first = true;
  for (const { line, text } of lines) {
    if (text.trim() === '') continue;
    const cells = text.split(separator).map(cleanCell);
    if (first) {
      first = false;
      const header = headerOf(cells);
      if (header !== null) {
        columns = header;
        continue;
      }
    }
    const ordered = columns === COLUMNS ? (addressed(text) ?? inOrder(cells)) : cells;
    rows.push(readRow(line, ordered, columns, seen));
  }
  return rows;
}

/** The headings of columns that pasted rows do not take: an import does. */
export function headingsLeft(pasted: string): string[] {
  const first = linesOf(pasted).find(({ text }) => text.trim() !== '')?.text ?? '';
  const cells = first.split(separatorOf([{ text: first }])).map(cleanCell);
  const header = headerOf(cells);
  return header === null ? [] : cells.filter((cell, index) => cell !== '' && header[index] === null);
}

const separatorOf = (lines: readonly { text: string }[]): string =>
  ['\t', ';', ','].find((candidate) => lines.some(({ text }) => text.includes(candidate))) ?? '\t';

/** How many lines one cell may have: a quotation mark that is closed later is none of a cell. */
const CELL_LINES = 20;

/** Spreadsheets put a cell with a line break between quotation marks: all its lines are one. */
function linesOf(pasted: string): { line: number; text: string }[] {
  const lines = pasted.split(/\r\n|\r|\n/);
  const joined = (from: number, to: number): string => lines.slice(from, to + 1).join(' ');
  const found: { line: number; text: string }[] = [];
  for (let at = 0; at < lines.length; at++) {
    let end = at;
    while (end < lines.length && end - at < CELL_LINES && isOpen(joined(at, end))) end += 1;
    if (end === lines.length || end - at === CELL_LINES) end = at;
    found.push({ line: at + 1, text: joined(at, end) });
    at = end;
  }
  return found;
}

/** Whether its last cell begins with a quotation mark that is not closed. */
const isOpen = (text: string): boolean => /(?:^|[\t;,])\s*"(?:[^"]|"")*$/.test(text);

function cleanCell(cell: string): string {
  const trimmed = cell.trim();
  const quoted = /^"(.*)"$/s.exec(trimmed);
  const bare = quoted?.[1] === undefined ? trimmed : quoted[1].replaceAll('""', '"');
  return withoutUnseen(withoutGuard(bare.trim())).trim();
}

function headerOf(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.map((cell) => HEADERS[headerKey(cell)] ?? null);
  return columns.filter((column) => column !== null).length >= 2 ? columns : null;
}

const headerKey = (cell: string): string =>
  cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

function readRow(
  line: number,
  cells: readonly string[],
  columns: readonly (Column | null)[],
  seen: Set<string>,
): PastedRow {
  const row: PastedRow = { line, forename: '', surname: '', company: '', email: '', number: '', error: null };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column !== null) row[column] = isDash(cell) && !column.endsWith('name') ? '' : cell;
  }
  row.error = errorOf(row, cells.length > columns.length, seen);
  if (row.error === null && row.number !== '') seen.add(row.number);
  return row;
}

function errorOf(row: PastedRow, tooWide: boolean, seen: ReadonlySet<string>): PastedRowError | null {
  if (tooWide) return 'too_many_columns';
  if (row.forename === '' || row.surname === '') return 'missing_name';
  if (!matchesPattern('name', row.forename) || !matchesPattern('name', row.surname)) return 'invalid_name';
  if (!matchesPattern('freename', row.company)) return 'invalid_name';
  if (row.email !== '' && !matchesPattern('email', row.email)) return 'invalid_email';
  if (row.number.length > 100) return 'number_too_long';
  if (row.number !== '' && seen.has(row.number)) return 'number_exists';
  return null;
}
