/*
 * A table as the text of a CSV file. What a guest typed about himself ends up in a spreadsheet program, which would
 * compute a cell that looks like a formula.
 */

/** Excel reads a file as UTF-8 only with this mark at its beginning. */
const BYTE_ORDER_MARK = '\ufeff';
/** Tab and return too: programs skip them and compute what follows. The apostrophes are a guard's, or the value's own. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * A cell that a spreadsheet program would compute gets an apostrophe in front, which makes it text. So does one that
 * looks as if it had got one already: `withoutGuard` then takes away one from each, and every value comes back as it was.
 */
export const neutralised = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Reads back what `neutralised` wrote: `'+41 79…` is a phone number. Apostrophes before anything else are the value's. */
export const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** Comma or semicolon between cells (specification 1 §9), CRLF after each row, UTF-8 with its mark. */
export function csvText(rows: Iterable<readonly string[]>, separator: ',' | ';'): string {
  let text = BYTE_ORDER_MARK;
  for (const row of rows) text += `${row.map((cell) => quoted(neutralised(cell))).join(separator)}\r\n`;
  return text;
}

/** Quoted for either separator: whoever opens the file may use the other one. */
const quoted = (cell: string): string =>
  /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
