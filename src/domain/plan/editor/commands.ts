import { align, copy, distribute, duplicate, paste, removeSelected, selectAll, toggleLock } from './edits.ts';
import { movable } from './locks.ts';
import { redo, undo, type EditorState } from './model.ts';

/** One record feeds the toolbar and the keyboard. */
export interface Command {
  run: (state: EditorState) => EditorState;
  enabled: (state: EditorState) => boolean;
}
const some = ({ selection }: EditorState): boolean => selection.length > 0;
const atLeast =
  (count: number) =>
  ({ selection }: EditorState): boolean =>
    selection.length >= count;

export const COMMANDS = {
  undo: { run: undo, enabled: ({ past }) => past.length > 0 },
  redo: { run: redo, enabled: ({ future }) => future.length > 0 },
  copy: { run: copy, enabled: some },
  paste: { run: paste, enabled: ({ clipboard }) => clipboard.length > 0 },
  duplicate: { run: duplicate, enabled: some },
  remove: {
    run: removeSelected,
    enabled: ({ plan, selection }) => movable(plan.state.tables, selection).length > 0,
  },
  lock: { run: toggleLock, enabled: some },
  selectAll: { run: selectAll, enabled: ({ plan }) => Object.keys(plan.state.tables).length > 0 },
  alignLeft: { run: (state) => align(state, 'left'), enabled: atLeast(2) },
  alignCentre: { run: (state) => align(state, 'centre'), enabled: atLeast(2) },
  alignRight: { run: (state) => align(state, 'right'), enabled: atLeast(2) },
  alignTop: { run: (state) => align(state, 'top'), enabled: atLeast(2) },
  alignMiddle: { run: (state) => align(state, 'middle'), enabled: atLeast(2) },
  alignBottom: { run: (state) => align(state, 'bottom'), enabled: atLeast(2) },
  distributeX: { run: (state) => distribute(state, 'x'), enabled: atLeast(3) },
  distributeY: { run: (state) => distribute(state, 'y'), enabled: atLeast(3) },
} as const satisfies Record<string, Command>;
export type CommandId = keyof typeof COMMANDS;

export interface KeyPress {
  key: string;
  /** Ctrl, or Command on a Mac. */
  ctrl?: boolean;
  shift?: boolean;
}

/** The command that a key stands for, or null. */
export function commandFor({ key, ctrl = false, shift = false }: KeyPress): CommandId | null {
  const letter = key.toLowerCase();
  if (!ctrl) return key === 'Delete' || key === 'Backspace' ? 'remove' : letter === 'l' ? 'lock' : null;
  if (letter === 'z') return shift ? 'redo' : 'undo';
  return ({ y: 'redo', c: 'copy', v: 'paste', d: 'duplicate', a: 'selectAll' } as const)[letter] ?? null;
}
