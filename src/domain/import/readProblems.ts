import type { Delimiter } from './delimiter.ts';
import { headingKey } from './headingKey.ts';
import { meaningOf } from './headings.ts';
import type { Grid, ImportTable } from './table.ts';

/** What makes a file doubtful although it could be read; i18n has the words. */
export const READ_PROBLEMS = [
  'unclosed_quote',
  'stray_quote',
  'rows_in_cell',
  'cut_off',
  'cell_cut',
  'wrong_letters',
  'cell_error',
  'formula_without_value',
  'many_dropped',
  'duplicate_header',
] as const;
export type ReadProblemCode = (typeof READ_PROBLEMS)[number];
/** `line` is 1-based: the line of a text, the row of a sheet. */
export interface ReadProblem {
  code: ReadProblemCode;
  line: number;
}

/** Rows that are left out or a column too many are listed beside; all others stop the import until answered. */
export const stopsImport = ({ code }: ReadProblem): boolean =>
  code !== 'cut_off' && code !== 'duplicate_header';

/** Those that come of quotes, which can be read as plain characters instead. */
export const OF_QUOTES: readonly ReadProblemCode[] = ['unclosed_quote', 'stray_quote', 'rows_in_cell'];

/** A replacement character, a control character, or UTF-8 that was once read as something else ('Ã©', 'â€™'). */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const WRONG_LETTERS = /[\ufffd\u0001-\u0008\u000e-\u001f\u0080-\u009f]|Ã[\u00a0-\u00bf]|â€/u;

/** What is doubtful in a CSV text that was read into `grid`. */
export function csvProblems(text: string, delimiter: Delimiter, grid: Grid, quoted: boolean): ReadProblem[] {
  const found: ReadProblem[] = quoted ? quoteProblems(text, delimiter, usualWidth(grid)) : [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (WRONG_LETTERS.test(line)) found.push({ code: 'wrong_letters', line: index + 1 });
  }
  const last = grid.at(-1);
  const ends = /[\r\n]$/.test(text);
  if (found.length === 0 && last !== undefined && !ends && last.length < usualWidth(grid)) {
    found.push({ code: 'cut_off', line: text.split(/\r\n|\r|\n/).length });
  }
  return found;
}

/** The number of cells that most rows have; the larger one of two that are as frequent. */
function usualWidth(grid: Grid): number {
  const counts = new Map<number, number>();
  for (const { length } of grid) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || b - a)[0]?.[0] ?? 0;
}

/**
 * Quotes that are not closed, that go on after their end, or that hold whole rows: a cell of several lines is fine,
 * one that holds a line with as many separators as a row has swallowed people. Mirrors how the parser reads quotes,
 * which count at the beginning of a cell only.
 */
function quoteProblems(text: string, delimiter: Delimiter, width: number): ReadProblem[] {
  const found: ReadProblem[] = [];
  let line = 1;
  let opened = 0;
  let quoted = false;
  let cellBegins = true;
  /** Separators since the last line end within quotes; null before the first one. */
  let separators: number | null = null;
  let told = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    const lineEnd = character === '\n' || (character === '\r' && next !== '\n');
    if (lineEnd) line += 1;
    if (!quoted) {
      quoted = cellBegins && character === '"';
      if (quoted) [opened, separators, told] = [line, null, false];
      cellBegins = character === delimiter || character === '\n' || character === '\r';
      continue;
    }
    if (character === '"' && next === '"') at += 1;
    else if (character === '"') {
      quoted = !endsCell(text, at + 1, delimiter);
      if (quoted) found.push({ code: 'stray_quote', line });
    } else if (lineEnd) {
      if (separators !== null && separators > 0 && separators === width - 1 && !told) {
        found.push({ code: 'rows_in_cell', line: opened });
        told = true;
      }
      separators = 0;
    } else if (character === delimiter && separators !== null) separators += 1;
  }
  if (quoted) found.push({ code: 'unclosed_quote', line: opened });
  return found;
}

/** The parser takes spaces after a closing quote as nothing. */
function endsCell(text: string, at: number, delimiter: Delimiter): boolean {
  let end = at;
  while (text.charAt(end) === ' ') end += 1;
  const character = text.charAt(end);
  return character === '' || character === delimiter || character === '\n' || character === '\r';
}

/** So many rows of another width are soon looked at one by one. */
const FEW = 5;

/** What is doubtful in how a table was taken apart. */
export function tableProblems({ headers, rows, dropped }: ImportTable): ReadProblem[] {
  const found: ReadProblem[] = [];
  const [first] = dropped;
  // More left out than taken: the separator is another one, or a quote is missing.
  if (first !== undefined && dropped.length > Math.max(rows.length, FEW)) {
    found.push({ code: 'many_dropped', line: first.line });
  }
  if (isUndecided(headers, rows)) {
    found.push({ code: 'duplicate_header', line: Math.max(1, (rows[0] ?? first)?.line ?? 2) - 1 });
  }
  return found;
}

/** Programs write whoever pays after the guest, under the same names: 'Company, Invoice address name, Address, City'. */
function payerBegins(headers: readonly string[]): number {
  const found = headers
    .map(headingKey)
    .findIndex((key) => /invoice|billing|rechnung|factur/.test(key) && /addres|adres|name|nom/.test(key));
  return found < 0 ? headers.length : found - 1;
}

/** Columns of one name that we would take, of which each says what the other does not: somebody must say which. */
function isUndecided(headers: readonly string[], rows: ImportTable['rows']): boolean {
  const known = new Map<string, string>();
  for (const [column, heading] of headers.slice(0, payerBegins(headers)).entries()) {
    const key = headingKey(heading);
    const cells = rows.map((row) => row.cells[column] ?? '');
    if (meaningOf(heading) === null || cells.every((cell) => cell === '')) continue;
    const said = JSON.stringify(cells);
    if ((known.get(key) ?? said) !== said) return true;
    known.set(key, said);
  }
  return false;
}
