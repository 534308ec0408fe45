import type { Plan, PlanTable } from '../../documents/session.ts';
import type { Point } from '../geometry.ts';

/*
 * The plan editor without a screen (specification 2 §2, §4 "Plan editor operations"). All lengths are plan units: the
 * plan is 100 high and 100 times its ratio wide. Every function takes a state and gives the next one.
 */

export type TableType = PlanTable['type'];
export type Tables = Plan['state']['tables'];

/** What a gesture began with; cancelling goes back to it. */
export interface Mark {
  plan: Plan;
  selection: readonly string[];
}
/** Lines that a moved table has snapped to. */
export interface Guides {
  x: number | null;
  y: number | null;
}
export const NO_GUIDES: Guides = { x: null, y: null };

/** What the pointer is about. Every state but `idle` has a mark; its working plan is committed at the end (PLAN-06). */
export type Gesture =
  | { type: 'idle' }
  | { type: 'pressing'; mark: Mark; from: Point; tableId: string; additive: boolean }
  /** `outside` of the view: let go there, the tables are deleted. */
  | { type: 'moving'; mark: Mark; from: Point; tableId: string; guides: Guides; outside: boolean }
  /** `entered`: it has been over the plan. Let go outside, there is no new table. */
  | {
      type: 'placing';
      mark: Mark;
      tableId: string;
      guides: Guides;
      outside: boolean;
      entered: boolean;
    }
  | { type: 'scaling'; mark: Mark; from: Point; centre: Point }
  | { type: 'rotating'; mark: Mark; from: Point; centre: Point }
  | { type: 'boxing'; mark: Mark; from: Point; to: Point; additive: boolean };

export interface EditorState {
  /** The working plan, shown at once. */
  plan: Plan;
  selection: readonly string[];
  gesture: Gesture;
  past: readonly Plan[];
  future: readonly Plan[];
  clipboard: readonly PlanTable[];
  /** How often the clipboard was pasted: each paste goes one offset further. */
  pastes: number;
  /** What the last change was about; a run of such changes is one step of the history. */
  run: string | null;
}

export const IDLE: Gesture = { type: 'idle' };

export const startEditor = (plan: Plan): EditorState => ({
  plan,
  selection: [],
  gesture: IDLE,
  past: [],
  future: [],
  clipboard: [],
  pastes: 0,
  run: null,
});

/** Steps that can be taken back. */
const HISTORY_LIMIT = 200;

/**
 * Makes `plan` the committed one. Changes with the same `run` that follow one another, such as the letters of a name
 * or the repeats of an arrow key, are one step.
 */
export function commit(
  state: EditorState,
  plan: Plan,
  { before = state.plan, run = null }: { before?: Plan; run?: string | null } = {},
): EditorState {
  if (plan === before) return { ...state, plan };
  const joined = run !== null && run === state.run;
  const past = joined ? state.past : [...state.past, before].slice(-HISTORY_LIMIT);
  return { ...state, plan, past, future: [], run };
}

/** The same state with a selection of tables that exist. */
export function select(state: EditorState, selection: readonly string[]): EditorState {
  const known = selection.filter((id) => id in state.plan.state.tables);
  return { ...state, selection: [...new Set(known)], run: null };
}

export function undo(state: EditorState): EditorState {
  const before = cancelled(state);
  const plan = before.past.at(-1);
  if (plan === undefined) return before;
  const past = before.past.slice(0, -1);
  return select({ ...before, plan, past, future: [before.plan, ...before.future] }, before.selection);
}

export function redo(state: EditorState): EditorState {
  const before = cancelled(state);
  const [plan, ...future] = before.future;
  if (plan === undefined) return before;
  return select({ ...before, plan, past: [...before.past, before.plan], future }, before.selection);
}

/** Esc, or a pointer that the system took away: back to the gesture's mark. */
export function cancelled(state: EditorState): EditorState {
  const { gesture } = state;
  return gesture.type === 'idle' ? state : { ...state, ...gesture.mark, gesture: IDLE };
}

/** The plan as it would be saved: without what a running gesture is about to change. */
export const committedPlan = ({ plan, gesture }: EditorState): Plan =>
  gesture.type === 'idle' ? plan : gesture.mark.plan;
