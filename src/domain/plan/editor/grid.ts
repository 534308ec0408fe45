import type { Plan, PlanTable } from '../../documents/session.ts';
import { planWidth } from '../geometry.ts';
import { boundsOf } from '../hit.ts';
import { cancelled, commit, select, type EditorState, type TableType } from './model.ts';
import { numberOf, numbered, takenNumbers, type Numbering } from './order.ts';
import { addTables, MIN_SCALE, removeTables, round } from './tables.ts';
import { newTable } from './templates.ts';

/** Rows and columns of like tables, all at once. */
export interface Grid extends Numbering {
  type: Exclude<TableType, 'image'>;
  seats: number;
  rows: number;
  columns: number;
  /** Between one table, chairs included, and the next; plan units at the tables' own scale. */
  gapX: number;
  gapY: number;
  /** In place of the tables that are there; what is locked stays, and so does what has neither number nor seats. */
  replace: boolean;
}

export const MAX_LINES = 50;
/** A hall has no more; a plan of more is not fluid any more. */
export const MAX_TABLES = 500;
export const MAX_GAP = 50;
/** Of the plan, kept free at each edge where the grid has to be made smaller. */
const EDGE = 2;
/** Where nothing else stands, a small grid is made larger, for fingers and names: no more than so, and of the room no more than this. */
const LARGEST = 2;
const FILLED = 0.75;

export interface PlacedGrid {
  tables: PlanTable[];
  /** Less than 1 where the room is too small for tables of full size; more where it is empty and large. */
  scale: number;
}

/** The tables as they would stand: in the middle of the plan, no larger than the room, and not lost in it. */
export function placeGrid(plan: Plan, grid: Grid): PlacedGrid {
  const { type, seats, rows, columns, gapX, gapY } = grid;
  const box = boundsOf(newTable(type, seats, { x: 0, y: 0 }, 1));
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const whole = {
    x: columns * width + (columns - 1) * gapX,
    y: rows * height + (rows - 1) * gapY,
  };
  const room = { x: planWidth(plan) - 2 * EDGE, y: 100 - 2 * EDGE };
  const isEmpty = Object.keys(plan.state.tables).length === 0;
  const filled = Math.min((planWidth(plan) * FILLED) / whole.x, (100 * FILLED) / whole.y, LARGEST);
  const fit = Math.min(Math.max(1, isEmpty ? filled : 1), room.x / whole.x, room.y / whole.y);
  const scale = Math.max(MIN_SCALE, Math.floor(fit * 100) / 100);
  const first = {
    x: planWidth(plan) / 2 - (whole.x * scale) / 2 - box.minX * scale,
    y: 50 - (whole.y * scale) / 2 - box.minY * scale,
  };
  const tables = Array.from({ length: rows * columns }, (_, index): PlanTable => {
    const { row, column } = cellOf(grid, index);
    const at = {
      x: round(first.x + column * (width + gapX) * scale),
      y: round(first.y + row * (height + gapY) * scale),
    };
    return { ...newTable(type, seats, at, 0), number: numberOf(grid, index), scale };
  });
  return { tables, scale };
}

/** Where the table with this place in the numbering stands. */
function cellOf({ rows, columns, direction }: Grid, index: number): { row: number; column: number } {
  if (direction === 'columns') return { row: index % rows, column: Math.floor(index / rows) };
  const row = Math.floor(index / columns);
  const column = index % columns;
  return { row, column: direction === 'snake' && row % 2 === 1 ? columns - 1 - column : column };
}

/** What gives way to a grid that takes the place of the tables. */
const replaced = (plan: Plan): string[] => numbered(plan, Object.keys(plan.state.tables));

/** The plan without what the grid takes the place of. */
export const groundFor = (plan: Plan, { replace }: Pick<Grid, 'replace'>): Plan =>
  replace ? removeTables(plan, replaced(plan)) : plan;

/** Numbers of the grid that stay with other tables. */
export const gridNumbersTaken = (plan: Plan, grid: Grid): string[] =>
  takenNumbers(groundFor(plan, grid), grid, grid.rows * grid.columns, []);

/** Adds them all as one step, and selects them: a hand that follows moves the whole grid. */
export function addGrid(before: EditorState, grid: Grid): EditorState {
  const state = cancelled(before);
  const ground = groundFor(state.plan, grid);
  const { plan, ids } = addTables(ground, placeGrid(ground, grid).tables);
  return select(commit(state, plan), ids);
}
