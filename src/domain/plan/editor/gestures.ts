import type { Plan } from '../../documents/session.ts';
import type { Point } from '../geometry.ts';
import { boxBetween, boxOfTables, distance, middleOf, tablesIn } from './bounds.ts';
import { isLocked, movable } from './locks.ts';
import {
  cancelled,
  commit,
  IDLE,
  NO_GUIDES,
  select,
  type EditorState,
  type Guides,
  type Mark,
} from './model.ts';
import { snapPoint } from './snap.ts';
import {
  addTables,
  backOntoPlan,
  moveTables,
  nextNumber,
  removeTables,
  rotateTables,
  scaleTables,
} from './tables.ts';
import { newTable, scaleHere, type TableTemplate } from './templates.ts';

/**
 * A move begins when the pointer has moved more than so many plan units (PLAN-02), as far as they look while the whole
 * plan is seen. Closer up the way of the hand is the same, not the one on the plan: else nobody could set a table right
 * by a little at high zoom, which is what one comes closer for.
 */
const MOVE_THRESHOLD = 3;
/** Degrees that a turned table holds at, unless it is turned freely. */
const TURN_STEP = 15;

export type Grip = { type: 'table'; tableId: string } | { type: 'scale' | 'rotate' | 'ground' };
/** What goes with a pointer. */
export interface Keys {
  /** Shift or Ctrl: adds to the selection. */
  additive?: boolean;
  /** Alt: neither guides nor steps. */
  free?: boolean;
  /** How much closer than the whole plan; 1 when absent. */
  zoom?: number;
  /** The pointer is outside of the view. */
  outside?: boolean;
}

const markOf = ({ plan, selection }: EditorState): Mark => ({ plan, selection });

export function press(before: EditorState, target: Grip, from: Point, keys: Keys = {}): EditorState {
  const state = cancelled(before);
  const mark = markOf(state);
  const additive = keys.additive === true;
  if (target.type === 'table') {
    const { tableId } = target;
    if (state.plan.state.tables[tableId] === undefined) return state;
    const held = state.selection.includes(tableId);
    const selection = held ? state.selection : additive ? [...state.selection, tableId] : [tableId];
    return { ...select(state, selection), gesture: { type: 'pressing', mark, from, tableId, additive } };
  }
  if (target.type === 'ground') {
    const cleared = additive ? state : select(state, []);
    return { ...cleared, gesture: { type: 'boxing', mark, from, to: from, additive } };
  }
  const { tables } = state.plan.state;
  const moving = movable(tables, state.selection);
  const box = boxOfTables(tables, moving);
  if (box === null) return state;
  const only = moving.length === 1 ? tables[moving[0] ?? ''] : undefined;
  // One table scales and turns about its own middle, not about that of what it covers.
  const centre = only?.position ?? middleOf(box);
  return {
    ...state,
    run: null,
    gesture: { type: target.type === 'scale' ? 'scaling' : 'rotating', mark, from, centre },
  };
}

/** Begins a new table under the pointer (movenew, PLAN-03). */
export function beginPlacing(before: EditorState, template: TableTemplate, at: Point): EditorState {
  const state = cancelled(before);
  const table = {
    ...newTable(template.type, template.seats, at, nextNumber(state.plan)),
    scale: scaleHere(state.plan),
  };
  const { plan, ids } = addTables(state.plan, [table]);
  const [tableId = ''] = ids;
  const waits = { guides: NO_GUIDES, outside: true, entered: false } as const;
  const gesture = { type: 'placing', mark: markOf(state), tableId, ...waits } as const;
  return { ...select({ ...state, plan }, ids), gesture };
}

export function move(state: EditorState, to: Point, keys: Keys = {}): EditorState {
  const { gesture } = state;
  switch (gesture.type) {
    case 'idle':
      return state;
    case 'pressing': {
      if (distance(gesture.from, to) <= MOVE_THRESHOLD / (keys.zoom ?? 1)) return state;
      const { mark, from, tableId, additive } = gesture;
      if (isLocked(state.plan.state.tables[tableId])) {
        // What does not move is ground.
        const boxing = { type: 'boxing', mark, from, to: from, additive } as const;
        return move({ ...(additive ? state : select(state, [])), gesture: boxing }, to, keys);
      }
      return move(
        { ...state, gesture: { type: 'moving', mark, from, tableId, guides: NO_GUIDES, outside: false } },
        to,
        keys,
      );
    }
    case 'moving': {
      const start = gesture.mark.plan.state.tables[gesture.tableId]?.position;
      if (start === undefined) return cancelled(state);
      const wanted = { x: start.x + to.x - gesture.from.x, y: start.y + to.y - gesture.from.y };
      const { point, guides } = snapped(state, wanted, keys);
      const by = { x: point.x - start.x, y: point.y - start.y };
      const moved = moveTables(gesture.mark.plan, state.selection, by);
      const outside = keys.outside === true;
      // At the edge it stands still, until the pointer leaves the view with it.
      const plan = outside ? moved : backOntoPlan(moved, state.selection, gesture.mark.plan);
      return {
        ...state,
        plan,
        gesture: { ...gesture, guides: heldBy(guides, plan, gesture.tableId), outside },
      };
    }
    case 'placing': {
      const outside = keys.outside === true;
      const at = state.plan.state.tables[gesture.tableId]?.position;
      if (at === undefined) return cancelled(state);
      const { point, guides } = snapped(state, to, keys);
      const by = { x: point.x - at.x, y: point.y - at.y };
      const moved = moveTables(state.plan, [gesture.tableId], by);
      const plan = outside ? moved : backOntoPlan(moved, [gesture.tableId]);
      return {
        ...state,
        plan,
        gesture: {
          ...{ ...gesture, guides: heldBy(guides, plan, gesture.tableId), outside },
          entered: gesture.entered || !outside,
        },
      };
    }
    case 'scaling': {
      const { mark, from, centre } = gesture;
      const factor = distance(centre, to) / Math.max(distance(centre, from), 0.01);
      return { ...state, plan: scaleTables(mark.plan, state.selection, centre, factor) };
    }
    case 'rotating': {
      const { mark, from, centre } = gesture;
      const turn = angle(centre, to) - angle(centre, from);
      const degrees = keys.free === true ? turn : Math.round(turn / TURN_STEP) * TURN_STEP;
      return { ...state, plan: rotateTables(mark.plan, state.selection, centre, degrees) };
    }
    case 'boxing': {
      const found = tablesIn(state.plan, boxBetween(gesture.from, to));
      const kept = gesture.additive ? gesture.mark.selection : [];
      return { ...select(state, [...kept, ...found]), gesture: { ...gesture, to } };
    }
    default:
      return gesture satisfies never;
  }
}

/** The pointer was let go. What is dropped outside of the view is deleted (PLAN-07); off the plan in it, it comes back onto it. */
export function release(state: EditorState, outside = false): EditorState {
  const { gesture } = state;
  switch (gesture.type) {
    case 'idle':
      return state;
    case 'pressing': {
      const done = { ...state, gesture: IDLE };
      const { tableId, additive, mark } = gesture;
      if (!additive) return select(done, [tableId]);
      const held = mark.selection.includes(tableId);
      return held
        ? select(
            done,
            state.selection.filter((id) => id !== tableId),
          )
        : done;
    }
    case 'placing':
      // A new table that never got onto the plan was never there: nothing to take back.
      return outside
        ? cancelled(state)
        : finished(state, gesture.mark, backOntoPlan(state.plan, [gesture.tableId]));
    case 'moving':
      return outside
        ? select(
            finished(state, gesture.mark, removeTables(gesture.mark.plan, state.selection)),
            state.selection.filter((id) => isLocked(gesture.mark.plan.state.tables[id])),
          )
        : finished(state, gesture.mark, backOntoPlan(state.plan, state.selection, gesture.mark.plan));
    case 'scaling':
    case 'rotating':
      return finished(state, gesture.mark, backOntoPlan(state.plan, state.selection, gesture.mark.plan));
    case 'boxing':
      return { ...state, gesture: IDLE };
    default:
      return gesture satisfies never;
  }
}

const finished = (state: EditorState, mark: Mark, plan: EditorState['plan']): EditorState =>
  commit({ ...state, gesture: IDLE }, plan, { before: mark.plan });

const snapped = (state: EditorState, point: Point, { free = false, zoom = 1 }: Keys) =>
  free ? { point, guides: NO_GUIDES } : snapPoint(state.plan, point, state.selection, zoom);

/** The lines that a table still lies on once the edge has kept it on the plan. */
function heldBy({ x, y }: Guides, plan: Plan, tableId: string): Guides {
  const at = plan.state.tables[tableId]?.position;
  return { x: x === at?.x ? x : null, y: y === at?.y ? y : null };
}

const angle = (centre: Point, { x, y }: Point): number =>
  (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI;
