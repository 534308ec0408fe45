/** Texts of cells, row by row, as they are typed. */
export type Grid = readonly (readonly string[])[];
export interface Cell {
  row: number;
  column: number;
}
/** What is filled in: which cell, and with what. */
export type Filling = Cell & { text: string };

/**
 * A block as spreadsheets copy it: rows in lines, cells between tabs. Null for a text that is one cell, which goes where the
 * cursor is. A cell that holds a line break comes in quotation marks.
 */
export function readBlock(text: string): string[][] | null {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === '\t' || character === '\n') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
      if (character === '\n') rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  rows.at(-1)?.push(cell.trim());
  // The line break that ends the last row begins none.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop();
  return rows.length === 1 && rows[0]?.length === 1 ? null : rows;
}

/** The block from `start` on, as far as the grid goes. A single row or cell of a block is no reason to repeat it. */
export const pasted = (grid: Grid, start: Cell, block: readonly (readonly string[])[]): Filling[] =>
  block.flatMap((texts, down) =>
    texts.flatMap((text, right): Filling[] => {
      const cell = { row: start.row + down, column: start.column + right };
      return grid[cell.row]?.[cell.column] === undefined ? [] : [{ ...cell, text }];
    }),
  );

/** The cell's value into all below it, or to the right of it. */
export function filled(grid: Grid, { row, column }: Cell, direction: 'down' | 'right'): Filling[] {
  const text = grid[row]?.[column];
  if (text === undefined) return [];
  return direction === 'down'
    ? grid.slice(row + 1).map((_texts, below) => ({ row: row + 1 + below, column, text }))
    : (grid[row] ?? [])
        .slice(column + 1)
        .map((_text, beside) => ({ row, column: column + 1 + beside, text }));
}

type Move = 'up' | 'down' | 'left' | 'right';
const STEPS: Record<Move, Cell> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};

/** The next cell that way; null at the edge. */
export function neighbour(grid: Grid, cell: Cell, move: Move): Cell | null {
  const next = { row: cell.row + STEPS[move].row, column: cell.column + STEPS[move].column };
  return grid[next.row]?.[next.column] === undefined ? null : next;
}

interface Caret {
  start: number;
  end: number;
  length: number;
}

/**
 * Where a key leads. Left and right move within the text first: out of the cell only from its end, or when all of it is chosen,
 * as it is when the cell is come to.
 */
export function moveOf(key: string, shift: boolean, { start, end, length }: Caret): Move | null {
  const whole = start === 0 && end === length;
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'Enter') return shift ? 'up' : 'down';
  if (shift) return null;
  if (key === 'ArrowLeft') return whole || (start === 0 && end === 0) ? 'left' : null;
  if (key === 'ArrowRight') return whole || (start === length && end === length) ? 'right' : null;
  return null;
}
