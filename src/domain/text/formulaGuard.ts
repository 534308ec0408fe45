/*
 * What a guest typed about himself ends up in a spreadsheet program, which would compute a cell that looks like a
 * formula.
 */

/**
 * Tab and ends of lines too: programs skip them and compute what follows. So do those of East Asia with the wide signs. The apostrophes
 * are a guard's, or the value's own.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/**
 * A cell that a spreadsheet program would compute gets an apostrophe in front, which makes it text. So does one that
 * looks as if it had got one already: `withoutGuard` then takes away one from each, and every value comes back as it was.
 */
export const neutralised = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Reads back what `neutralised` wrote: `'+41 79…` is a phone number. Apostrophes before anything else are the value's. */
export const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
