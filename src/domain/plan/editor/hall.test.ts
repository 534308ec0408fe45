import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan as planSchema, type Plan, type PlanTable } from '../../documents/session.ts';
import { PlanDriver } from '../../testing/planDriver.ts';
import { boundsOf } from '../hit.ts';
import { addTable, toggleLock } from './edits.ts';
import { addGrid, gridNumbersTaken, MAX_TABLES, type Grid } from './grid.ts';
import { startEditor, undo, type EditorState } from './model.ts';
import { inOrder, renumber, takenNumbers } from './order.ts';
import { overlapping } from './overlaps.ts';
import { planProblems } from './problems.ts';
import { defaultPlan, newTable } from './templates.ts';

const GRID: Grid = {
  ...{ type: 'circle', seats: 10, rows: 6, columns: 10, gapX: 4, gapY: 4 },
  ...{ start: 1, prefix: '', direction: 'rows', replace: true },
};
const tablesOf = ({ plan }: EditorState) => Object.values(plan.state.tables);
const planOf = (places: readonly (readonly [x: number, y: number])[]): Plan => ({
  ratio: 1.6,
  state: {
    nextTableIndex: places.length,
    tables: Object.fromEntries(
      places.map(([x, y], index) => [String(index), newTable('circle', 5, { x, y }, 90 + index)]),
    ),
  },
});

describe('a hall in one step', () => {
  it('60 tables for 600: within the plan, apart, numbered, selected, taken back at once', () => {
    const before = startEditor(defaultPlan());
    const after = addGrid(before, GRID);
    expect(tablesOf(after)).toHaveLength(60);
    expect(tablesOf(after).reduce((sum, { seats }) => sum + seats, 0)).toBe(600);
    expect(tablesOf(after).map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(after.selection).toHaveLength(60);
    expect(overlapping(after.plan).size).toBe(0);
    for (const table of tablesOf(after)) {
      const { minX, minY, maxX, maxY } = boundsOf(table);
      expect(Math.min(minX, minY)).toBeGreaterThan(0);
      expect(maxX).toBeLessThan(160);
      expect(maxY).toBeLessThan(100);
    }
    expect(planSchema.parse(after.plan)).toEqual(after.plan);
    expect(undo(after).plan).toBe(before.plan);
    expect(after.past).toHaveLength(1);
  });
  it('ten tables in an empty room are not lost in it, and the next table is like them; beside others they stay as large as these are made', () => {
    const ten = { ...GRID, rows: 2, columns: 5 };
    const widthOf = (state: EditorState): number => {
      const boxes = state.selection.map((id) => boundsOf(state.plan.state.tables[id] as PlanTable));
      return Math.max(...boxes.map(({ maxX }) => maxX)) - Math.min(...boxes.map(({ minX }) => minX));
    };
    const after = addGrid(startEditor(defaultPlan()), ten);
    expect(widthOf(after)).toBeGreaterThan(110);
    expect(widthOf(after)).toBeLessThanOrEqual(120);
    const [scale, ...others] = new Set(tablesOf(after).map((table) => table.scale));
    expect([scale, others]).toEqual([2, []]);
    const more = addTable(after, { type: 'circle', seats: 5 });
    expect(more.plan.state.tables[more.selection[0] ?? '']?.scale).toBe(scale);
    const beside = addGrid(startEditor(planOf([[10, 10]])), { ...ten, replace: false });
    expect(new Set(tablesOf(beside).map((table) => table.scale))).toEqual(new Set([1]));
  });
  it('any grid is numbered without doubles, stays on the plan and never overlaps itself', () => {
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom('circle', 'rectangle', 'semicircle', 'single'),
          seats: fc.integer({ min: 1, max: 40 }),
          rows: fc.integer({ min: 1, max: 12 }),
          columns: fc.integer({ min: 1, max: 12 }),
          gapX: fc.integer({ min: 0, max: 50 }),
          gapY: fc.integer({ min: 0, max: 50 }),
          direction: fc.constantFrom('rows', 'columns', 'snake'),
          prefix: fc.constantFrom('', 'A', 'Bank '),
        }),
        (wish) => {
          const { plan, selection } = addGrid(startEditor(defaultPlan()), { ...GRID, ...wish });
          expect(planProblems(plan)).toEqual([]);
          expect(overlapping(plan).size).toBe(0);
          expect(selection).toHaveLength(wish.rows * wish.columns);
          // Numbering what stands there gives the same numbers again.
          const again = renumber({ ...startEditor(plan), selection }, selection, { ...GRID, ...wish });
          expect(again.plan).toBe(plan);
        },
      ),
      { numRuns: 150 },
    );
    expect(MAX_TABLES).toBeGreaterThanOrEqual(500);
  });
  it('beside what is there, it keeps what is there, and says which numbers are taken', () => {
    const start = startEditor(planOf([[10, 10]]));
    const wish = { ...GRID, replace: false, start: 88, rows: 1, columns: 5 };
    expect(gridNumbersTaken(start.plan, wish)).toEqual(['90']);
    expect(gridNumbersTaken(start.plan, { ...wish, replace: true })).toEqual([]);
    expect(tablesOf(addGrid(start, { ...wish, start: 1 }))).toHaveLength(6);
  });
  it('in place of the tables: what is locked stays, and so does a stage', () => {
    const plan = planOf([
      [10, 10],
      [30, 10],
    ]);
    const tables = {
      ...plan.state.tables,
      stage: { ...newTable('image', 0, { x: 80, y: 5 }, 0), number: null },
    };
    const start = { ...startEditor({ ...plan, state: { ...plan.state, tables } }), selection: ['1'] };
    const after = addGrid(toggleLock(start), GRID);
    expect(Object.keys(after.plan.state.tables)).toEqual(expect.arrayContaining(['1', 'stage']));
    expect(tablesOf(after)).toHaveLength(62);
  });
});

describe('numbers in sequence', () => {
  // Two rows, put by hand: nothing stands on one line to the hundredth.
  const plan = planOf([
    [90, 20.4],
    [10, 19.8],
    [50, 20],
    [12, 60],
    [88, 61],
    [52, 59.7],
  ]);
  const ids = Object.keys(plan.state.tables);
  it('row by row, column by column, back and forth', () => {
    expect(inOrder(plan, ids, 'rows')).toEqual(['1', '2', '0', '3', '5', '4']);
    expect(inOrder(plan, ids, 'snake')).toEqual(['1', '2', '0', '4', '5', '3']);
    expect(inOrder(plan, ids, 'columns')).toEqual(['1', '3', '2', '5', '0', '4']);
  });
  it('start and prefix; one step; only what was chosen', () => {
    const start = startEditor(plan);
    const after = renumber(start, ['0', '1', '2'], { start: 7, prefix: 'A', direction: 'rows' });
    expect(ids.map((id) => after.plan.state.tables[id]?.number)).toEqual(['A9', 'A7', 'A8', 93, 94, 95]);
    expect(undo(after).plan).toBe(plan);
  });
  it('numbers that others have are named beforehand', () => {
    const wish = { start: 93, prefix: '', direction: 'rows' } as const;
    expect(takenNumbers(plan, wish, 3, ['0', '1', '2'])).toEqual(['93', '94', '95']);
    expect(takenNumbers(plan, wish, 3, ids)).toEqual([]);
  });
});

describe('locks', () => {
  const locked = () => {
    const d = new PlanDriver();
    d.click(d.at('0')).press('l');
    return d;
  };
  it('a locked table is not dragged, nudged, scaled, turned, aligned, spread or deleted', () => {
    const d = locked();
    const before = d.table('0');
    expect(before.locked).toBe(true);
    d.drag(d.at('0'), { x: 100, y: 90 }, { free: true });
    expect(d.table('0')).toBe(before);
    d.click(before.position).press('ArrowLeft').press('Delete');
    d.edit({ position: { x: 1, y: 1 } }).edit({ rotation: 5 });
    expect(d.table('0')).toBe(before);
    d.drag(before.position, { x: 100, y: 90 }, { outside: true, free: true });
    d.press('ctrl+a').press('Delete');
    expect(d.ids).toEqual(['0']);
    expect(d.table('0')).toBe(before);
    // It has a name and seats all the same.
    d.click(before.position).edit({ name: 'Stage', seats: 3 });
    expect(d.table('0')).toMatchObject({ name: 'Stage', seats: 3, position: before.position });
  });
  it('a drag that begins on it draws a box; the others of a selection move', () => {
    const d = locked();
    d.down(d.at('0')).to({ x: 160, y: 95 }, { free: true });
    expect(d.state.gesture.type).toBe('boxing');
    d.up();
    const there = d.at('0');
    const other = d.at('1');
    d.press('ctrl+a').drag(other, { x: other.x + 10, y: other.y }, { free: true });
    expect(d.at('0')).toEqual(there);
    expect(d.at('1').x).toBeCloseTo(other.x + 10);
  });
  it('again, and it moves; locking is a step of its own; a copy is free', () => {
    const d = locked();
    d.press('ctrl+d');
    expect(d.table(d.state.selection[0] ?? '').locked ?? null).toBeNull();
    d.press('ctrl+z').press('ctrl+z');
    expect(d.table('0').locked).toBeUndefined();
    d.press('ctrl+y');
    d.state = { ...d.state, selection: ['0'] };
    d.press('l').press('Delete');
    expect(d.ids).toEqual(['1']);
  });
});

describe('tables in one another’s way', () => {
  it('seats and boards count, corners of boxes do not', () => {
    // Round tables in the gaps of one another: their boxes overlap, they do not.
    expect(
      overlapping(
        planOf([
          [50, 50],
          [56.4, 56.4],
        ]),
      ).size,
    ).toBe(0);
    expect(
      [
        ...overlapping(
          planOf([
            [50, 50],
            [54, 53],
            [90, 50],
          ]),
        ),
      ].toSorted(),
    ).toEqual(['0', '1']);
    const turned = planOf([
      [50, 50],
      [50, 58],
    ]);
    const long = { ...newTable('rectangle', 20, { x: 50, y: 50 }, 90), rotation: 90 };
    expect(
      overlapping({ ...turned, state: { ...turned.state, tables: { ...turned.state.tables, 0: long } } })
        .size,
    ).toBe(2);
  });
  it('a small table in the middle of a large one; a stage is in nobody’s way', () => {
    const plan = planOf([[50, 50]]);
    const large = { ...newTable('circle', 60, { x: 50, y: 50 }, 1) };
    const stage = { ...newTable('image', 0, { x: 50, y: 50 }, 0), number: null };
    const with_ = (table: Plan['state']['tables'][string]): Plan => ({
      ...plan,
      state: { ...plan.state, tables: { ...plan.state.tables, b: table } },
    });
    expect(overlapping(with_(large)).size).toBe(2);
    expect(overlapping(with_(stage)).size).toBe(0);
  });
});
