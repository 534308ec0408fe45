import type { Plan } from '../../documents/session.ts';
import { boundsOf, type Bounds } from '../hit.ts';
import { planBox } from './bounds.ts';
import { moveTables } from './tables.ts';

/** From one place that is tried to the next, plan units. */
const STEP = 2;

/**
 * Moves a new table to where it covers no other: where it is, else further along its row, else the rows below, from the
 * top again at the end. A plan without room leaves it where it is.
 */
export function withRoom(plan: Plan, id: string): Plan {
  const table = plan.state.tables[id];
  if (table === undefined) return plan;
  const box = boundsOf(table);
  const ground = planBox(plan);
  const others = Object.entries(plan.state.tables).flatMap(([other, one]) =>
    other === id ? [] : [boundsOf(one)],
  );
  const fits = (x: number, y: number): boolean => {
    const moved = {
      ...{ minX: box.minX + x, maxX: box.maxX + x },
      ...{ minY: box.minY + y, maxY: box.maxY + y },
    };
    return isWithin(moved, ground) && !others.some((other) => overlap(moved, other));
  };
  if (fits(0, 0)) return plan;
  const rows = steps(0, ground.maxY - box.maxY).concat(steps(ground.minY - box.minY, 0));
  const [left, right] = [ground.minX - box.minX, ground.maxX - box.maxX];
  for (const y of rows) {
    // Along its own row first to the right of where it was to be.
    const columns = y === 0 ? steps(0, right).concat(steps(left, 0)) : steps(left, right);
    for (const x of columns) if (fits(x, y)) return moveTables(plan, [id], { x, y });
  }
  return plan;
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / STEP) + 1) }, (_, at) => from + at * STEP);
}

const isWithin = (inner: Bounds, outer: Bounds): boolean =>
  inner.minX >= outer.minX - 0.01 &&
  inner.maxX <= outer.maxX + 0.01 &&
  inner.minY >= outer.minY - 0.01 &&
  inner.maxY <= outer.maxY + 0.01;

const overlap = (one: Bounds, other: Bounds): boolean =>
  one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY;
