import type { Plan, PlanTable } from '../../documents/session.ts';
import { outlineOf, seatRadius, type Point } from '../geometry.ts';
import { isOnTable, reachOf, seatsOnPlan, toPlan } from '../hit.ts';
import { distance } from './bounds.ts';

/** Plan units that tables may touch by. */
const TOUCH = 0.15;

/** Ids of tables that stand in one another's way. Pictures without seats are what one stands on. */
export function overlapping(plan: Plan): Set<string> {
  const bodies = Object.entries(plan.state.tables)
    .filter(([, { type, seats }]) => type !== 'image' || seats > 0)
    .map(([id, table]) => ({ id, table, reach: reachOf(table), points: null as Disc[] | null }))
    .toSorted((a, b) => a.table.position.x - a.reach - (b.table.position.x - b.reach));
  const found = new Set<string>();
  // From left to right: whatever begins beyond a table's right end cannot meet it.
  bodies.forEach((one, index) => {
    const end = one.table.position.x + one.reach;
    for (let next = index + 1; next < bodies.length; next++) {
      const other = bodies[next];
      if (other === undefined || other.table.position.x - other.reach > end) break;
      if (distance(one.table.position, other.table.position) > one.reach + other.reach) continue;
      one.points ??= discsOf(one.table);
      other.points ??= discsOf(other.table);
      if (meet(one.points, other.table) || meet(other.points, one.table)) {
        found.add(one.id).add(other.id);
      }
    }
  });
  return found;
}

interface Disc extends Point {
  radius: number;
}

const meet = (discs: readonly Disc[], table: PlanTable): boolean =>
  discs.some((disc) => isOnTable(table, disc, disc.radius - TOUCH));

/** The table as discs: its seats, its middle, and points on its edge. */
function discsOf(table: PlanTable): Disc[] {
  const seats = seatsOnPlan(table).map((at, index) => ({
    ...at,
    radius: seatRadius(table, index) * table.scale,
  }));
  return [...seats, ...edgeOf(table).map((point) => ({ ...toPlan(table, point), radius: 0 }))];
}

function edgeOf(table: PlanTable): Point[] {
  const outline = outlineOf(table);
  if (outline.shape === 'none') return [];
  if (outline.shape === 'rectangle') {
    const [w, h] = [outline.width / 2, outline.height / 2];
    const sides = [-1, -0.5, 0, 0.5, 1];
    return sides.flatMap((share) => [
      { x: share * w, y: -h },
      { x: share * w, y: h },
      { x: share * w, y: 0 },
    ]);
  }
  const turn = outline.shape === 'circle' ? 2 * Math.PI : Math.PI;
  const arc = Array.from({ length: 9 }, (_, index) => {
    const angle = (turn * index) / 8;
    return { x: outline.radius * Math.cos(angle), y: outline.radius * Math.sin(angle) };
  });
  return [{ x: 0, y: outline.shape === 'circle' ? 0 : outline.radius / 2 }, ...arc];
}
