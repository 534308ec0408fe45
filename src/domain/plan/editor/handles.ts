import type { Point } from '../geometry.ts';
import { boxOfTables, distance, middleOf } from './bounds.ts';
import { movable } from './locks.ts';
import type { EditorState } from './model.ts';

/** CSS pixels: from the frame around a selection to the tables, and from there to the handle that turns them. */
export const FRAME_PAD = 6;
export const ROTATE_AWAY = 28;

/** Where the handles of a selection are, in plan units; `unit`: plan units in a CSS pixel. */
export function handlesOf(
  { plan, selection }: Pick<EditorState, 'plan' | 'selection'>,
  unit: number,
): { scale: Point; rotate: Point } | null {
  const box = boxOfTables(plan.state.tables, movable(plan.state.tables, selection));
  if (box === null) return null;
  return {
    scale: { x: box.maxX + FRAME_PAD * unit, y: box.maxY + FRAME_PAD * unit },
    rotate: { x: middleOf(box).x, y: box.minY - (FRAME_PAD + ROTATE_AWAY) * unit },
  };
}

/**
 * The handle that a pointer is on, within `reach` plan units. A finger's reach covers a small table whole: whoever is
 * nearer to a selected table than to the handle means the table.
 */
export function handleAt(
  state: Pick<EditorState, 'plan' | 'selection'>,
  point: Point,
  { unit, reach }: { unit: number; reach: number },
): 'scale' | 'rotate' | null {
  const handles = handlesOf(state, unit);
  if (handles === null) return null;
  const kind = distance(handles.scale, point) <= distance(handles.rotate, point) ? 'scale' : 'rotate';
  const off = distance(handles[kind], point);
  if (off > reach) return null;
  const nearer = state.selection.some((id) => {
    const table = state.plan.state.tables[id];
    return table !== undefined && distance(table.position, point) < off;
  });
  return nearer ? null : kind;
}
