import type { Point } from '../planGeometry.ts';
import { boxOfTables, middleOf } from './bounds.ts';
import type { EditorState } from './model.ts';

/** CSS pixels: from the frame around a selection to the tables, and from there to the handle that turns them. */
export const FRAME_PAD = 6;
export const ROTATE_AWAY = 28;

/** Where the handles of a selection are, in plan units; `unit`: plan units in a CSS pixel. */
export function handlesOf(
  { plan, selection }: Pick<EditorState, 'plan' | 'selection'>,
  unit: number,
): { scale: Point; rotate: Point } | null {
  const box = boxOfTables(plan.state.tables, selection);
  if (box === null) return null;
  return {
    scale: { x: box.maxX + FRAME_PAD * unit, y: box.maxY + FRAME_PAD * unit },
    rotate: { x: middleOf(box).x, y: box.minY - (FRAME_PAD + ROTATE_AWAY) * unit },
  };
}
