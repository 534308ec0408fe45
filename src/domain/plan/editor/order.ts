import type { Plan, PlanTable } from '../../documents/session.ts';
import { boundsOf } from '../hit.ts';
import { planKey } from '../numbers.ts';
import { mapTables } from './tables.ts';
import { cancelled, commit, type EditorState } from './model.ts';

/** How numbers run through a room: row by row, column by column, or row by row back and forth. */
export const DIRECTIONS = ['rows', 'columns', 'snake'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Numbering {
  start: number;
  /** Before each number, such as 'A'. */
  prefix: string;
  direction: Direction;
}

export const numberOf = ({ start, prefix }: Numbering, index: number): NonNullable<PlanTable['number']> =>
  prefix.trim() === '' ? start + index : `${prefix.trimStart()}${start + index}`;

/** The ids in the order in which their tables are numbered: nobody puts a row of tables on one line to the hundredth. */
export function inOrder(plan: Plan, ids: readonly string[], direction: Direction): string[] {
  const [along, across] = direction === 'columns' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const found = ids.flatMap((id) => {
    const table = plan.state.tables[id];
    if (table === undefined) return [];
    const { minX, maxX, minY, maxY } = boundsOf(table);
    const size = across === 'y' ? maxY - minY : maxX - minX;
    return [{ id, along: table.position[along], across: table.position[across], size }];
  });
  const sorted = found.toSorted((a, b) => a.across - b.across);
  const lines: (typeof found)[] = [];
  for (const one of sorted) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    // Whose middle lies within half a table of the line's first one stands in that line.
    if (line !== undefined && first !== undefined && one.across - first.across <= first.size / 2)
      line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line, index) => {
    const ordered = line.toSorted((a, b) => a.along - b.along).map(({ id }) => id);
    return direction === 'snake' && index % 2 === 1 ? ordered.toReversed() : ordered;
  });
}

/** Of the numbers to be given, those that other tables have: two tables of one number cannot be saved. */
export function takenNumbers(
  plan: Plan,
  numbering: Numbering,
  count: number,
  except: readonly string[],
): string[] {
  const own = new Set(except);
  const taken = new Set(
    Object.entries(plan.state.tables).flatMap(([id, { number }]) => (own.has(id) ? [] : [planKey(number)])),
  );
  return Array.from({ length: count }, (_, index) => String(numberOf(numbering, index))).filter((number) =>
    taken.has(planKey(number)),
  );
}

/** What has a number or seats is numbered; a stage is not. */
export const numbered = (plan: Plan, ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const table = plan.state.tables[id];
    return table !== undefined && (table.seats > 0 || table.type !== 'image' || table.number != null);
  });

/** Numbers tables one after another. */
export function renumber(before: EditorState, ids: readonly string[], numbering: Numbering): EditorState {
  const state = cancelled(before);
  const order = inOrder(state.plan, numbered(state.plan, ids), numbering.direction);
  const numbers = new Map(order.map((id, index) => [id, numberOf(numbering, index)]));
  return commit(
    state,
    mapTables(state.plan, order, (table, id) => {
      const number = numbers.get(id) ?? null;
      return table.number === number ? table : { ...table, number };
    }),
  );
}
