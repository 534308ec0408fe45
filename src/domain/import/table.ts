import { fold } from '../search/search.ts';
import { withoutGuard } from '../text/formulaGuard.ts';
import { namesPeople, remap, titleKey, type ImportField, type Mapping } from './fields.ts';
import { matchHeaders } from './matching.ts';

/** What was read from a file: cells as text, one list per row of the spreadsheet, empty rows included. */
export type Grid = readonly (readonly string[])[];

/** One row of the file that can be imported. */
export interface TableRow {
  /** 1-based, as the spreadsheet counts. */
  line: number;
  cells: readonly string[];
}
/** A row left out because its number of cells differs from the header's (specification 1 §5). */
export interface DroppedRow {
  line: number;
  cells: readonly string[];
}
export interface ImportTable {
  headers: readonly string[];
  rows: readonly TableRow[];
  dropped: readonly DroppedRow[];
  aside: AsideRows;
}
/** How many rows are about nobody, beside the header: with them all rows of the file are accounted for. */
export interface AsideRows {
  /** Titles above the header. */
  above: number;
  /** The header once more, as where lists were put below each other. */
  again: number;
  /** Before the last row that says something. */
  empty: number;
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** How far down a header is looked for: lists often begin with a title. */
const TITLE_ROWS = 10;

/** The first row, or a later one that names the needed columns where the first one does not. */
function headerOf(grid: Grid, first: number): number {
  const names = (cells: readonly string[]): boolean => {
    const mapping = matchHeaders(cells);
    return cells.length > 1 && namesPeople(mapping);
  };
  const found = grid.slice(first, first + TITLE_ROWS).findIndex(names);
  return found < 0 ? first : first + found;
}

/**
 * Takes the header and the rows apart. The first row that is not empty is the header, unless that is a title above it;
 * without a header it tells how many columns there are. Empty rows and further headers are skipped and counted; rows of another width are dropped and
 * listed (VALID-22). Cells are trimmed, and lose the guard of our own exports.
 */
export function tableOf(grid: Grid, hasHeader: boolean): ImportTable {
  const top = grid.findIndex((cells) => !isEmpty(cells));
  const first = hasHeader ? headerOf(grid, top) : top;
  const head = grid[first];
  const aside = { above: 0, again: 0, empty: 0 };
  if (head === undefined) return { headers: [], rows: [], dropped: [], aside };
  const rows: TableRow[] = [];
  const dropped: DroppedRow[] = [];
  const end = grid.findLastIndex((cells) => !isEmpty(cells));
  for (const [index, cells] of grid.slice(0, end + 1).entries()) {
    if (hasHeader && index === first) continue;
    const kind = isEmpty(cells)
      ? 'empty'
      : index < first
        ? 'above'
        : hasHeader && isSameRow(cells, head)
          ? 'again'
          : null;
    if (kind !== null) {
      aside[kind] += 1;
      continue;
    }
    const row = { line: index + 1, cells: cells.map((cell) => withoutGuard(withPlainLineEnds(cell.trim()))) };
    (cells.length === head.length ? rows : dropped).push(row);
  }
  return { headers: hasHeader ? head.map((cell) => cell.trim()) : head.map(() => ''), rows, dropped, aside };
}

/** In capitals, as the list put below may have it, it is no guest. */
const isSameRow = (cells: readonly string[], head: readonly string[]): boolean =>
  cells.length === head.length &&
  cells.every((cell, at) => fold(cell.trim()) === fold(head[at]?.trim() ?? ''));

/** As fields of forms hold them. */
const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What its headings and what stands below them say of the columns. */
export const mappingOf = ({ headers, rows }: ImportTable): Mapping =>
  matchHeaders(
    headers,
    rows.map(({ cells }) => cells),
  );

/** The same with a column of sessions, where none is called so; `titles` are the event's, as they are compared. */
export function withSessions(
  mapping: Mapping,
  { rows }: ImportTable,
  titles: Pick<ReadonlySet<string>, 'has'>,
): Mapping {
  if (mapping.includes('session')) return mapping;
  const column = mapping.findIndex((field, at) => field === null && holdsTitles(rows, at, titles));
  return column < 0 ? mapping : remap(mapping, column, 'session');
}

function holdsTitles(
  rows: readonly TableRow[],
  column: number,
  titles: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  const said = textsOf(rows, column);
  return said.size > 0 && [...said].every((text) => titles.has(titleKey(text)));
}

/** What its cells say, each once. */
const textsOf = (rows: readonly TableRow[], column: number): ReadonlySet<string> =>
  new Set(rows.flatMap(({ cells }) => cells[column] || []));

/** Columns that say something of which nothing is imported, by their places in the file. */
export const columnsLeft = ({ rows }: ImportTable, mapping: Mapping): number[] =>
  mapping.flatMap((field, column) => (field === null && textsOf(rows, column).size > 0 ? [column] : []));

/** What Google puts between the addresses and the numbers of one contact. */
const SEVERAL = ' ::: ';

/** As mail programs and links have one: 'Ada Byron <ada@example.org>', 'mailto:ada@example.org'. */
const ADDRESS = /^(?:[^<>]*<\s*|mailto:)([^<>\s@]+@[^<>\s@]+?)\s*>?$/i;

/** A cell as the preview shows it and the import takes it: line breaks are for notes only, and of several the first. */
export function cellText(text: string, field: ImportField): string {
  if (field === 'notes') return text;
  const line = text.replace(/\s*[\n\t]\s*/g, ' ');
  const one = field === 'email' || field === 'phone' ? (line.split(SEVERAL)[0] ?? '').trim() : line;
  return field === 'email' ? (ADDRESS.exec(one)?.[1] ?? one) : one;
}

/** What a person changed in the preview: row's line → column → text. */
export type Edits = ReadonlyMap<number, Readonly<Record<number, string>>>;

export function edited(edits: Edits, line: number, column: number, text: string): Edits {
  return new Map(edits).set(line, { ...edits.get(line), [column]: text });
}

export const cellOf = (row: TableRow, column: number, edits: Edits): string =>
  edits.get(row.line)?.[column] ?? row.cells[column] ?? '';
