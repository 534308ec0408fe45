import type { Plan } from '../../documents/session.ts';
import { planWidth, type Point } from '../geometry.ts';
import type { Guides } from './model.ts';
import { round } from './tables.ts';

/** How near a line must be to hold a table, plan units while the whole plan is seen. */
const SNAP_DISTANCE = 1;

/**
 * A table's middle holds at the middles of other tables and of the plan. Answers where it goes and the lines that
 * held it.
 */
export function snapPoint(
  plan: Plan,
  point: Point,
  moved: readonly string[],
  zoom = 1,
): { point: Point; guides: Guides } {
  const others = Object.entries(plan.state.tables)
    .filter(([id, { type }]) => !moved.includes(id) && type !== 'image')
    .map(([, { position }]) => position);
  const reach = SNAP_DISTANCE / zoom;
  const x = nearest(point.x, reach, [round(planWidth(plan) / 2), ...others.map((other) => other.x)]);
  const y = nearest(point.y, reach, [50, ...others.map((other) => other.y)]);
  return { point: { x: x ?? point.x, y: y ?? point.y }, guides: { x, y } };
}

function nearest(value: number, reach: number, lines: readonly number[]): number | null {
  let best: number | null = null;
  for (const line of lines) {
    const off = Math.abs(line - value);
    if (off <= reach && (best === null || off < Math.abs(best - value))) best = line;
  }
  return best;
}
