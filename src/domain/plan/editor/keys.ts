import type { Point } from '../geometry.ts';
import { COMMANDS, commandFor, type Command, type KeyPress } from './commands.ts';
import { nudge } from './edits.ts';
import { cancelled, select, type EditorState } from './model.ts';

/** Plan units that an arrow key moves the selection; with Shift, a large step. */
const NUDGE = 1;
const LARGE_NUDGE = 5;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What a key does to the editor; null leaves the key to others (the canvas pans with the arrows). */
export function pressKey(state: EditorState, press: KeyPress): EditorState | null {
  if (press.key === 'Escape') {
    if (state.gesture.type !== 'idle') return cancelled(state);
    return state.selection.length > 0 ? select(state, []) : null;
  }
  const arrow = press.ctrl === true ? undefined : ARROWS[press.key];
  if (arrow !== undefined) {
    if (state.selection.length === 0) return null;
    const step = press.shift === true ? LARGE_NUDGE : NUDGE;
    return nudge(state, { x: arrow.x * step, y: arrow.y * step });
  }
  const id = commandFor(press);
  if (id === null) return null;
  const command: Command = COMMANDS[id];
  return command.enabled(state) ? command.run(state) : null;
}
