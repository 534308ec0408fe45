import { read, utils, type CellObject, type WorkSheet } from '@e965/xlsx';
import { namesPeople } from '#domain/import/fields.ts';
import type { ReadProblem } from '#domain/import/readProblems.ts';
import { mappingOf, tableOf, type Grid } from '#domain/import/table.ts';
import { FILE_LIMITS, ReadFailure } from './limits.ts';
import { checkZip } from './zip.ts';

export interface Workbook {
  sheets: readonly string[];
  /** Those of them that the spreadsheet hides. */
  hidden: readonly string[];
  /** The sheet that was read. */
  sheet: string;
  grid: Grid;
  problems: readonly ReadProblem[];
}

/**
 * Reads one sheet of an Excel file as text: unless one is named, the first that is not hidden whose columns name people, else the first
 * with something in it. The library is old and the file a stranger's: only ever call this in a worker that can be ended.
 */
export function readXlsx(bytes: Uint8Array, wanted?: string): Workbook {
  checkZip(bytes);
  const book = parse(bytes);
  const sheets = book.SheetNames;
  const hidden = sheets.filter((_, at) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0);
  const seen = sheets.filter((name) => !hidden.includes(name));
  const named = wanted !== undefined && sheets.includes(wanted) ? wanted : undefined;
  const filled = seen.filter((name) => isFilled(book.Sheets[name]));
  // Before the list there often is a sheet that explains it.
  const sheet = named ?? filled.find((name) => isOfPeople(book.Sheets[name])) ?? filled[0] ?? seen[0];
  const content = sheet === undefined ? undefined : book.Sheets[sheet];
  // Nobody asked for what is hidden, and nobody is told that there is nothing.
  if (named === undefined && !isFilled(content) && hidden.some((name) => isFilled(book.Sheets[name])))
    throw new ReadFailure('only_hidden');
  if (sheet === undefined) throw new ReadFailure('empty');
  // The workbook names it, and it is not in the file.
  if (content === undefined) throw new ReadFailure('damaged');
  return { sheets, hidden, sheet, grid: gridOf(content), problems: problemsOf(content) };
}

/** Formats alone give a sheet a range. */
const isFilled = (sheet: WorkSheet | undefined): boolean =>
  sheet !== undefined &&
  Object.entries(sheet).some(
    ([key, cell]) => !key.startsWith('!') && textOf(cell as CellObject).trim() !== '',
  );

/** Among so many rows the headings are looked for. */
const HEAD = 50;

function isOfPeople(sheet: WorkSheet | undefined): boolean {
  const bounds = sheet === undefined ? null : boundsOf(sheet);
  if (sheet === undefined || bounds === null || hasTooManyColumns(bounds)) return false;
  const head = cellsOf(sheet, { ...bounds, last: Math.min(bounds.last, HEAD) });
  return namesPeople(mappingOf(tableOf(head, true)));
}

/** More than are taken: below a gap, or rows with a frame alone, people may stand who must not be lost in silence. */
const ROWS_READ = 5 * FILE_LIMITS.rows;

function parse(bytes: Uint8Array) {
  try {
    return read(bytes, {
      type: 'array',
      sheetRows: ROWS_READ,
      // To see the formulas whose value was never calculated.
      cellFormula: true,
      sheetStubs: true,
      cellHTML: false,
      cellNF: true,
    });
  } catch {
    throw new ReadFailure('damaged');
  }
}

/** Cells that show no text although something stands in them. */
function problemsOf(sheet: WorkSheet): ReadProblem[] {
  return Object.entries(sheet).flatMap(([key, content]): ReadProblem[] => {
    if (key.startsWith('!')) return [];
    const cell = content as CellObject;
    const line = utils.decode_cell(key).r + 1;
    if (cell.t === 'e') return [{ code: 'cell_error', line }];
    if (cell.f !== undefined && cell.t === 'z') return [{ code: 'formula_without_value', line }];
    const cut = typeof cell.v === 'string' && cell.v.length > FILE_LIMITS.cellLength;
    return cut ? [{ code: 'cell_cut', line }] : [];
  });
}

function gridOf(sheet: WorkSheet): Grid {
  const bounds = boundsOf(sheet);
  if (bounds === null) return [];
  if (bounds.last > FILE_LIMITS.rows) throw new ReadFailure('too_many_rows');
  if (hasTooManyColumns(bounds)) throw new ReadFailure('too_many_columns');
  return cellsOf(sheet, bounds);
}

const hasTooManyColumns = ({ left, right }: Bounds): boolean => right - left >= FILE_LIMITS.columns;

function cellsOf(sheet: WorkSheet, bounds: Bounds): Grid {
  const rows: string[][] = [];
  const above = mergedBelow(sheet);
  // From the first row, so that rows count as Excel does; columns begin where the table does.
  for (let row = 0; row <= bounds.last; row++) {
    const cells: string[] = [];
    for (let column = bounds.left; column <= bounds.right; column++) {
      const at = utils.encode_cell({ r: row, c: column });
      cells.push(textOf(sheet[above.get(at) ?? at] as CellObject | undefined));
    }
    rows.push(cells);
  }
  return rows;
}

interface Bounds {
  left: number;
  right: number;
  last: number;
}

/** Where text stands: formatting alone makes Excel's used range larger, and what a file says of its range may be wrong. */
function boundsOf(sheet: WorkSheet): Bounds | null {
  const bounds = { left: Infinity, right: 0, last: 0 };
  for (const [key, cell] of Object.entries(sheet)) {
    if (key.startsWith('!') || textOf(cell as CellObject).trim() === '') continue;
    const { r, c } = utils.decode_cell(key);
    bounds.left = Math.min(bounds.left, c);
    bounds.right = Math.max(bounds.right, c);
    bounds.last = Math.max(bounds.last, r);
  }
  return bounds.left === Infinity ? null : bounds;
}

/** Of each cell that was merged with those above it, the one that holds what all of them show: a table of eight guests. */
function mergedBelow(sheet: WorkSheet): ReadonlyMap<string, string> {
  const above = new Map<string, string>();
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    // Across columns it is a title.
    if (start.c !== end.c) continue;
    for (let row = start.r + 1; row <= Math.min(end.r, FILE_LIMITS.rows); row++)
      above.set(utils.encode_cell({ r: row, c: start.c }), utils.encode_cell(start));
  }
  return above;
}

/** A cell as its reader sees it; a plain number in full, where Excel would show 4.18E+10 for a phone number. */
function textOf(cell: CellObject | undefined): string {
  if (cell === undefined || cell.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  const general = cell.z === undefined || cell.z === 'General' || cell.z === '0';
  const text = cell.t === 'n' && general ? String(cell.v) : (cell.w ?? String(cell.v));
  return text.slice(0, FILE_LIMITS.cellLength);
}
