/*
 * '1', '2', '3': what counts the rows of one list says nothing of another list, where the same numbers are other people's.
 */

/** So few might be anything. */
const FEW = 3;
/** Some rows were struck out since they were counted, one in so many. */
const STRUCK = 10;

/** The cells of a column count its rows, in whatever order they stand now. */
export function countsRows(cells: readonly string[]): boolean {
  if (cells.length < FEW || new Set(cells).size < cells.length) return false;
  const last = cells.length * (1 + 1 / STRUCK) + 1;
  return cells.every((cell) => /^\d+\.?$/.test(cell) && Number(cell) <= last);
}

/** May be a place in some list. */
export const isCount = (text: string): boolean => /^\d{1,3}$/.test(text);
