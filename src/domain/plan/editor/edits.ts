import type { PlanTable } from '../../documents/session.ts';
import { planWidth, type Point } from '../geometry.ts';
import { boundsOf, type Bounds } from '../hit.ts';
import { boxAround, boxOfTables, middleOf, planBox } from './bounds.ts';
import { isLocked, movable } from './locks.ts';
import { cancelled, commit, select, type EditorState } from './model.ts';
import { withRoom } from './room.ts';
import { addTables, backOntoPlan, mapTables, moveTables, nextNumber, removeTables, round } from './tables.ts';
import { newTable, scaleHere, type TableTemplate } from './templates.ts';

/** Pasted tables lie so far to the right of and below the copied ones (PLAN-12). */
const PASTE_OFFSET = 5;

export type TableFields = Partial<Omit<PlanTable, 'position'>> & { position?: Point };

/** What a locked table keeps. */
const PLACE = ['position', 'rotation', 'scale'] as const;

/** Changes what the details panel shows (PLAN-05). Letters typed one after another into a field are one step. */
export function editTables(before: EditorState, ids: readonly string[], fields: TableFields): EditorState {
  const state = cancelled(before);
  const plan = mapTables(state.plan, ids, (table) =>
    isLocked(table) && PLACE.some((field) => field in fields) ? table : { ...table, ...fields },
  );
  return commit(state, plan, { run: `edit ${ids.join()} ${Object.keys(fields).join()}` });
}

/** A new table without a pointer: beside the selection, else in the middle. */
export const addTable = (before: EditorState, { type, seats }: TableTemplate): EditorState =>
  addBeside(before, (at, number) => ({
    ...newTable(type, seats, at, number),
    scale: scaleHere(cancelled(before).plan),
  }));

/** The longer side of a new picture, plan units. */
const PICTURE_SIDE = 24;

/** A picture on the plan, such as a stage; `width` and `height` in any unit. It has no number and no seats. */
export function addPicture(
  before: EditorState,
  { fileIndex, width, height }: { fileIndex: number; width: number; height: number },
): EditorState {
  const unit = PICTURE_SIDE / Math.max(width, height);
  const image = { fileIndex, width: round(width * unit), height: round(height * unit) };
  return addBeside(before, (at) => ({ ...newTable('image', 0, at, 0), number: null, image }));
}

function addBeside(before: EditorState, make: (at: Point, number: number) => PlanTable): EditorState {
  const state = cancelled(before);
  const { plan, selection } = state;
  const box = boxOfTables(plan.state.tables, selection);
  const middle = { x: round(planWidth(plan) / 2), y: 50 };
  const at = box === null ? middle : { x: box.maxX + 6, y: middleOf(box).y };
  const added = addTables(plan, [make(at, nextNumber(plan))]);
  const [id = ''] = added.ids;
  return select(commit(state, withRoom(backOntoPlan(added.plan, added.ids), id)), added.ids);
}

export function copy(state: EditorState): EditorState {
  const copied = state.selection.flatMap((id) => state.plan.state.tables[id] ?? []);
  return copied.length === 0 ? state : { ...state, clipboard: copied, pastes: 0 };
}

export function paste(before: EditorState): EditorState {
  const state = cancelled(before);
  if (state.clipboard.length === 0) return state;
  const pastes = state.pastes + 1;
  const first = nextNumber(state.plan);
  const box = boxAround(state.clipboard);
  const room = planBox(state.plan);
  const by = {
    x: aside(pastes * PASTE_OFFSET, [box?.minX ?? 0, box?.maxX ?? 0], room.maxX),
    y: aside(pastes * PASTE_OFFSET, [box?.minY ?? 0, box?.maxY ?? 0], room.maxY),
  };
  const tables = state.clipboard.map((table, index) => ({
    ...table,
    // A number is a table's own, and what was put there just now is to be put right.
    number: first + index,
    ...(isLocked(table) ? { locked: null } : {}),
    position: { x: round(table.position.x + by.x), y: round(table.position.y + by.y) },
  }));
  const { plan, ids } = addTables(state.plan, tables);
  return select({ ...commit(state, backOntoPlan(plan, ids)), pastes }, ids);
}

/** At the edge to the other side: brought back from there it would lie on what was copied. */
const aside = (offset: number, [from, to]: [number, number], end: number): number =>
  to + offset > end && from - offset >= 0 ? -offset : offset;

/** Copy and paste in one, leaving the clipboard alone. */
export function duplicate(before: EditorState): EditorState {
  const state = cancelled(before);
  if (state.selection.length === 0) return state;
  const { clipboard, pastes } = state;
  return { ...paste(copy(state)), clipboard, pastes };
}

export function removeSelected(before: EditorState): EditorState {
  const state = cancelled(before);
  const kept = state.selection.filter((id) => isLocked(state.plan.state.tables[id]));
  return select(commit(state, removeTables(state.plan, state.selection)), kept);
}

/** Locks what is selected; where all of it is locked, unlocks it. */
export function toggleLock(before: EditorState): EditorState {
  const state = cancelled(before);
  const locked = movable(state.plan.state.tables, state.selection).length > 0;
  return commit(
    state,
    mapTables(state.plan, state.selection, (table) =>
      isLocked(table) === locked ? table : { ...table, locked: locked ? true : null },
    ),
  );
}

export const selectAll = (state: EditorState): EditorState =>
  select(cancelled(state), Object.keys(state.plan.state.tables));

/** Arrow keys; a run of them is one step of the history. */
export function nudge(before: EditorState, by: Point): EditorState {
  const state = cancelled(before);
  const moved = moveTables(state.plan, state.selection, by);
  const plan = backOntoPlan(moved, state.selection, state.plan);
  return commit(state, plan, { run: `nudge ${state.selection.join()}` });
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Brings edges or middles of the selected tables onto one line. */
export function align(before: EditorState, to: Alignment): EditorState {
  const state = cancelled(before);
  const whole = boxOfTables(state.plan.state.tables, state.selection);
  if (whole === null || state.selection.length < 2) return state;
  const plan = mapTables(state.plan, movable(state.plan.state.tables, state.selection), (table) => {
    const by = offsetTo(to, boundsOf(table), whole);
    if (by.x === 0 && by.y === 0) return table;
    return { ...table, position: { x: round(table.position.x + by.x), y: round(table.position.y + by.y) } };
  });
  return commit(state, backOntoPlan(plan, state.selection, state.plan));
}

function offsetTo(to: Alignment, own: Bounds, whole: Bounds): Point {
  switch (to) {
    case 'left':
      return { x: whole.minX - own.minX, y: 0 };
    case 'right':
      return { x: whole.maxX - own.maxX, y: 0 };
    case 'top':
      return { x: 0, y: whole.minY - own.minY };
    case 'bottom':
      return { x: 0, y: whole.maxY - own.maxY };
    case 'centre':
      return { x: middleOf(whole).x - middleOf(own).x, y: 0 };
    case 'middle':
      return { x: 0, y: middleOf(whole).y - middleOf(own).y };
    default:
      return to satisfies never;
  }
}

/** Gives the middles of the selected tables equal distances; the outermost stay. */
export function distribute(before: EditorState, axis: 'x' | 'y'): EditorState {
  const state = cancelled(before);
  const { tables } = state.plan.state;
  const ordered = state.selection
    .flatMap((id) => (tables[id] === undefined ? [] : [{ id, at: tables[id].position[axis] }]))
    .toSorted((a, b) => a.at - b.at);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (ordered.length < 3 || first === undefined || last === undefined) return state;
  const step = (last.at - first.at) / (ordered.length - 1);
  const places = new Map(ordered.map(({ id }, index) => [id, round(first.at + index * step)]));
  const plan = mapTables(state.plan, movable(tables, state.selection), (table, id) => {
    const place = places.get(id) ?? table.position[axis];
    return place === table.position[axis]
      ? table
      : { ...table, position: { ...table.position, [axis]: place } };
  });
  return commit(state, plan);
}
